"""The own rules of OS::Neutron::Pool."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import Requires


class NeutronPool(TypeRules):
    """The own rules of OS::Neutron::Pool."""

    types = ("OS::Neutron::Pool",)
    source = "heat/engine/resources/openstack/neutron/loadbalancer.py"
    span = (None, "21.99.0")
    relations = (
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("vip", "session_persistence"), meaning="true"),
    )
