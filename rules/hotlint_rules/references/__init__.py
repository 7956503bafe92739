from __future__ import annotations

from hotlint.rule import Rule
from hotlint_rules.references.unknown_parameter import UnknownParameter

RULES: list[type[Rule]] = [UnknownParameter]
