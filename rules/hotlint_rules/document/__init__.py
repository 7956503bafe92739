from __future__ import annotations

from hotlint.rule import Rule

RULES: list[type[Rule]] = []
