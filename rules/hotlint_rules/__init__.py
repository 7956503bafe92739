"""hotlint's own rules, one a file, by group. The entry point group `hotlint.rules` finds `RULES`, and `TYPE_RULES`."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules import (  # fmt: skip
    advice,
    composition,
    document,
    evaluation,
    functions,
    parameters,
    references,
    resources,
    security,
    structure,
)
from hotlint_rules.resources.by_type import TYPE_RULES

__all__ = ["RULES", "TYPE_RULES"]

RULES: list[type[Rule]] = [
    *document.RULES,
    *structure.RULES,
    *parameters.RULES,
    *references.RULES,
    *functions.RULES,
    *resources.RULES,
    *composition.RULES,
    *evaluation.RULES,
    *advice.RULES,
    *security.RULES,
]
