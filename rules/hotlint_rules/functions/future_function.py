from __future__ import annotations

from hotlint.analysis.template import Template
from hotlint.language import functions, versions
from hotlint.language.functions.base import Call
from hotlint.linter.rule import Checked, Context, Example, Rule, Target


class FutureFunction(Rule):
    """A function is used that this version of HOT does not have yet.

    Heat takes the call for a plain map, so that the map itself, in place of its value, ends up in the property: that is
    never meant. Raise `heat_template_version`, or do without the function. (Heat itself says nothing; this is an error
    because what was written is lost.)
    """

    code = "HOT401"
    name = "future-function"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2015-04-30
outputs:
  parts:
    value: {str_split: [",", "a,b"]}
            ^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2015-10-15
outputs:
  parts:
    value: {str_split: [",", "a,b"]}
""")
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        for part, entry in template.suspects:
            function = functions.get(entry.name)
            if function is None or not function.value or function.since <= template.version:
                continue
            call = Call(function, function.name, template.read(entry.value), None)
            if any(True for _ in function.check_form(call.args, function.since)):
                continue  # a map that happens to have a key of that name
            since = versions.display_name(function.since)
            message = f"'{function.name}' is a function only from {since} on; in {template.version} Heat takes this for a plain map."
            severity = ctx.call_severity(part, None, "parse")
            yield ctx.report(Target(entry, "key"), message, severity=severity)
