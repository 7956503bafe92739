"""The own rules of OS::Heat::Delay: a wait that ends before the stack times out."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules

_TIMEOUT = 3600
"""Seconds that Heat gives a stack when nothing else is asked for (stack_action_timeout)."""


class Delay(TypeRules):
    """The own rules of OS::Heat::Delay."""

    types = ("OS::Heat::Delay",)
    source = "heat/engine/resources/openstack/heat/delay.py"
    demands = (
        "'min_wait' and 'max_jitter' times 'jitter_multiplier' are together at most 3600 seconds, the default timeout of a stack",
    )
    asks = ("the timeout that a stack is created with: the default is assumed",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::Delay
    properties:
      min_wait: 4000
                ^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::Delay
    properties: {min_wait: 60}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        parts = [values[name] for name in ("min_wait", "max_jitter", "jitter_multiplier")]
        if context.chain or not all(isinstance(p, int | float) for p in parts):
            return
        longest = parts[0] + parts[1] * parts[2]
        if longest > _TIMEOUT:
            message = (
                f"{resource.type} may wait {longest:g} seconds, longer than a stack's default timeout ({_TIMEOUT})"
            )
            yield invalid(values, "min_wait" if parts[0] else "max_jitter", message)
