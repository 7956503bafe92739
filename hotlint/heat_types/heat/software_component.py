from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.heat._configs import SoftwareConfigs
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class SoftwareComponent(SoftwareConfigs):
    """OS::Heat::SoftwareComponent: one configuration an action."""

    types = ("OS::Heat::SoftwareComponent",)
    idle = "no deployment uses the configuration"
    reads = (Reads(("configs",)),)
    demands = ("in 'configs', no two entries have the same action in 'actions'",)
    bad = (
        """
        configs:
          - {actions: [CREATE], config: a, tool: script}
          - {actions: [CREATE], config: b, tool: script}
                      ^^^^^^^^
        """,
    )
    good = ("{configs: [{actions: [CREATE], config: a, tool: script}, {actions: [DELETE], config: b, tool: script}]}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        seen: set[str] = set()
        for config in values.items("configs"):
            actions = config["actions"]
            for action in actions if isinstance(actions, list) else ():
                if isinstance(action, str) and action in seen:
                    yield invalid(config, "actions", f"{it.type} has more than one configuration for {action}")
            seen.update(a for a in actions or () if isinstance(a, str))
