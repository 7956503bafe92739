"""The own rules of OS::Neutron::Router: agents only as far as a distributed or highly available router has them."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtMostOne, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class Router(TypeRules):
    """The own rules of OS::Neutron::Router."""

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
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Router
    properties:
      distributed: true
      ha: true
      ^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Router
    properties: {ha: true, l3_agent_ids: [a, b]}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        agents = values["l3_agent_ids"]
        if values.is_true("ha") is False and isinstance(agents, list) and len(agents) > 1:
            yield invalid(
                values, "l3_agent_ids", f"'l3_agent_ids' of {resource.type} takes one agent unless 'ha' is true"
            )
