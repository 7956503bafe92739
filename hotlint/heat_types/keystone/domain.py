from __future__ import annotations

from hotlint.heat_types.keystone._names import DESCRIPTION, SOMETHING, WORDS, NamedInKeystone, unique_name
from hotlint.heat_types.refusals import Limit


class Domain(NamedInKeystone):
    """OS::Keystone::Domain, beyond its schema."""

    types = ("OS::Keystone::Domain",)
    made_for = "keystone.domain"
    unique = unique_name("domain")
    thing = "the domain"
    service_source = "keystone/resource/schema.py"
    limits = (Limit("name", 0, 64, SOMETHING, WORDS), DESCRIPTION)
