from __future__ import annotations

from hotlint.analysis.template import Template
from hotlint.common.suggestions import closest_matches, unambiguous_match
from hotlint.language import functions
from hotlint.linter.rule import Checked, Context, Example, Rule, Target


class UnknownFunction(Rule):
    """The only key of a mapping is a misspelled function name.

    Heat has no such function and treats the call as a plain mapping, so that the property gets the mapping itself instead
    of its value.
    """

    code = "HOT404"
    name = "unknown-function"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
outputs:
  size:
    value: {get_parm: flavor}
            ^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  size:
    value: {get_well: soon}
""")
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        for part, entry in template.suspects:
            if entry.name in functions.NAMES:
                continue
            names = functions.available(template.version, part.context)
            near = closest_matches(entry.name, names)
            if near:
                message = (
                    f"unknown function '{entry.name}' (did you mean '{near[0]}'?); Heat treats it as a plain mapping"
                )
                target = Target(entry, "key")
                yield ctx.report(
                    target, message, fix=ctx.rename_fix(target, unambiguous_match(entry.name, names), "unsafe")
                )
