"""The own rules of OS::Heat::SoftwareComponent: one configuration an action."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class SoftwareComponent(TypeRules):
    """The own rules of OS::Heat::SoftwareComponent."""

    types = ("OS::Heat::SoftwareComponent",)
    source = "heat/engine/resources/openstack/heat/software_component.py"
    reads = (Reads(("configs",)),)
    demands = ("in 'configs', no two entries have the same action in 'actions'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::SoftwareComponent
    properties:
      configs:
        - {actions: [CREATE], config: a, tool: script}
        - {actions: [CREATE], config: b, tool: script}
                    ^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::SoftwareComponent
    properties: {configs: [{actions: [CREATE], config: a, tool: script}, {actions: [DELETE], config: b, tool: script}]}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        seen: set[str] = set()
        for config in values.items("configs"):
            actions = config["actions"]
            for action in actions if isinstance(actions, list) else ():
                if isinstance(action, str) and action in seen:
                    yield invalid(config, "actions", f"{resource.type} has more than one configuration for {action}")
            seen.update(a for a in actions or () if isinstance(a, str))
