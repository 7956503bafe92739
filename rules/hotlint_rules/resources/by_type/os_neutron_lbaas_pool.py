"""The own rules of OS::Neutron::LBaaS::Pool."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Requires


class LbaasPool(TypeRules):
    """The own rules of OS::Neutron::LBaaS::Pool."""

    types = ("OS::Neutron::LBaaS::Pool",)
    source = "heat/engine/resources/openstack/neutron/lbaas/pool.py"
    span = (None, "21.99.0")
    relations = (
        AtLeastOne(("listener", "loadbalancer")),
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("session_persistence",), meaning="true"),
        OnlyWhen(
            ("cookie_name",), "type", ("SOURCE_IP",), within=("session_persistence",), meaning="true", negated=True
        ),
    )
