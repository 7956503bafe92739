from __future__ import annotations

from hotlint.heat_types.base import HeatType


class ResourceChain(HeatType):
    """OS::Heat::ResourceChain, beyond its schema."""

    types = ("OS::Heat::ResourceChain",)
    group = "chain"
    has_stack = True
    names_stack = True
    definition = "resources"
    group_attributes = ("refs", "attributes")
