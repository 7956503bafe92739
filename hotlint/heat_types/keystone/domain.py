from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.keystone._names import (
    DESCRIPTION,
    SOMETHING,
    WORDS,
    NamedInKeystone,
    taken_in_each_cloud,
    unique_name,
)
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.stacks.update import StackUpdate


class Domain(NamedInKeystone):
    """OS::Keystone::Domain, beyond its schema."""

    types = ("OS::Keystone::Domain",)
    makes = "keystone.domain"
    made_for = "keystone.domain"
    unique = unique_name("domain")
    thing = "the domain"
    # Source: keystone/resource/schema.py
    limits = (Limit("name", 0, 64, SOMETHING, WORDS), DESCRIPTION)
    settings = ("'name' is not that of a domain that each cloud has: Default",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        return taken_in_each_cloud(owner, ("default",), "domain")

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        return "Keystone deletes no domain that is enabled" if old.values.get("enabled") is True else ""
