from __future__ import annotations

from hotlint.analysis.template import VERSION_KEY, Template
from hotlint.language import versions
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint_rules.structure._nodes import is_lost, is_text, place, sort


class VersionNotString(Rule):
    """The template's version is not text.

    Heat looks for a text such as 2018-08-31 or rocky under `heat_template_version`, and sees no version at all when a
    number, a list or nothing stands there.
    """

    code = "HOT103"
    name = "version-not-string"
    renamed = ("version-not-text",)
    severity = "error"
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

    def check_template(self, template: Template, ctx: Context) -> Checked:
        entry = template.sections[VERSION_KEY]
        if is_text(entry.value) or is_lost(entry.value, ctx):
            return
        message = f"The version is text such as {versions.NEWEST}, and this is {sort(entry.value)}."
        yield ctx.report(place(entry), message)
