"""The own rules of OS::Neutron::Subnet: one source of addresses, IPv6 modes that agree, and a gateway that is an address."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.constraints.custom.addresses import ip_addr
from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtMostOne, OnlyWhen, conflict, invalid, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class Subnet(TypeRules):
    """The own rules of OS::Neutron::Subnet."""

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
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Subnet
          ^^^^^^^^^^^^^^^^^^^
    properties: {network: n}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Subnet
    properties: {network: n, cidr: 10.0.0.0/24, gateway_ip: 10.0.0.1}
"""),
    )

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
