from __future__ import annotations

from collections.abc import Iterable

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language.values import EvaluationError
from hotlint.rule import Call, CallTarget, Checked, Example, Output, Part, Resource, Rule, RuleContext, Target
from hotlint_rules.references._targets import definition_causes, may_be_defined, possible_resources


class UnknownResource(Rule):
    """A resource in get_resource, get_attr or depends_on is undefined.

    Heat refuses the stack (get_resource in an output only fails later: the output then has no value). Define the resource,
    or correct the name.
    """

    code = "HOT302"
    name = "unknown-resource"
    severity = "error"
    takes = "resource"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  network: {type: "OS::Heat::Value"}
  web:
    type: OS::Heat::Value
    depends_on: [netwrk]
                 ^^^^^^
    properties:
      value: {get_attr: [newtork, value]}
                         ^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
resources:
  network: {type: "OS::Heat::Value"}
  web:
    type: OS::Heat::Value
    depends_on: [network]
    properties:
      value: {get_attr: [network, value]}
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  network: {type: "OS::Heat::Value"}
  web:
    type: OS::Heat::Value
    depends_on: network
    properties:
      value: {get_attr: [network, value]}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if "depends_on" not in resource.fields:
            return
        known = ctx.template.resources
        for node in resource.depends_on():
            if node.value not in known and not may_be_defined(node.value, ctx):
                possible = possible_resources(resource, ctx)
                fix = ctx.rename_fix(Target(node), unambiguous_match(node.value, possible))
                message = self._message(node.value, possible, ctx)
                causes = definition_causes("resource", node.value, possible, ctx)
                yield ctx.report(node, message, severity=ctx.owner_severity(resource), fix=fix, causes=causes)

    def check_target(self, target: CallTarget, call: Call, part: Part, ctx: RuleContext) -> Checked:
        known = ctx.template.resources
        if (
            target.kind != "resource"
            or part.field == "type"
            or target.name in known
            or may_be_defined(target.name, ctx)
        ):
            return ()
        place = ctx.argument(call, target.path)
        severity = ctx.call_severity(part, call, phase(call, part))
        possible = possible_resources(part.owner, ctx)
        fix = ctx.rename_fix(place, unambiguous_match(target.name, possible))
        message, causes = (
            self._message(target.name, possible, ctx),
            definition_causes("resource", target.name, possible, ctx),
        )
        return [ctx.report(place, message, severity=severity, fix=fix, causes=causes)]

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        """Report an undefined name that another function returns."""
        first = call.args[0] if isinstance(call.args, list) and call.args else call.args
        if not isinstance(first, Call) or not call.function.takes("resource"):
            return
        try:
            name = ctx.template_context.evaluation.resolve(first)
        except EvaluationError:
            return
        if isinstance(name, str) and name not in ctx.template.resources:
            place = ctx.argument(call, (0,) if isinstance(call.args, list) else ())
            severity = ctx.call_severity(part, call, phase(call, part))
            message = self._message(name, possible_resources(part.owner, ctx), ctx)
            yield ctx.report(place, message, severity=severity, values=[first])

    def _message(self, name: str, possible: Iterable[str], ctx: RuleContext) -> str:
        hint = did_you_mean(name, possible)
        if not hint and name in ctx.template.parameters:
            hint = f"; '{name}' is a parameter, use get_param"
        return f"undefined resource '{name}'{hint}"


def phase(call: Call, part: Part) -> str:
    """Return the phase in which Heat looks up a resource: get_resource in an output only when it computes the value."""
    if part.field == "external_id":
        return "resolve"
    if isinstance(part.owner, Resource) and part.field != "update_policy":
        return "depend"
    return "resolve" if not call.function.takes("attribute") and isinstance(part.owner, Output) else "validate"
