from __future__ import annotations

from hotlint.rule import Rule
from hotlint_rules.dryrun.failing_value import FailingValue

RULES: list[type[Rule]] = [FailingValue]
