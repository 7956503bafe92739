"""Shared by the rules on given values: where a value comes from."""

from __future__ import annotations

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import span_of
from hotlint.language.parameter_types import ValueProblem
from hotlint.rule import EnvironmentFile, Parameter, Related, RuleContext, Sequence, value_cause


def source(given: Given, name: str, ctx: RuleContext) -> tuple[str, list[Related]]:
    """Return the words for the origin of a value, and the place of the value there."""
    if given.origin not in ctx.template_context.environment.files:
        return "given value", []
    file = EnvironmentFile(ctx.template_context.project.document(given.origin))
    for section in ("parameters", "parameter_defaults"):
        entry = file.entries(section).get(name)
        if entry is not None:
            return "environment value", [Related("value is given here", span_of(entry.key), given.origin)]
    return "environment value", []


def value_causes(given: Given, problem: ValueProblem, parameter: Parameter) -> list[str]:
    """Return the cause of a problem with a value of an environment: the value, and what a parameter wants of it.

    It is one problem, whichever templates have such a parameter. None for a value that is given in no file.
    """
    if given.offset is None:
        return []
    listed = parameter.field("constraints")
    wanted = (
        repr(to_plain(listed.items[problem.entry]))
        if problem.entry is not None and isinstance(listed, Sequence)
        else ""
    )
    return [value_cause(given.origin, given.offset, f"{parameter.type} {wanted}")]


def undefined_causes(path: str, offset: int | None) -> list[str]:
    """Return the cause of what a value of an environment leads to, of a parameter that a template does not have.

    None for a value that is given in no file.
    """
    return [value_cause(path, offset, "undefined")] if offset is not None else []
