"""The own rules of OS::Octavia::Pool: what it belongs to, and a cookie only where one is used."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Requires
from hotlint.rule import Example, TypeRules


class OctaviaPool(TypeRules):
    """The own rules of OS::Octavia::Pool."""

    types = ("OS::Octavia::Pool",)
    source = "heat/engine/resources/openstack/octavia/pool.py"
    reads = (
        Reads(("session_persistence", "listener")),
        Reads(("loadbalancer",), unless="listener"),
    )
    relations = (
        AtLeastOne(("listener", "loadbalancer")),
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("session_persistence",), meaning="true"),
        OnlyWhen(
            ("cookie_name",), "type", ("SOURCE_IP",), within=("session_persistence",), meaning="true", negated=True
        ),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::Pool
          ^^^^^^^^^^^^^^^^^
    properties: {protocol: HTTP, lb_algorithm: ROUND_ROBIN}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::Pool
    properties: {listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN}
"""),
    )
