"""Rules on evaluation."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.evaluation.attribute_unavailable_at_creation import AttributeUnavailableAtCreation
from hotlint_rules.evaluation.evaluation_failure import EvaluationFailure
from hotlint_rules.evaluation.evaluation_limit_exceeded import EvaluationLimitExceeded

RULES: list[type[Rule]] = [
    EvaluationFailure,
    EvaluationLimitExceeded,
    AttributeUnavailableAtCreation,
]
