"""The rules on values that cannot be evaluated."""

from __future__ import annotations

from contextlib import suppress

from hotlint.analysis.composition.value_origins import snippet_at
from hotlint.analysis.evaluator import calls_in
from hotlint.language import functions
from hotlint.language.values import ConditionValueError, EvaluationError
from hotlint.resource_types.validation.model import LATER
from hotlint.rule import Call, Checked, Condition, Example, Function, Part, Rule, RuleContext
from hotlint_rules._property_problems import call_fails_later, late_causes

ELSEWHERE = frozenset(
    {"condition-cycle", "disabled-resource", "not-in-conditions", "removed", "missing-file", "budget"}
)
"""Errors that rules of other groups report."""
OF_CONDITIONS = frozenset({"condition-cycle", "condition-value", "unknown-condition"})
"""Errors of conditions that arguments use: they are reported where these are."""
BY_NAME = frozenset({"unknown-parameter", "unknown-resource", "unknown-ref", "unknown-condition"})
"""Errors that rules of other groups report where the name is written out and not computed."""
CODES = {"unknown-parameter": "HOT301", "unknown-condition": "HOT304"}
"""The rules that report errors by name."""


class EvaluationFailure(Rule):
    """A function fails with the actual values of its arguments.

    Arguments of the right form can still fail with the values of parameters, defaults and environments: an index past the
    end, a placeholder that does not occur in the template string, a key that two mappings share. Heat refuses the stack,
    or (in an output or in metadata) fails after it has created the stack.
    """

    code = "HOT701"
    name = "evaluation-failure"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  zones: {type: string, default: "a,b"}
resources:
  third:
    type: OS::Heat::Value
    properties:
      value: {str_split: [",", {get_param: zones}, 2]}
                                                   ^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  zones: {type: string, default: "a,b"}
resources:
  second:
    type: OS::Heat::Value
    properties:
      value: {str_split: [",", {get_param: zones}, 1]}
""")
    ]

    def check_part(self, part: Part, ctx: RuleContext) -> Checked:
        return failures(part, ctx, is_late=False) if not ctx.is_resolved(part) else ()

    def looks_at(self, function: Function) -> bool:
        return function.has_early_arguments

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        for found in call.function.check_early(call, ctx.template_context.evaluation):
            if found.slug not in OF_CONDITIONS and not _is_told_by_name(found.slug, call):
                place = ctx.argument(call, found.path)
                severity = ctx.call_severity(part, call, found.phase)
                yield ctx.report(place, found.message, severity=severity, values=[snippet_at(call.args, found.path)])


def failures(part: Part, ctx: RuleContext, *, is_late: bool) -> Checked:
    """Yield the findings about what fails in a part: with which creations certainly fail later (`is_late`), or all else."""
    if not ctx.is_enabled(part.owner):
        return
    evaluation = ctx.template_context.evaluation
    snippets = [part.snippet]
    if part.field in ("properties", "metadata", "update_policy") and isinstance(part.snippet, dict):
        snippets = list(part.snippet.values())
    for snippet in snippets:
        if not calls_in(snippet):
            continue
        try:
            if isinstance(part.owner, Condition):
                evaluation.named_condition(part.owner.name)
            else:
                evaluation.resolve(snippet, nullable=True)
        except EvaluationError as exc:
            if call_fails_later(exc.call, part, ctx) is is_late:
                yield from _late_finding(exc, part, ctx) if is_late else _finding(exc, part, ctx)


def _late_finding(exc: EvaluationError, part: Part, ctx: RuleContext) -> Checked:
    call = exc.call
    if exc.slug in ELSEWHERE or call is None:
        return
    errors = ctx.argument_errors(call)
    if any(ctx.call_severity(part, call, error.phase) == "error" for error in errors):
        return
    code = "HOT405" if errors else CODES.get(exc.slug, EvaluationFailure.code)
    place = ctx.argument(call, exc.path, "key" if exc.part == "key" else "value")
    found = ctx.report(place, exc.message + LATER, values=[call.args])
    yield found._replace(causes=late_causes(found, code, ctx.template_context))


def _finding(exc: EvaluationError, part: Part, ctx: RuleContext) -> Checked:
    call = exc.call
    if exc.slug in ELSEWHERE or (call is not None and (ctx.argument_errors(call) or _is_removed(call, ctx))):
        return
    if isinstance(exc, ConditionValueError) and not _is_defined_in(part, exc):
        return
    if exc.slug in BY_NAME and (call is None or _is_written_out(call) or _is_told_by_name(exc.slug, call)):
        return
    if exc.slug == "unknown-condition" and call is not None and _is_no_name(call):
        return
    place = ctx.argument(call, exc.path, "key" if exc.part == "key" else "value") if call is not None else part.node
    severity = ctx.call_severity(part, call, "resolve")
    yield ctx.report(place, exc.message, severity=severity, values=[call.args if call is not None else part.snippet])


def _is_defined_in(part: Part, exc: ConditionValueError) -> bool:
    """Return whether a part is the definition of a condition that is neither true nor false, by a function.

    What uses the condition only meets the problem of its definition; another definition is no condition (HOT411).
    """
    return isinstance(part.owner, Condition) and part.owner.name == exc.condition and isinstance(part.snippet, Call)


def _is_removed(call: Call, ctx: RuleContext) -> bool:
    """Return whether the version of the template has the function no longer, which HOT402 reports."""
    return functions.status(call.name, ctx.version, call.context) == "removed"


def _is_no_name(call: Call) -> bool:
    """Return whether an argument of a call is a value where the name of a condition belongs, which HOT304 reports there."""
    if call.function.macro:
        return isinstance(call.args, list) and bool(call.args) and isinstance(call.args[0], Call)
    items = call.args if isinstance(call.args, list) else [call.args]
    return any(not isinstance(item, bool | str | Call) for item in items)


def _is_told_by_name(slug: str, call: Call) -> bool:
    """Return whether a rule of another group reports an undefined name that another function returns (HOT301, HOT302)."""
    first = call.args[0] if isinstance(call.args, list) and call.args else call.args
    return slug in ("unknown-parameter", "unknown-resource") and isinstance(first, Call)


def _is_written_out(call: Call) -> bool:
    """Return whether the name that a call refers to is written in the template."""
    return next(iter(call.targets), None) is not None


class EvaluationLimitExceeded(Rule):
    """A value takes more time or memory than a dry run allows.

    Heat has no such limit: a template like this keeps an engine busy for a long time, or uses up its memory. Nothing that
    depends on the value is checked.
    """

    code = "HOT702"
    name = "evaluation-limit-exceeded"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  n: {type: comma_delimited_list, default: "0,1,2,3,4,5,6,7,8,9"}
resources:
  all:
    type: OS::Heat::Value
    properties:
      value:
        repeat:
        ^^^^^^
          for_each: {A: {get_param: n}, B: {get_param: n}, C: {get_param: n}, D: {get_param: n}, E: {get_param: n}, F: {get_param: n}}
          template: A B C D E F
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  all:
    type: OS::Heat::Value
    properties:
      value: {repeat: {for_each: {A: [1, 2], B: [3, 4]}, template: A B}}
""")
    ]

    def check_part(self, part: Part, ctx: RuleContext) -> Checked:
        if ctx.is_resolved(part):
            return ()
        evaluation = ctx.template_context.evaluation
        with suppress(EvaluationError):
            evaluation.value(part)
        error = evaluation.budget_error(part.calls)
        if error is None or error.call is None:
            return ()
        place = ctx.argument(error.call, error.path, "key")
        return [ctx.report(place, f"'{error.call.name}' is not evaluated: {error.message}")]
