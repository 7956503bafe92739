"""What the rules on given values share: where the environment gives a value."""

from __future__ import annotations

from hotlint.analysis.environment import EnvironmentFile
from hotlint.analysis.inputs import Given
from hotlint.analysis.template import span_of
from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Context


def source(given: Given, name: str, ctx: Context) -> tuple[str, list[Related]]:
    """How a message names the origin of a value, and the place of the value there."""
    if given.origin not in ctx.unit.environment.files:
        return "the given value", []
    file = EnvironmentFile(ctx.unit.project.document(given.origin))
    for section in ("parameters", "parameter_defaults"):
        entry = file.entries(section).get(name)
        if entry is not None:
            return "the environment's value", [Related("the value is given here", span_of(entry.key), given.origin)]
    return "the environment's value", []
