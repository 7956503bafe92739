"""The own rules of OS::Neutron::Port: fixed addresses or none."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtMostOne
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._value_specs import DEMAND, value_specs


class Port(TypeRules):
    """The own rules of OS::Neutron::Port."""

    types = ("OS::Neutron::Port",)
    source = "heat/engine/resources/openstack/neutron/port.py"
    reads = (
        Reads(("value_specs", "no_fixed_ips")),
        Reads(("fixed_ips",), span=("18.0.1", None)),
    )
    relations = (AtMostOne(("fixed_ips", "no_fixed_ips"), meaning="true", span=("16.0.0", None)),)
    demands = (f"{DEMAND}, until Heat 15",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Port
    properties:
      network: n
      fixed_ips: [{ip_address: 10.0.0.5}]
      no_fixed_ips: true
      ^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Port
    properties: {network: n, no_fixed_ips: true}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if release is not None and release < (16,):  # later releases do not look at what the check finds
            yield from value_specs(values, resource, context)
