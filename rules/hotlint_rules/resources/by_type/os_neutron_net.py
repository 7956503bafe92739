"""The own rules of OS::Neutron::Net and OS::Neutron::Firewall: what `value_specs` must not hold.

The other types with `value_specs` do not look at what Heat's check of it finds (OS::Neutron::Port until Heat 16 did).
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._value_specs import DEMAND, value_specs


class Net(TypeRules):
    """The own rules of OS::Neutron::Net and OS::Neutron::Firewall."""

    types = ("OS::Neutron::Net", "OS::Neutron::Firewall")
    source = "heat/engine/resources/openstack/neutron/neutron.py"
    reads = (Reads(("value_specs",)),)
    demands = (DEMAND,)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Net
    properties:
      value_specs: {shared: true}
                   ^^^^^^^^^^^^^^
"""),
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
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Net
    properties: {shared: true, value_specs: {mtu: 1400}}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from value_specs(values, resource, context)
