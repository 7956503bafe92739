from __future__ import annotations

from hotlint.analysis.template import Part, Resource, Template
from hotlint.common.suggestions import unambiguous_match
from hotlint.language import functions
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.syntax.nodes import Entry
from hotlint_rules._misspelled_calls import misspelled_call, possible_functions


class UnknownFunction(Rule):
    """The only key of a mapping is a misspelled function name.

    Heat has no such function and treats the call as a plain mapping, so that the property gets the mapping itself instead
    of its value. Where the property takes no mapping, that is the error (HOT505), whose message names the function.
    """

    code = "HOT404"
    name = "unknown-function"
    severity = "warning"
    looks_at = frozenset({"suspects"})
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
            names = functions.available(template.version, part.context)
            near = possible_functions(part, entry, ctx)
            if near and not _is_refused(part, entry, ctx):
                message = (
                    f"unknown function '{entry.name}' (did you mean '{near[0]}'?); Heat treats it as a plain mapping"
                )
                target = Target(entry, "key")
                yield ctx.report(
                    target, message, fix=ctx.rename_fix(target, unambiguous_match(entry.name, names), "unsafe")
                )


def _is_refused(part: Part, entry: Entry, ctx: Context) -> bool:
    """Return whether the property refuses the mapping, which is reported with the function that is meant."""
    if not isinstance(part.owner, Resource) or part.field != "properties":
        return False
    checked = ctx.unit.properties(part.owner)
    problems = checked.problems if checked is not None else ()
    return any(misspelled_call(p, part.owner, ctx) == (part, entry) for p in problems)
