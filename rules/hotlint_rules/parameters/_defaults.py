"""Shared by the rules on defaults: the problems of a default, and their severity."""

from __future__ import annotations

from hotlint.analysis.environments.file import to_plain
from hotlint.language.parameter_types import ValueProblem, check_default
from hotlint.rule import Parameter, RuleContext, Severity
from hotlint_rules.parameters._constraints import entries


def problems(parameter: Parameter, ctx: RuleContext) -> list[ValueProblem]:
    """Return the problems of a parameter's default, by its type and constraints."""
    node = parameter.field("default")
    if node is None or parameter.type is None:
        return []
    return check_default(parameter.type, to_plain(node), entries(parameter), ctx.version)


def severity(problem: ValueProblem, parameter: Parameter, ctx: RuleContext) -> Severity:
    """Return error where Heat checks the default: for some problems always, for others where no value is given.

    In a nested stack Heat checks no values before it creates that stack.
    """
    if problem.always:
        return "error"
    is_given = ctx.is_supplied or ctx.template_context.evaluation.given(parameter.name) is not None
    return "warning" if is_given or ctx.template_context.depth else "error"
