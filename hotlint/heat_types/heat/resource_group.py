from __future__ import annotations

from hotlint.heat_types.base import HeatType


class ResourceGroup(HeatType):
    """OS::Heat::ResourceGroup, beyond its schema."""

    types = ("OS::Heat::ResourceGroup",)
    group = "numbered"
    has_stack = True
    names_stack = True
    counts_members = "count"
    definition = "resource_def"
    group_attributes = ("refs", "refs_map", "attributes", "removed_rsrc_list")
    applies_paths = True
