from __future__ import annotations

from hotlint.language import functions, versions
from hotlint.rule import Call, Checked, Example, Rule, RuleContext, Target, Template


class FutureFunction(Rule):
    """A function is used that this version of HOT does not have yet.

    Heat treats the call as a plain mapping, so that the property gets the mapping itself instead of its value. Raise
    `heat_template_version`, or avoid the function. (Heat reports nothing; this is an error because the result is always
    wrong.)
    """

    code = "HOT401"
    name = "future-function"
    severity = "error"
    looks_at = frozenset({"suspects"})
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

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for part, entry in template.suspects:
            function = functions.get(entry.name)
            if function is None or not function.value or function.since <= template.version:
                continue
            call = Call(function, function.name, template.read(entry.value), None)
            if any(True for _ in function.check_form(call.args, function.since)):
                continue  # a mapping that happens to have a key of that name
            since = versions.display_name(function.since)
            message = f"'{function.name}' requires version {since} or later; in {template.version} Heat treats it as a plain mapping"
            severity = ctx.call_severity(part, None, "parse")
            yield ctx.report(Target(entry, "key"), message, severity=severity)
