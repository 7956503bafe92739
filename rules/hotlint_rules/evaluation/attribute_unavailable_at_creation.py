from __future__ import annotations

from hotlint.analysis.evaluator import Evaluation
from hotlint.language.values import EvaluationError
from hotlint.resource_types.validation.model import EARLY
from hotlint.rule import Call, Checked, Example, Part, Resource, Rule, RuleContext


class AttributeUnavailableAtCreation(Rule):
    """A function in a property fails on an attribute or ID, which is null before the stack exists.

    Heat evaluates all properties of a stack's own template once before it creates anything. Each `get_attr` is null
    then, and so is the ID of many resources, such as those of Neutron. Most functions accept null, but `digest`, the
    `template` of `str_replace`, the `host` of `make_url` and many `yaql` expressions do not, and Heat refuses the
    stack. Let the expression accept null (`coalesce($.data, [])`), or move the function to a nested template, which
    Heat evaluates only when the attributes exist.

    This is an error in a template that is certainly a stack's own, because it is checked with an environment. Otherwise it is
    a warning: the template may be used only as a nested one.
    """

    code = "HOT703"
    name = "attribute-unavailable-at-creation"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  secret:
    type: OS::Heat::RandomString
  shown:
    type: OS::Heat::Value
    properties:
      value: {digest: [sha256, {get_attr: [secret, value]}]}
                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""),
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  kind: {type: string}
resources:
  secret:
    type: OS::Heat::RandomString
  shown:
    type: OS::Heat::Value
    properties:
      value: {digest: [{get_param: kind}, {get_attr: [secret, value]}]}
                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
""",
            environment="parameters: {kind: sha256}\n",
        ),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  secret:
    type: OS::Heat::RandomString
  shown:
    type: OS::Heat::Value
    properties:
      value: {list_join: ["-", [{get_attr: [secret, value]}, x]]}
outputs:
  digest:
    value: {digest: [sha256, {get_attr: [secret, value]}]}
""")
    ]

    def check_part(self, part: Part, ctx: RuleContext) -> Checked:
        if ctx.template_context.chain or part.field != "properties" or not isinstance(part.owner, Resource):
            return ()
        around = _around_references(part.calls)
        calls = [call for call in part.calls if id(call) in around and not ctx.argument_errors(call)] if around else ()
        return [found for call in calls for found in self._check_call(call, part, ctx)]

    def _check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        if ctx.call_severity(part, call, "resolve") != "error":
            return
        evaluation = ctx.template_context.evaluation
        exc = _failure(ctx.template_context.before_creation().evaluation, call)
        if exc is not None and exc.call is call and _failure(evaluation, call) is None:
            message = exc.message + EARLY
            place = ctx.argument(call, exc.path, "key" if exc.part == "key" else "value")
            # Heat does not do this in a nested template, and whether this one is only nested may be unknown.
            yield ctx.report(place, message, severity="error" if evaluation.inputs.root else "warning")


def _around_references(calls: list[Call]) -> set[int]:
    """Return the ids of the calls that may fail on the null of an attribute or id somewhere in their arguments."""
    found = set()
    for call in calls:
        around = call.parent if call.function.refers else None
        if around is not None and around.function.takes_null(around.args, call):
            around = around.parent
        while around is not None:
            if around.function.fails_on_null:
                found.add(id(around))
            around = around.parent
    return found


def _failure(evaluation: Evaluation, call: Call) -> EvaluationError | None:
    """Return how a call fails, or None."""
    try:
        evaluation.resolve(call)
    except EvaluationError as exc:
        return exc
    return None
