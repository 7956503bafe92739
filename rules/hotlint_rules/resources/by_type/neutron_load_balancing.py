"""The own rules of the load balancers of Neutron."""

from __future__ import annotations

from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Reads, Requires
from hotlint.rule import TypeRules


class LbaasL7Policy(TypeRules):
    """OS::Neutron::LBaaS::L7Policy: the target that each action redirects to."""

    types = ("OS::Neutron::LBaaS::L7Policy",)
    source = "heat/engine/resources/openstack/neutron/lbaas/l7policy.py"
    span = (None, "21.99.0")
    reads = (Reads(("action", "redirect_pool", "redirect_url")),)
    relations = (
        OnlyWhen(("redirect_pool",), "action", ("REJECT", "REDIRECT_TO_URL"), negated=True),
        OnlyWhen(("redirect_url",), "action", ("REJECT", "REDIRECT_TO_POOL"), negated=True),
        Requires("action", ("redirect_pool",), ("REDIRECT_TO_POOL",)),
        Requires("action", ("redirect_url",), ("REDIRECT_TO_URL",)),
    )
    shown_in = "18.0.1"
    bad = ("{listener: l, action: REDIRECT_TO_POOL}",)
    good = ('{listener: l, action: REDIRECT_TO_URL, redirect_url: "http://example.org"}',)


class LbaasL7Rule(TypeRules):
    """OS::Neutron::LBaaS::L7Rule: a key to look at in headers and cookies."""

    types = ("OS::Neutron::LBaaS::L7Rule",)
    source = "heat/engine/resources/openstack/neutron/lbaas/l7rule.py"
    span = (None, "21.99.0")
    reads = (Reads(("type",)),)
    relations = (Requires("type", ("key",), ("HEADER", "COOKIE")),)
    shown_in = "18.0.1"
    bad = ("{l7policy: p, type: HEADER, compare_type: EQUAL_TO, value: v}",)
    good = ("{l7policy: p, type: HEADER, key: k, compare_type: EQUAL_TO, value: v}",)


class LbaasListener(TypeRules):
    """OS::Neutron::LBaaS::Listener: a load balancer or a pool, and a certificate for terminated HTTPS."""

    types = ("OS::Neutron::LBaaS::Listener",)
    source = "heat/engine/resources/openstack/neutron/lbaas/listener.py"
    span = (None, "21.99.0")
    reads = (Reads(("protocol", "loadbalancer")),)
    relations = (
        AtLeastOne(("loadbalancer", "default_pool")),
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
    )
    shown_in = "18.0.1"
    bad = ("{loadbalancer: l, protocol: TERMINATED_HTTPS, protocol_port: 443}",)
    good = ("{loadbalancer: l, protocol: HTTP, protocol_port: 80}",)


class LbaasPool(TypeRules):
    """OS::Neutron::LBaaS::Pool: what it belongs to, and a cookie only where one is used."""

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
    shown_in = "18.0.1"
    bad = ("{protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)
    good = ("{listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)


class NeutronPool(TypeRules):
    """OS::Neutron::Pool: a cookie for sessions that are kept by one."""

    types = ("OS::Neutron::Pool",)
    source = "heat/engine/resources/openstack/neutron/loadbalancer.py"
    span = (None, "21.99.0")
    relations = (
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("vip", "session_persistence"), meaning="true"),
    )
    shown_in = "18.0.1"
    bad = (
        """
        protocol: HTTP
        lb_method: ROUND_ROBIN
        subnet: s
        vip:
          protocol_port: 80
          session_persistence: {type: APP_COOKIE}
          ^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = (
        """
        protocol: HTTP
        lb_method: ROUND_ROBIN
        subnet: s
        vip: {protocol_port: 80, session_persistence: {type: APP_COOKIE, cookie_name: c}}
        """,
    )
