"""Rules on advice."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.advice.ambiguous_scalar import AmbiguousScalar
from hotlint_rules.advice.missing_description import MissingDescription
from hotlint_rules.advice.replaceable_function import ReplaceableFunction
from hotlint_rules.advice.unused_condition import UnusedCondition
from hotlint_rules.advice.unused_parameter import UnusedParameter

RULES: list[type[Rule]] = [
    UnusedParameter,
    UnusedCondition,
    MissingDescription,
    ReplaceableFunction,
    AmbiguousScalar,
]
