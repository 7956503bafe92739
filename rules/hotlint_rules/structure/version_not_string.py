from __future__ import annotations

from hotlint.analysis.template import VERSION_KEY
from hotlint.rule import Checked, Example, Rule, RuleContext, Template
from hotlint_rules.structure._nodes import describe, is_lost, is_string, place


class VersionNotString(Rule):
    """The version of the template is not a string.

    Heat expects a string such as 2018-08-31 or rocky under `heat_template_version`, and finds no version in a number, a
    list or an empty value.
    """

    code = "HOT103"
    name = "version-not-string"
    severity = "error"
    looks_at = frozenset({"odd shapes"})
    bad = [
        Example("""\
heat_template_version: 2018
                       ^^^^
"""),
        Example("""\
heat_template_version:
^^^^^^^^^^^^^^^^^^^^^
resources: {}
"""),
    ]
    good = [Example("heat_template_version: 2018-08-31\n")]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        entry = template.sections[VERSION_KEY]
        if is_string(entry.value) or is_lost(entry.value, ctx):
            return
        message = f"version must be a string such as {template.dialect.versions[-1]}, not {describe(entry.value)}"
        yield ctx.report(place(entry), message)
