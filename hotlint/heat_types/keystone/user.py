from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.keystone._names import SOMETHING, WORDS, NamedInKeystone, taken_in_each_cloud, unique_name
from hotlint.heat_types.keystone._roles import AssignsRoles, examples
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class User(NamedInKeystone, AssignsRoles):
    """OS::Keystone::User: each role in a project or in a domain."""

    types = ("OS::Keystone::User",)
    makes = "keystone.user"
    made_for = "keystone.user"
    follows = {"default_project": ("default_project_id",)}
    unique = unique_name("user")
    thing = "the user"
    # Source: keystone/identity/schema.py
    limits = (Limit("name", 0, 255, SOMETHING, WORDS),)
    service_demands = (*NamedInKeystone.service_demands, "'default_project' is no domain")
    settings = ("'name' is not that of a user that each cloud has: admin",)
    bad, good = examples("name: n")

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from taken_in_each_cloud(owner, ("admin",), "user")
        domain = stack.maker(owner.values.get("default_project"), "OS::Keystone::Domain")
        if domain is not None:
            yield Refusal(owner, ("default_project",), f"'{domain.place}' is a domain", "neighbor", domain)
