"""hotlint's own rules, one a file, by group. `RULES` is what the entry point group `hotlint.rules` finds."""

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
