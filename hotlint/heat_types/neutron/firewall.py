from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.neutron._value_specs import DEMAND, value_specs
from hotlint.resource_types.property_relations import Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Firewall(HeatType):
    """OS::Neutron::Firewall: names that `value_specs` must not hold."""

    types = ("OS::Neutron::Firewall",)
    reads = (Reads(("value_specs",)),)
    demands = (DEMAND,)
    bad = (
        """
        firewall_policy_id: p
        value_specs: {name: edge}
                     ^^^^^^^^^^^^
        """,
    )
    good = ("{firewall_policy_id: p, name: edge, value_specs: {admin_state: true}}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        return value_specs(values, it)
