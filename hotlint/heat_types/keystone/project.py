from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.keystone._names import SOMETHING, WORDS, NamedInKeystone, taken_in_each_cloud, unique_name
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class Project(NamedInKeystone):
    """OS::Keystone::Project, beyond its schema."""

    types = ("OS::Keystone::Project",)
    made_for = "keystone.project"
    unique = unique_name("project")
    thing = "the project"
    service_source = "keystone/resource/schema.py"
    limits = (
        Limit("name", 0, 64, SOMETHING, WORDS),
        Limit("tags", 1, 255, r"[^,/]*", "has neither , nor /", of="values"),
    )
    settings = ("'name' is not that of a project that each cloud has, such as admin",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().refuses(owner, stack)
        yield from taken_in_each_cloud(owner, ("admin", "service"), "project")
