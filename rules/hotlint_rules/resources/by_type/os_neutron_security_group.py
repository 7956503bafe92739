"""The own rules of OS::Neutron::SecurityGroup: a name that Neutron does not have already."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class SecurityGroup(TypeRules):
    """The own rules of OS::Neutron::SecurityGroup."""

    types = ("OS::Neutron::SecurityGroup",)
    source = "heat/engine/resources/openstack/neutron/security_group.py"
    reads = (Reads(("name", "stateful")),)
    demands = ("'name' is not 'default'",)
    asks = ("Neutron whether it has stateless security groups, when 'stateful' is false",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::SecurityGroup
    properties:
      name: default
            ^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::SecurityGroup
    properties: {name: web}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if values["name"] == "default":
            yield invalid(
                values, "name", f"'name' of {resource.type} must not be 'default', which Neutron has for its own"
            )
