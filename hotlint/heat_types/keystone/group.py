from hotlint.heat_types.keystone._names import SOMETHING, WORDS, NamedInKeystone, unique_name
from hotlint.heat_types.keystone._roles import AssignsRoles, examples
from hotlint.heat_types.refusals import Limit


class Group(NamedInKeystone, AssignsRoles):
    """OS::Keystone::Group: each role in a project or in a domain."""

    types = ("OS::Keystone::Group",)
    makes = "keystone.group"
    made_for = "keystone.group"
    unique = unique_name("group")
    thing = "the group"
    # Source: keystone/identity/schema.py
    limits = (Limit("name", 0, 64, SOMETHING, WORDS),)
    bad, good = examples("name: n")
