from __future__ import annotations

from hotlint.resource_types.validation.model import EARLY
from hotlint.rule import Call, CallTarget, Checked, Example, Part, Related, Rule, RuleContext, Target
from hotlint_rules.references.unknown_resource import phase


class DisabledResource(Rule):
    """get_resource or get_attr refers to a resource that its condition disables with the given values.

    Heat refuses the stack. Put the reference into an `if` with the same condition, or give the referring resource or
    output that condition, too. (depends_on may name a disabled resource.) Heat also validates a nested template before
    it creates anything, when each attribute that the template gets is null, and so are many ids.
    """

    code = "HOT305"
    name = "disabled-resource"
    severity = "error"
    takes = "resource"
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

    def check_target(self, target: CallTarget, call: Call, part: Part, ctx: RuleContext) -> Checked:
        resource = ctx.template.resources.get(target.name)
        if resource is None or "condition" not in resource.fields:
            return ()
        context = ctx.template_context
        is_early = context.parent is not None and ctx.is_enabled(resource)
        evaluation = context.before_creation().evaluation if is_early else context.evaluation
        if evaluation.is_enabled(resource) or not evaluation.is_enabled(part.owner) or not evaluation.is_taken(call):
            return ()
        severity = ctx.call_severity(part, call, phase(call, part))
        condition, reference = Target(resource.fields["condition"]), ctx.argument(call, target.path)
        switch = ctx.template.part(resource, "condition")
        if switch is not None and _is_constant(switch):
            message = f"resource '{target.name}' is referred to, but its condition is always false"
            related = [Related("reference", reference.span())]
            return [ctx.report(condition, message, severity=severity, related=related)]
        message = (
            f"resource '{target.name}' is disabled by its condition{EARLY if is_early else ' with the given values'}"
        )
        related = [Related("condition that disables it", condition.span())]
        return [ctx.report(reference, message, severity=severity, related=related)]


def _is_constant(switch: Part) -> bool:
    """Return whether a condition does not depend on the values of parameters."""
    if isinstance(switch.snippet, str):
        return False
    return all(not c.function.takes("parameter") and not list(c.targets) for c in switch.calls)
