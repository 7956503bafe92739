"""The own rules of OS::Octavia::Pool."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Requires


class OctaviaPool(TypeRules):
    """The own rules of OS::Octavia::Pool."""

    types = ("OS::Octavia::Pool",)
    source = "heat/engine/resources/openstack/octavia/pool.py"
    relations = (
        AtLeastOne(("listener", "loadbalancer")),
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("session_persistence",), meaning="true"),
        OnlyWhen(
            ("cookie_name",), "type", ("SOURCE_IP",), within=("session_persistence",), meaning="true", negated=True
        ),
    )
