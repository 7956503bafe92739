"""The own rules of OS::Octavia::L7Rule."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import Requires


class L7Rule(TypeRules):
    """The own rules of OS::Octavia::L7Rule."""

    types = ("OS::Octavia::L7Rule",)
    source = "heat/engine/resources/openstack/octavia/l7rule.py"
    relations = (Requires("type", ("key",), ("HEADER", "COOKIE")),)
