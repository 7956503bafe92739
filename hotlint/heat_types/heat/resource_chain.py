from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads


class ResourceChain(HeatType):
    """OS::Heat::ResourceChain: a list of types."""

    types = ("OS::Heat::ResourceChain",)
    group = "chain"
    has_stack = True
    names_stack = True
    definition = "resources"
    group_attributes = ("refs", "attributes")
    reads = (Reads(("resources",)), Reads(("resource_properties",), when="resources"))
