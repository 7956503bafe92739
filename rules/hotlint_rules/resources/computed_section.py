from __future__ import annotations

from hotlint.rule import Call, Checked, Example, Resource, Rule, RuleContext


class ComputedSection(Rule):
    """A function returns all properties of a resource.

    Heat needs the names of the properties before it evaluates functions, and fails. Write the names out, and use functions
    only for the values. The same holds for update_policy.
    """

    code = "HOT514"
    name = "computed-section"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, default: {value: 1}}
resources:
  one:
    type: OS::Heat::Value
    properties: {get_param: settings}
                ^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, default: {value: 1}}
resources:
  one:
    type: OS::Heat::Value
    properties: {value: {get_param: [settings, value]}}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        for field in ("properties", "update_policy"):
            part = ctx.template.part(resource, field)
            if part is None or not isinstance(part.snippet, Call):
                continue
            if ctx.is_never_validated(resource):
                continue
            message = f"'{field}' of resource '{resource.name}' must not be a function; use functions only for values"
            yield ctx.report(part.node, message, severity=ctx.call_severity(part, part.snippet))
