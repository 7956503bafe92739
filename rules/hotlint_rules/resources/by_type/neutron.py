"""The own rules of Neutron's networks, subnets and the rest."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.constraints.custom.addresses import ip_addr
from hotlint.resource_types.property_relations import (
    AnyOther,
    AtMostOne,
    OnlyWhen,
    Ordered,
    Reads,
    Requires,
    conflict,
    invalid,
    missing,
    quoted,
)
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._shared import DEMAND, unknown_choice, value_specs


class Net(TypeRules):
    """OS::Neutron::Net and OS::Neutron::Firewall: names that `value_specs` must not hold.

    The other types with `value_specs` do not look at the result of Heat's check (OS::Neutron::Port did until Heat 16).
    """

    types = ("OS::Neutron::Net", "OS::Neutron::Firewall")
    source = "heat/engine/resources/openstack/neutron/neutron.py"
    reads = (Reads(("value_specs",)),)
    demands = (DEMAND,)
    bad = (
        """
        value_specs: {shared: true}
                     ^^^^^^^^^^^^^^
        """,
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Firewall
    properties:
      firewall_policy_id: p
      value_specs: {name: edge}
                   ^^^^^^^^^^^^
"""),
    )
    good = ("{shared: true, value_specs: {mtu: 1400}}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from value_specs(values, resource, context)


class NetworkGateway(TypeRules):
    """OS::Neutron::NetworkGateway: a VLAN only where there is one."""

    types = ("OS::Neutron::NetworkGateway",)
    source = "heat/engine/resources/openstack/neutron/network_gateway.py"
    reads = (Reads(("connections",)),)
    relations = (
        Requires("segmentation_type", ("segmentation_id",), ("vlan",), within=("connections",)),
        OnlyWhen(
            ("segmentation_id",), "segmentation_type", ("flat",), within=("connections",), meaning="true", negated=True
        ),
    )
    bad = (
        """
        devices: [{id: d, interface_name: e}]
        connections:
          - {network: n, segmentation_type: flat, segmentation_id: 7}
                                                  ^^^^^^^^^^^^^^^
        """,
    )
    good = (
        "{devices: [{id: d, interface_name: e}], connections: [{network: n, segmentation_type: vlan, segmentation_id: 7}]}",
    )


class ProviderNet(TypeRules):
    """OS::Neutron::ProviderNet: a segment and a physical network only where the network type has them."""

    types = ("OS::Neutron::ProviderNet",)
    source = "heat/engine/resources/openstack/neutron/provider_net.py"
    reads = (
        Reads(("segmentation_id",)),
        Reads(("physical_network",), span=("27.0.0", None)),
        Reads(("network_type",), when="segmentation_id"),
    )
    relations = (
        OnlyWhen(("segmentation_id",), "network_type", ("vlan",), meaning="true", span=(None, "22.99.0")),
        OnlyWhen(
            ("segmentation_id",), "network_type", ("local", "flat"), meaning="true", span=("23.0.0", None), negated=True
        ),
        OnlyWhen(
            ("physical_network",),
            "network_type",
            ("vxlan", "gre", "geneve", "local"),
            meaning="true",
            span=("24.0.0", None),
            negated=True,
        ),
    )
    bad = (
        """
        network_type: flat
        physical_network: p
        segmentation_id: 5
        ^^^^^^^^^^^^^^^
        """,
    )
    good = ("{network_type: vlan, physical_network: p, segmentation_id: 5}",)


class NeutronQuota(TypeRules):
    """OS::Neutron::Quota: at least one quota."""

    types = ("OS::Neutron::Quota",)
    source = "heat/engine/resources/openstack/neutron/quota.py"
    reads = (
        Reads(
            (
                "project",
                "subnet",
                "network",
                "floatingip",
                "security_group_rule",
                "security_group",
                "router",
                "port",
                "subnetpool",
                "rbac_policy",
            )
        ),
    )
    relations = (AnyOther("project"),)
    bad = ("{project: p}",)
    good = ("{project: p, port: 5}",)


_SHARED = ("access_as_shared",)
_ACTIONS = {"network": ("access_as_shared", "access_as_external")}
"""What may be done with each type of object; with any other, it may be shared."""


class RbacPolicy(TypeRules):
    """OS::Neutron::RBACPolicy: an action that fits the type of object."""

    types = ("OS::Neutron::RBACPolicy",)
    source = "heat/engine/resources/openstack/neutron/rbac_policy.py"
    reads = (Reads(("object_type", "action")),)
    demands = ("'action' is one that the 'object_type' has: 'access_as_external' is for a 'network' only",)
    bad = (
        """
        object_type: qos_policy
        object_id: o
        target_tenant: t
        action: access_as_external
                ^^^^^^^^^^^^^^^^^^
        """,
    )
    good = ("{object_type: network, object_id: o, target_tenant: t, action: access_as_external}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "object_type", resource, context)
        action, kind = values["action"], values["object_type"]
        allowed = _ACTIONS.get(kind, _SHARED) if isinstance(kind, str) else None
        if allowed is not None and isinstance(action, str) and action not in allowed:
            message = (
                f"'action' of {resource.type} must be {quoted(allowed)} when 'object_type' is '{kind}', not '{action}'"
            )
            yield invalid(values, "action", message)


_LAST_VLAN = 4094


class Segment(TypeRules):
    """OS::Neutron::Segment: a physical network and a segment where the network type has them."""

    types = ("OS::Neutron::Segment",)
    source = "heat/engine/resources/openstack/neutron/segment.py"
    reads = (Reads(("network_type", "physical_network", "segmentation_id")),)
    relations = (
        Requires("network_type", ("physical_network",), ("flat", "vlan")),
        Requires("network_type", ("segmentation_id",), ("vlan",)),
        OnlyWhen(("segmentation_id",), "network_type", ("local", "flat"), negated=True),
        OnlyWhen(("physical_network",), "network_type", ("vxlan", "gre", "geneve"), negated=True),
    )
    demands = ("'segmentation_id' is at most 4094 when 'network_type' is 'vlan'",)
    bad = ("{network: n, network_type: flat}",)
    good = ("{network: n, network_type: vlan, physical_network: p, segmentation_id: 5}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        number = values["segmentation_id"]
        if values["network_type"] == "vlan" and isinstance(number, int) and number > _LAST_VLAN:
            yield invalid(
                values, "segmentation_id", f"'segmentation_id' of {resource.type} is above the last VLAN ({_LAST_VLAN})"
            )


class Subnet(TypeRules):
    """OS::Neutron::Subnet: one source of addresses, IPv6 modes that agree, and a gateway that is an address."""

    types = ("OS::Neutron::Subnet",)
    source = "heat/engine/resources/openstack/neutron/subnet.py"
    reads = (
        Reads(
            (
                "subnetpool",
                "prefixlen",
                "cidr",
                "value_specs",
                "ip_version",
                "gateway_ip",
                "ipv6_ra_mode",
                "ipv6_address_mode",
            )
        ),
    )
    relations = (
        OnlyWhen(("ipv6_ra_mode", "ipv6_address_mode"), "ip_version", (4,), meaning="true", negated=True),
        AtMostOne(("prefixlen", "cidr"), meaning="true"),
    )
    demands = (
        "exactly one of 'cidr' or 'subnetpool' is given",
        "'ipv6_ra_mode' and 'ipv6_address_mode' are the same when both are given",
        "'gateway_ip' is an IP address",
    )
    bad = ("{network: n}",)
    good = ("{network: n, cidr: 10.0.0.0/24, gateway_ip: 10.0.0.1}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        pool, cidr = values.is_set("subnetpool"), values.is_true("cidr")
        if pool and cidr:
            yield conflict(values, "cidr", f"{resource.type} takes only one of 'cidr' or 'subnetpool'")
        elif pool is False and cidr is False:
            yield missing(values, "cidr", f"{resource.type} requires 'cidr' or 'subnetpool'")
        mode, other = values["ipv6_ra_mode"], values["ipv6_address_mode"]
        if isinstance(mode, str) and isinstance(other, str) and mode and other and mode != other:
            message = (
                f"'ipv6_address_mode' of {resource.type} must be the same as 'ipv6_ra_mode' ('{mode}'), not '{other}'"
            )
            yield invalid(values, "ipv6_address_mode", message)
        gateway = values["gateway_ip"]
        none = ("~", "", "auto") if release is None or release >= (26,) else ("~", "")
        if isinstance(gateway, str) and gateway not in none and ip_addr(gateway) is not None:
            yield invalid(
                values, "gateway_ip", f"'gateway_ip' of {resource.type} is '{gateway}', which is not an IP address"
            )


class SubnetPool(TypeRules):
    """OS::Neutron::SubnetPool: prefix lengths in order."""

    types = ("OS::Neutron::SubnetPool",)
    source = "heat/engine/resources/openstack/neutron/subnetpool.py"
    reads = (Reads(("default_prefixlen", "min_prefixlen", "max_prefixlen")),)
    relations = (
        Ordered("min_prefixlen", "max_prefixlen", meaning="true"),
        Ordered("default_prefixlen", "max_prefixlen", meaning="true"),
        Ordered("min_prefixlen", "default_prefixlen", meaning="true"),
    )
    bad = (
        """
        prefixes: [10.0.0.0/8]
        min_prefixlen: 28
                       ^^
        max_prefixlen: 24
        """,
    )
    good = ("{prefixes: [10.0.0.0/8], min_prefixlen: 24, max_prefixlen: 28}",)
