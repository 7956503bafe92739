"""Shared by the rules on given values: where a value comes from."""

from __future__ import annotations

import os

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import span_of
from hotlint.language.parameter_types import ValueProblem
from hotlint.rule import EnvironmentFile, Parameter, Related, RuleContext, Sequence, Target, value_cause


def origin(name: str, ctx: RuleContext) -> tuple[str, list[Related]]:
    """Return the words for a parameter and the origin of its value, such as "parameter 'x' from web.env", and the place there.

    The path of an environment is relative to the folder of the template. The words are empty where the parameter has no value.
    """
    context = ctx.template_context
    subject = f"parameter '{name}'"
    given = context.evaluation.given(name)
    if given is None:
        parameter = ctx.template.parameters.get(name)
        default = parameter.fields.get("default") if parameter is not None else None
        words = f"default of {subject}"
        return (words, [Related(words, Target(default).span())]) if default is not None else ("", [])
    if context.parent is not None and context.opened_by is not None and name in context.evaluation.inputs.parameters:
        resource, path = context.opened_by[0], context.parent.path
        words = f"{subject} from the resource '{resource.name}' of {os.path.basename(path)}"
        return words, [Related(f"value of {subject}", resource.key.span, path)]
    if given.origin not in context.environment.files:
        return f"{subject} from {given.origin}" if given.origin else subject, []
    shown = os.path.relpath(given.origin, os.path.dirname(context.path) or os.curdir).replace(os.sep, "/")
    return f"{subject} from {shown}", place(given, name, ctx)


def place(given: Given, name: str, ctx: RuleContext) -> list[Related]:
    """Return the place of a parameter's value in its environment; empty for a value that is given in no file."""
    if given.origin not in ctx.template_context.environment.files:
        return []
    file = EnvironmentFile(ctx.template_context.project.document(given.origin))
    for section in ("parameters", "parameter_defaults"):
        entry = file.entries(section).get(name)
        if entry is not None:
            return [Related(f"value of parameter '{name}'", span_of(entry.key), given.origin)]
    return []


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
