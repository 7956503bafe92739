"""hotlint's own rules, one a file, by group. `RULES` is what the entry point group `hotlint.rules` finds."""

from __future__ import annotations

from hotlint.rule import Rule
from hotlint_rules import (
    advice,
    composition,
    document,
    dryrun,
    functions,
    parameters,
    references,
    resources,
    security,
    structure,
)  # fmt: skip

RULES: list[type[Rule]] = [
    *document.RULES,
    *structure.RULES,
    *parameters.RULES,
    *references.RULES,
    *functions.RULES,
    *resources.RULES,
    *composition.RULES,
    *dryrun.RULES,
    *advice.RULES,
    *security.RULES,
]
