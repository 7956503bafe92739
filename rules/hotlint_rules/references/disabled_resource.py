from __future__ import annotations

from hotlint.analysis.template import Part
from hotlint.language.functions.base import Call, CallTarget, Function
from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint_rules.references.unknown_resource import phase


class DisabledResource(Rule):
    """get_resource or get_attr refers to a resource that its condition switches off, with the values given here.

    Heat refuses the stack. Put the reference into an `if` with the same condition, or give what refers to it that
    condition, too. (depends_on may name a resource that is switched off.)
    """

    code = "HOT305"
    name = "disabled-resource"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  with_db: {type: boolean, default: false}
conditions:
  has_db: {equals: [{get_param: with_db}, true]}
resources:
  db: {type: "OS::Heat::Value", condition: has_db}
  web:
    type: OS::Heat::Value
    properties:
      value: {get_attr: [db, value]}
                         ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  with_db: {type: boolean, default: false}
conditions:
  has_db: {equals: [{get_param: with_db}, true]}
resources:
  db: {type: "OS::Heat::Value", condition: has_db}
  web:
    type: OS::Heat::Value
    depends_on: db
    properties:
      value: {if: [has_db, {get_attr: [db, value]}, none]}
""")
    ]

    def wants_call(self, function: Function) -> bool:
        return function.takes("resource")

    def check_target(self, target: CallTarget, call: Call, part: Part, ctx: Context) -> Checked:
        resource = ctx.template.resources.get(target.name)
        if resource is None or "condition" not in resource.fields or ctx.is_enabled(resource):
            return ()
        if not ctx.is_enabled(part.owner) or not ctx.unit.evaluation.is_taken(call):
            return ()
        severity = ctx.call_severity(part, call, phase(call, part))
        condition, reference = Target(resource.fields["condition"]), ctx.argument(call, target.path)
        switch = ctx.template.part(resource, "condition")
        if switch is not None and _is_constant(switch):
            message = f"The resource '{target.name}' is always switched off here, and yet it is referred to."
            related = [Related("the reference", reference.span())]
            return [ctx.report(condition, message, severity=severity, related=related)]
        message = f"The resource '{target.name}' is switched off by its condition, with the values given here."
        related = [Related("the condition that switches it off", condition.span())]
        return [ctx.report(reference, message, severity=severity, related=related)]


def _is_constant(switch: Part) -> bool:
    """Whether a condition is the same whatever values the parameters have."""
    if isinstance(switch.snippet, str):
        return False
    return all(not c.function.takes("parameter") and not list(c.targets) for c in switch.calls)
