"""The own rules of OS::Heat::ResourceChain: a list of types."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class ResourceChain(TypeRules):
    """What Heat reads of OS::Heat::ResourceChain in a nested stack; the rest is checked with its members."""

    types = ("OS::Heat::ResourceChain",)
    source = "heat/engine/resources/openstack/heat/resource_chain.py"
    reads = (Reads(("resources",)),)
