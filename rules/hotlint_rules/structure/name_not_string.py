from __future__ import annotations

from hotlint.rule import Checked, Diagnostic, Edit, Example, Fix, Named, Rule, RuleContext, Template
from hotlint_rules.structure._nodes import describe


class NameNotString(Rule):
    """The name of a parameter, condition, resource or output is a number, a boolean or null.

    YAML reads 80, yes, on, off, no and ~ as such. Heat gets every name as a string, but not always as the one that is
    written: on becomes "true", 1.50 becomes "1.5". Put the name in quotes.
    """

    code = "HOT107"
    name = "name-not-string"
    severity = "warning"
    looks_at = frozenset({"odd shapes"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  8080: {type: string}
  ^^^^
resources:
  on: {type: "OS::Heat::Value"}
  ^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  "8080": {type: string}
resources:
  "on": {type: "OS::Heat::Value"}
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  "8080": {type: string}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for named in (template.parameters, template.conditions, template.resources, template.outputs):
            for owner in named.values():
                if owner.key.value.__class__ is not str:
                    yield self._finding(owner, ctx)

    def _finding(self, owner: Named, ctx: RuleContext) -> Diagnostic:
        key, kind = owner.key, owner.section[:-1]
        fix = None
        if key.text and not key.style:
            fix = Fix(
                f'Change to "{key.text}"',
                (Edit(key.span, f'"{key.text}"'),),
                "safe" if owner.name == key.text else "unsafe",
            )
        message = (
            f"name of {kind} {key.text or '~'} is {describe(key)}, which Heat reads as '{owner.name}'; put it in quotes"
        )
        return ctx.report(key, message, fix=fix)
