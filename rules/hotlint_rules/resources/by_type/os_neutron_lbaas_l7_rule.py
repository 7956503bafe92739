"""The own rules of OS::Neutron::LBaaS::L7Rule."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import Requires


class LbaasL7Rule(TypeRules):
    """The own rules of OS::Neutron::LBaaS::L7Rule."""

    types = ("OS::Neutron::LBaaS::L7Rule",)
    source = "heat/engine/resources/openstack/neutron/lbaas/l7rule.py"
    span = (None, "21.99.0")
    relations = (Requires("type", ("key",), ("HEADER", "COOKIE")),)
