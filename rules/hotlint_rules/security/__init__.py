"""Rules on security."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.security.visible_secret import VisibleSecret

RULES: list[type[Rule]] = [
    VisibleSecret,
]
