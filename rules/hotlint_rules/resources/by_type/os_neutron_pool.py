"""The own rules of OS::Neutron::Pool: a cookie for sessions that are kept by one."""

from __future__ import annotations

from hotlint.resource_types.property_relations import Requires
from hotlint.rule import Example, TypeRules


class NeutronPool(TypeRules):
    """The own rules of OS::Neutron::Pool."""

    types = ("OS::Neutron::Pool",)
    source = "heat/engine/resources/openstack/neutron/loadbalancer.py"
    span = (None, "21.99.0")
    relations = (
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("vip", "session_persistence"), meaning="true"),
    )
    bad = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Pool
    properties:
      protocol: HTTP
      lb_method: ROUND_ROBIN
      subnet: s
      vip:
        protocol_port: 80
        session_persistence: {type: APP_COOKIE}
        ^^^^^^^^^^^^^^^^^^^
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
    type: OS::Neutron::Pool
    properties:
      protocol: HTTP
      lb_method: ROUND_ROBIN
      subnet: s
      vip: {protocol_port: 80, session_persistence: {type: APP_COOKIE, cookie_name: c}}
""",
            target="18.0.1",
        ),
    )
