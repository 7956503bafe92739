"""The own rules of OS::Heat::ResourceGroup: a count that can be read."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class ResourceGroup(TypeRules):
    """What Heat reads of OS::Heat::ResourceGroup in a nested stack; the rest is checked with its members."""

    types = ("OS::Heat::ResourceGroup",)
    source = "heat/engine/resources/openstack/heat/resource_group.py"
    reads = (Reads(("count",)), Reads(("resource_def",), when="count"))
