from __future__ import annotations

from hotlint.rule import Rule
from hotlint_rules.dryrun.failing_value import FailingValue
from hotlint_rules.dryrun.needed_too_early import NeededTooEarly
from hotlint_rules.dryrun.too_much_work import TooMuchWork

RULES: list[type[Rule]] = [FailingValue, TooMuchWork, NeededTooEarly]
