"""The own rules of Octavia's resource types."""

from __future__ import annotations

from hotlint.resource_types.property_relations import AnyOther, AtLeastOne, OnlyWhen, Reads, Requires
from hotlint.rule import TypeRules


class L7Policy(TypeRules):
    """OS::Octavia::L7Policy: the target that each action redirects to."""

    types = ("OS::Octavia::L7Policy",)
    source = "heat/engine/resources/openstack/octavia/l7policy.py"
    reads = (Reads(("action", "redirect_pool", "redirect_url")),)
    relations = (
        OnlyWhen(("redirect_pool",), "action", ("REJECT", "REDIRECT_TO_URL"), negated=True),
        OnlyWhen(("redirect_url",), "action", ("REJECT", "REDIRECT_TO_POOL"), negated=True),
        Requires("action", ("redirect_pool",), ("REDIRECT_TO_POOL",)),
        Requires("action", ("redirect_url",), ("REDIRECT_TO_URL",)),
    )
    bad = ("{listener: l, action: REDIRECT_TO_POOL}",)
    good = ('{listener: l, action: REDIRECT_TO_URL, redirect_url: "http://example.org"}',)


class L7Rule(TypeRules):
    """OS::Octavia::L7Rule: a key to look at in headers and cookies."""

    types = ("OS::Octavia::L7Rule",)
    source = "heat/engine/resources/openstack/octavia/l7rule.py"
    reads = (Reads(("type",)),)
    relations = (Requires("type", ("key",), ("HEADER", "COOKIE")),)
    bad = ("{l7policy: p, type: HEADER, compare_type: EQUAL_TO, value: v}",)
    good = ("{l7policy: p, type: HEADER, key: k, compare_type: EQUAL_TO, value: v}",)


class Listener(TypeRules):
    """OS::Octavia::Listener: a certificate for terminated HTTPS; once a load balancer or pool."""

    types = ("OS::Octavia::Listener",)
    source = "heat/engine/resources/openstack/octavia/listener.py"
    reads = (
        Reads(("protocol",)),
        Reads(("loadbalancer",), span=(None, "18.0.1")),
    )
    relations = (
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
        AtLeastOne(("loadbalancer", "default_pool"), span=(None, "21.99.0")),
    )
    bad = ("{loadbalancer: l, protocol: TERMINATED_HTTPS, protocol_port: 443}",)
    good = ("{loadbalancer: l, protocol: HTTP, protocol_port: 80}",)


class OctaviaPool(TypeRules):
    """OS::Octavia::Pool: what it belongs to, and a cookie only where one is used."""

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
    bad = ("{protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)
    good = ("{listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)


class OctaviaQuota(TypeRules):
    """OS::Octavia::Quota: at least one quota."""

    types = ("OS::Octavia::Quota",)
    source = "heat/engine/resources/openstack/octavia/quota.py"
    reads = (Reads(("project", "healthmonitor", "listener", "loadbalancer", "pool", "member")),)
    relations = (AnyOther("project"),)
    bad = ("{project: p}",)
    good = ("{project: p, pool: 5}",)
