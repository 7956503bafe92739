"""Shared by the rules on given values: where a value comes from."""

from __future__ import annotations

from hotlint.analysis.environment import EnvironmentFile
from hotlint.analysis.inputs import Given
from hotlint.analysis.template import span_of
from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Context


def source(given: Given, name: str, ctx: Context) -> tuple[str, list[Related]]:
    """Return the words for the origin of a value, and the place of the value there."""
    if given.origin not in ctx.unit.environment.files:
        return "given value", []
    file = EnvironmentFile(ctx.unit.project.document(given.origin))
    for section in ("parameters", "parameter_defaults"):
        entry = file.entries(section).get(name)
        if entry is not None:
            return "environment value", [Related("value is given here", span_of(entry.key), given.origin)]
    return "environment value", []
