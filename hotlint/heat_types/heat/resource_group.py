from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads


class ResourceGroup(HeatType):
    """OS::Heat::ResourceGroup: a count that can be read."""

    types = ("OS::Heat::ResourceGroup",)
    group = "numbered"
    has_stack = True
    names_stack = True
    counts_members = "count"
    definition = "resource_def"
    group_attributes = ("refs", "refs_map", "attributes", "removed_rsrc_list")
    applies_paths = True
    reads = (Reads(("count",)), Reads(("resource_def",), when="count"))
