"""The own rules of Neutron's ports, addresses, routers and security groups."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import AtMostOne, ExactlyOne, Ordered, Reads, Requires, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._shared import DEMAND, value_specs


class FloatingIp(TypeRules):
    """OS::Neutron::FloatingIP: a fixed address together with its port."""

    types = ("OS::Neutron::FloatingIP",)
    source = "heat/engine/resources/openstack/neutron/floatingip.py"
    reads = (
        Reads(("value_specs", "port_id")),
        Reads(("fixed_ip_address",), unless="port_id"),
    )
    relations = (Requires("fixed_ip_address", ("port_id",)),)
    bad = ("{floating_network: n, fixed_ip_address: 10.0.0.5}",)
    good = ("{floating_network: n, port_id: 7b9e6a3c-0d1f-4c8e-9a55-1f2e3d4c5b6a, fixed_ip_address: 10.0.0.5}",)


class Port(TypeRules):
    """OS::Neutron::Port: fixed addresses or none."""

    types = ("OS::Neutron::Port",)
    source = "heat/engine/resources/openstack/neutron/port.py"
    reads = (
        Reads(("value_specs", "no_fixed_ips")),
        Reads(("fixed_ips",), span=("18.0.1", None)),
    )
    relations = (AtMostOne(("fixed_ips", "no_fixed_ips"), meaning="true", span=("16.0.0", None)),)
    demands = (f"{DEMAND}, until Heat 15",)
    bad = (
        """
        network: n
        fixed_ips: [{ip_address: 10.0.0.5}]
        no_fixed_ips: true
        ^^^^^^^^^^^^
        """,
    )
    good = ("{network: n, no_fixed_ips: true}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if release is not None and release < (16,):  # later releases do not look at what the check finds
            yield from value_specs(values, resource, context)


class Router(TypeRules):
    """OS::Neutron::Router: agents only as far as a distributed or highly available router has them."""

    types = ("OS::Neutron::Router",)
    source = "heat/engine/resources/openstack/neutron/router.py"
    reads = (Reads(("value_specs", "l3_agent_id", "l3_agent_ids", "distributed", "ha")),)
    relations = (
        AtMostOne(("l3_agent_id", "l3_agent_ids"), meaning="true"),
        AtMostOne(("distributed", "l3_agent_id"), meaning="true"),
        AtMostOne(("distributed", "l3_agent_ids"), meaning="true"),
        AtMostOne(("distributed", "ha"), meaning="true"),
    )
    demands = ("'l3_agent_ids' has one agent unless 'ha' is true",)
    bad = (
        """
        distributed: true
        ha: true
        ^^
        """,
    )
    good = ("{ha: true, l3_agent_ids: [a, b]}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        agents = values["l3_agent_ids"]
        if values.is_true("ha") is False and isinstance(agents, list) and len(agents) > 1:
            yield invalid(
                values, "l3_agent_ids", f"'l3_agent_ids' of {resource.type} takes one agent unless 'ha' is true"
            )


class RouterInterface(TypeRules):
    """OS::Neutron::RouterInterface: a subnet or a port."""

    types = ("OS::Neutron::RouterInterface",)
    source = "heat/engine/resources/openstack/neutron/router.py"
    reads = (Reads(("subnet_id", "subnet", "port_id", "port")),)
    relations = (ExactlyOne(("subnet", "port")),)
    bad = ("{router: r}",)
    good = ("{router: r, subnet: s}",)


class SecurityGroup(TypeRules):
    """OS::Neutron::SecurityGroup: a name that Neutron does not have already."""

    types = ("OS::Neutron::SecurityGroup",)
    source = "heat/engine/resources/openstack/neutron/security_group.py"
    reads = (Reads(("name", "stateful")),)
    demands = ("'name' is not 'default'",)
    asks = ("Neutron whether it has stateless security groups, when 'stateful' is false",)
    bad = (
        """
        name: default
              ^^^^^^^
        """,
    )
    good = ("{name: web}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if values["name"] == "default":
            yield invalid(
                values, "name", f"'name' of {resource.type} must not be 'default', which Neutron has for its own"
            )


class SecurityGroupRule(TypeRules):
    """OS::Neutron::SecurityGroupRule: one remote side, and ports in order."""

    types = ("OS::Neutron::SecurityGroupRule",)
    source = "heat/engine/resources/openstack/neutron/security_group_rule.py"
    reads = (Reads(("port_range_min", "port_range_max", "protocol", "remote_group")),)
    relations = (AtMostOne(("remote_group", "remote_ip_prefix")),)
    demands = (
        "'port_range_min' is not greater than 'port_range_max' unless 'protocol' is 'icmp', 'icmpv6' or 'ipv6-icmp'",
    )
    bad = (
        """
        security_group: g
        protocol: tcp
        port_range_min: 90
                        ^^
        port_range_max: 80
        """,
    )
    good = ("{security_group: g, protocol: tcp, port_range_min: 80, port_range_max: 90}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if values.is_one_of("protocol", ("icmp", "icmpv6", "ipv6-icmp")) is False:
            yield from Ordered("port_range_min", "port_range_max").check(values, resource.type or "")
