from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.evaluation.failing_value import FailingValue
from hotlint_rules.evaluation.needed_too_early import NeededTooEarly
from hotlint_rules.evaluation.too_much_work import TooMuchWork

RULES: list[type[Rule]] = [FailingValue, TooMuchWork, NeededTooEarly]
