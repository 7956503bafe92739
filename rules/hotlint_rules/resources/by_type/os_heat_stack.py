"""The own rules of OS::Heat::Stack: a template that the other Heat takes."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class RemoteStack(TypeRules):
    """What Heat asks a cloud for OS::Heat::Stack; nothing can be checked without."""

    types = ("OS::Heat::Stack",)
    source = "heat/engine/resources/openstack/heat/remote_stack.py"
    reads = (Reads(("context",)),)
    asks = (
        "Heat of the other region or cloud whether it can be reached",
        "Heat of the other region or cloud whether 'template' is valid with 'parameters'",
    )
