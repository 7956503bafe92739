"""The own rules of OS::Neutron::SecurityGroupRule: one remote side, and ports in order."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtMostOne, Ordered
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class SecurityGroupRule(TypeRules):
    """The own rules of OS::Neutron::SecurityGroupRule."""

    types = ("OS::Neutron::SecurityGroupRule",)
    source = "heat/engine/resources/openstack/neutron/security_group_rule.py"
    reads = (Reads(("port_range_min", "port_range_max", "protocol", "remote_group")),)
    relations = (AtMostOne(("remote_group", "remote_ip_prefix")),)
    demands = (
        "'port_range_min' is not greater than 'port_range_max' unless 'protocol' is 'icmp', 'icmpv6' or 'ipv6-icmp'",
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::SecurityGroupRule
    properties:
      security_group: g
      protocol: tcp
      port_range_min: 90
                      ^^
      port_range_max: 80
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::SecurityGroupRule
    properties: {security_group: g, protocol: tcp, port_range_min: 80, port_range_max: 90}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if values.is_one_of("protocol", ("icmp", "icmpv6", "ipv6-icmp")) is False:
            yield from Ordered("port_range_min", "port_range_max").check(values, resource.type or "")
