from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

_TIMEOUT = 3600
"""Seconds that Heat gives a stack when nothing else is asked for (stack_action_timeout)."""


class Delay(HeatType):
    """OS::Heat::Delay: a wait that ends before the stack times out."""

    types = ("OS::Heat::Delay",)
    demands = (
        "'min_wait' and 'max_jitter' times 'jitter_multiplier' are together at most 3600 seconds, the default timeout of a stack",
    )
    asks = ("the timeout that a stack is created with: the default is assumed",)
    bad = (
        """
        min_wait: 4000
                  ^^^^
        """,
    )
    good = ("{min_wait: 60}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        parts = [values[name] for name in ("min_wait", "max_jitter", "jitter_multiplier")]
        if it.is_nested or not all(isinstance(p, int | float) for p in parts):
            return
        longest = parts[0] + parts[1] * parts[2]
        if longest > _TIMEOUT:
            message = f"{it.type} may wait {longest:g} seconds, longer than a stack's default timeout ({_TIMEOUT})"
            yield invalid(values, "min_wait" if parts[0] else "max_jitter", message)
