"""The own rules of OS::Heat::AccessPolicy: resources that the stack has."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.suggestions import did_you_mean
from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class AccessPolicy(TypeRules):
    """The own rules of OS::Heat::AccessPolicy."""

    types = ("OS::Heat::AccessPolicy",)
    source = "heat/engine/resources/openstack/heat/access_policy.py"
    reads = (Reads(("AllowedResources",)),)
    demands = ("every name in 'AllowedResources' is that of a resource in the same template",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::AccessPolicy
    properties:
      AllowedResources: [nope]
                        ^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::AccessPolicy
    properties:
      AllowedResources: [~]
                        ^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  server: {type: OS::Nova::Server, properties: {flavor: f, image: i}}
  it:
    type: OS::Heat::AccessPolicy
    properties: {AllowedResources: [server]}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        names = values["AllowedResources"]
        for name in names if isinstance(names, list) else ():
            if name is None:
                message = f"'AllowedResources' of {resource.type} must hold names of resources, not null"
                yield invalid(values, "AllowedResources", message)
            if isinstance(name, str) and name not in context.template.resources:
                hint = did_you_mean(name, context.template.resources)
                yield invalid(
                    values, "AllowedResources", f"'AllowedResources' names the undefined resource '{name}'{hint}"
                )
