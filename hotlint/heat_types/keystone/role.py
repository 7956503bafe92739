from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.keystone._names import SOMETHING, WORDS, NamedInKeystone, taken_in_each_cloud, unique_name
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class Role(NamedInKeystone):
    """OS::Keystone::Role, beyond its schema."""

    types = ("OS::Keystone::Role",)
    makes = "keystone.role"
    made_for = "keystone.role"
    unique = unique_name("role")
    thing = "the role"
    # Source: keystone/assignment/schema.py
    limits = (Limit("name", 0, 255, SOMETHING, WORDS),)
    settings = ("'name' is not that of a role that each cloud has: admin, member, reader",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from taken_in_each_cloud(owner, ("admin", "manager", "member", "reader", "service"), "role")
