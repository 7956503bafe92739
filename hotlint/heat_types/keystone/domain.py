from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.keystone._names import DESCRIPTION, SOMETHING, WORDS, NamedInKeystone, unique_name
from hotlint.heat_types.refusals import Limit

if TYPE_CHECKING:
    from hotlint.stacks.records import StackResource
    from hotlint.stacks.update import StackUpdate


class Domain(NamedInKeystone):
    """OS::Keystone::Domain, beyond its schema."""

    types = ("OS::Keystone::Domain",)
    made_for = "keystone.domain"
    unique = unique_name("domain")
    thing = "the domain"
    service_source = "keystone/resource/schema.py"
    limits = (Limit("name", 0, 64, SOMETHING, WORDS), DESCRIPTION)

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        return "Keystone deletes no domain that is enabled" if old.values.get("enabled") is True else ""
