from __future__ import annotations

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import Call, Checked, Example, Part, Rule, RuleContext
from hotlint_rules.references._targets import may_be_defined, possible_resources


class UnknownReference(Rule):
    """Ref names neither a parameter nor a resource of the template.

    Heat refuses the stack. Ref exists only in version 2013-05-23; get_param and get_resource do the same in every version.
    """

    code = "HOT303"
    name = "unknown-reference"
    severity = "error"
    takes = "ref"
    bad = [
        Example("""\
heat_template_version: 2013-05-23
parameters:
  flavor: {type: string}
resources:
  web:
    type: OS::Heat::Value
    properties:
      value: {Ref: flavour}
                   ^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2013-05-23
parameters:
  flavor: {type: string}
resources:
  web:
    type: OS::Heat::Value
    properties:
      value: {Ref: flavor}
""")
    ]

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        if (call.function.until or ctx.version) < ctx.version:
            return
        template = ctx.template
        known = ctx.memoize("referable", lambda: dict.fromkeys([*template.parameters, *template.resources]))
        for target in call.targets:
            name = target.name
            if (
                target.kind != "ref"
                or name in known
                or name in ctx.template.dialect.pseudo_parameters
                or may_be_defined(name, ctx)
            ):
                continue
            place = ctx.argument(call, target.path)
            possible = possible_resources(part.owner, ctx, known)
            message = f"undefined parameter or resource '{name}'{did_you_mean(name, possible)}"
            fix = ctx.rename_fix(place, unambiguous_match(name, possible))
            yield ctx.report(place, message, severity=ctx.call_severity(part, call, "resolve"), fix=fix)
