from __future__ import annotations

from hotlint.heat_types.keystone._names import SOMETHING, WORDS, NamedInKeystone
from hotlint.heat_types.refusals import Limit


class Group(NamedInKeystone):
    """OS::Keystone::Group, beyond its schema."""

    types = ("OS::Keystone::Group",)
    made_for = "keystone.group"
    thing = "the group"
    service_source = "keystone/identity/schema.py"
    limits = (Limit("name", 0, 64, SOMETHING, WORDS),)
