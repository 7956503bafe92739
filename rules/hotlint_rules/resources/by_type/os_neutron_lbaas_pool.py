"""The own rules of OS::Neutron::LBaaS::Pool: what it belongs to, and a cookie only where one is used."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Requires
from hotlint.rule import Example, TypeRules


class LbaasPool(TypeRules):
    """The own rules of OS::Neutron::LBaaS::Pool."""

    types = ("OS::Neutron::LBaaS::Pool",)
    source = "heat/engine/resources/openstack/neutron/lbaas/pool.py"
    span = (None, "21.99.0")
    reads = (Reads(("session_persistence", "listener")),)
    relations = (
        AtLeastOne(("listener", "loadbalancer")),
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("session_persistence",), meaning="true"),
        OnlyWhen(
            ("cookie_name",), "type", ("SOURCE_IP",), within=("session_persistence",), meaning="true", negated=True
        ),
    )
    bad = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::LBaaS::Pool
          ^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {protocol: HTTP, lb_algorithm: ROUND_ROBIN}
""",
            target="18.0.1",
        ),
    )
    good = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::LBaaS::Pool
    properties: {listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN}
""",
            target="18.0.1",
        ),
    )
