"""Shared by the rules on given values: where a value comes from."""

from __future__ import annotations

from hotlint.analysis.composition.value_origins import environment_place, parameter_origin, relative_path
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.inputs import Given
from hotlint.language.parameter_types import ValueProblem
from hotlint.rule import Parameter, Related, RuleContext, Sequence, value_cause


def origin(name: str, ctx: RuleContext) -> tuple[str, list[Related]]:
    """Return a parameter and the origin of its value in words, "parameter 'x' from web.env", and the places there.

    The words are empty where the parameter has no value.
    """
    found = parameter_origin(ctx.template_context, name)
    return (found.words, [Related(*place) for place in found.places]) if found is not None else ("", [])


def place(given: Given, name: str, ctx: RuleContext) -> list[Related]:
    """Return the place of a parameter's value in its environment; empty for a value that is given in no file."""
    context = ctx.template_context
    span, words = environment_place(context, given, name), f"from {relative_path(given.origin, context.path)}"
    return [Related(f"value of parameter '{name}'", span, given.origin, words)] if span is not None else []


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
