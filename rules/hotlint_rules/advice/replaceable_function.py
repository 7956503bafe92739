from __future__ import annotations

from hotlint.analysis.template import argument, span_of
from hotlint.language import functions, versions
from hotlint.rule import Call, Checked, Edit, Entry, Example, Fix, Function, Part, Rule, RuleContext, Scalar, Target
from hotlint_rules.functions.arguments import successor as in_words


class ReplaceableFunction(Rule):
    """A function of CloudFormation is used although HOT has its own.

    The function exists in this version of HOT but in no later one, so it blocks an upgrade of the template.
    """

    code = "HOT804"
    name = "replaceable-function"
    severity = "info"
    bad = [
        Example("""\
heat_template_version: 2013-05-23
outputs:
  name:
    value: {"Fn::Join": ["-", [a, b]]}
            ^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2013-05-23
outputs:
  name:
    value: {list_join: ["-", [a, b]]}
""")
    ]

    def looks_at(self, function: Function) -> bool:
        return function.replaced_by is not None

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        successor = call.function.replaced_by
        if successor is None or functions.status(call.name, ctx.version, call.context) != "available":
            return
        _, entry = argument(call)
        if entry is None or functions.status(successor, ctx.version, call.context) != "available":
            return
        until = call.function.until
        last = f", which HOT no longer has after {versions.display_name(until)}" if until else ""
        message = f"'{call.name}' is a function of CloudFormation{last}; use {in_words(call.function)}"
        yield ctx.report(Target(entry, "key"), message, fix=_fix(call, entry, successor, ctx), tags=("deprecated",))


def _fix(call: Call, entry: Entry, successor: str, ctx: RuleContext) -> Fix | None:
    if call.function.takes("ref"):
        known = call.args in ctx.template.resources if isinstance(call.args, str) else None
        if known is None or (not known and call.args not in ctx.template.parameters):
            return None
        successor = "get_resource" if known else "get_param"
    elif not call.function.same_form or not isinstance(entry.key, Scalar):
        return None
    return Fix(f"Use {successor}", (Edit(span_of(entry.key), successor),), "safe")
