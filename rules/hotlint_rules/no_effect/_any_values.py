"""Shared by the rules on what never has an effect: the values of a template whatever values its parameters get."""

from __future__ import annotations

from hotlint.analysis.budget import Meter
from hotlint.analysis.evaluator import Evaluation
from hotlint.language.functions.base import Snippet
from hotlint.language.values import EvaluationError, Unknown, Value
from hotlint.rule import RuleContext


def value_for_any(snippet: Snippet, ctx: RuleContext) -> Value:
    """Return the value of a snippet with every parameter and attribute unknown, so that it holds in each deployment.

    Files that get_file names are read. What fails is unknown.
    """
    try:
        return ctx.memoize("value_for_any", lambda: _evaluation(ctx)).resolve(snippet)
    except EvaluationError as error:
        return Unknown(error.message)


def _evaluation(ctx: RuleContext) -> Evaluation:
    evaluation = ctx.template_context.evaluation
    inputs = evaluation.inputs._replace(
        parameters={}, defaults={}, attributes={}, attribute=None, running=None, masking=None, supplied=True
    )
    return Evaluation(ctx.template, inputs, Meter(evaluation.meter.budget))
