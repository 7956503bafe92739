from __future__ import annotations

from hotlint.diagnostic import Edit, Fix
from hotlint.rule import Checked, Context, Example, Rule
from hotlint.template import Condition, Named, Output, Parameter, Resource
from hotlint_rules.structure.nodes import sort


class NameNotText(Rule):
    """The name of a parameter, condition, resource or output is a number, a boolean or null.

    YAML reads 80, yes, on, off, no and ~ as such, and Heat fails on names that are not text. Put the name in quotes.
    """

    code = "HOT107"
    name = "name-not-text"
    severity = "error"
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

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        return _check(parameter, "parameter", ctx)

    def check_condition(self, condition: Condition, ctx: Context) -> Checked:
        return _check(condition, "condition", ctx)

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        return _check(resource, "resource", ctx)

    def check_output(self, output: Output, ctx: Context) -> Checked:
        return _check(output, "output", ctx)


def _check(owner: Named, kind: str, ctx: Context) -> Checked:
    key = owner.key
    if key.value.__class__ is str:
        return
    fix = None
    if key.text and not key.style:
        fix = Fix(f'Write "{key.text}"', (Edit(key.span, f'"{key.text}"'),))
    message = f"The name of {'an' if kind == 'output' else 'a'} {kind} is text, and {key.text or '~'} is {sort(key)}: put it in quotes."
    yield ctx.report(key, message, fix=fix)
