from __future__ import annotations

from hotlint.rule import Checked, Entry, Example, Named, Output, Parameter, Rule, RuleContext, Scalar, Template
from hotlint_rules.structure._nodes import describe, is_string, place


class DescriptionNotString(Rule):
    """A description or label is not a string.

    Heat accepts it, but displays something else. A string that starts with `[` or `{`, and words such as yes and no, need
    quotes.
    """

    code = "HOT115"
    name = "description-not-string"
    severity = "warning"
    looks_at = frozenset({"description"})
    needs = frozenset({"label", "description"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: [web, db]
             ^^^^^^^^^
parameters:
  debug: {type: boolean, default: false, label: on}
                                                ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
description: "[web, db]"
parameters:
  debug: {type: boolean, default: false, label: "on"}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        return _check(template.sections.get("description"), "description of the template", ctx)

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        for field in ("label", "description"):
            if field in parameter.fields and not is_string(parameter.fields[field].value):
                yield from _described(parameter, field, ctx)

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        return _described(output, "description", ctx)


def _described(owner: Named, field: str, ctx: RuleContext) -> Checked:
    return _check(owner.fields.get(field), f"{field} of {owner.section[:-1]} '{owner.name}'", ctx)


def _check(entry: Entry | None, whose: str, ctx: RuleContext) -> Checked:
    if entry is None or is_string(entry.value) or (isinstance(entry.value, Scalar) and entry.value.value is None):
        return
    advice = "put it in quotes" if isinstance(entry.value, Scalar) else "put it in quotes, or after '|' if it is long"
    yield ctx.report(place(entry), f"{whose} must be a string, not {describe(entry.value)}; {advice}")
