from __future__ import annotations

from hotlint.common.suggestions import closest_matches
from hotlint.language import versions
from hotlint.rule import Checked, Edit, Example, Fix, Mapping, Parameter, Rule, RuleContext, Scalar, Span, Target
from hotlint_rules.security._secrets import is_secret_name


class VisibleSecret(Rule):
    """A parameter whose name looks like a secret is not hidden.

    Without `hidden: true`, Heat displays the value to everyone who can read the stack.
    """

    code = "HOT901"
    name = "visible-secret"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    lacks = frozenset({"hidden"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  db_password:
  ^^^^^^^^^^^
    type: string
outputs:
  copy: {value: {get_param: db_password}}
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  db_password:
    type: string
    hidden: true
outputs:
  copy: {value: {get_param: db_password}}
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true}
  password_length: {type: number}
outputs:
  copy: {value: [{get_param: db_password}, {get_param: password_length}]}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        if parameter.fields and "hidden" not in parameter.fields and is_secret_name(parameter.name):
            if parameter.type in ("boolean", "number") or _is_misspelled(parameter):
                return
            hidden = ctx.template.dialect.word("hidden")
            message = f"parameter '{parameter.name}' looks like a secret but is not hidden; add '{hidden}: true'"
            yield ctx.report(Target(parameter.key), message, fix=_hide(parameter, ctx))


def _is_misspelled(parameter: Parameter) -> bool:
    """Return whether `hidden` is there under a misspelled name, which is an error of its own (HOT203)."""
    unknown = parameter.fields.keys() - versions.PARAMETER_KEYS
    return any(isinstance(name, str) and closest_matches(name, ["hidden"]) for name in unknown)


def _hide(parameter: Parameter, ctx: RuleContext) -> Fix | None:
    """Return a fix that adds `hidden` after the type, in the layout of the parameter; None where that is unclear.

    None as well where aliases make the same text another parameter, which would be hidden too.
    """
    node, entry = parameter.node, parameter.fields.get("type")
    if not isinstance(node, Mapping) or entry is None or entry.via is not None or entry not in node.entries:
        return None
    if any(entry in other.fields.values() for other in ctx.template.parameters.values() if other is not parameter):
        return None
    end = max(entry.value.end, entry.key.end)
    text, word = ctx.document.text, ctx.template.dialect.word("hidden")
    quote = (
        entry.key.style if isinstance(entry.key, Scalar) and entry.key.style == '"' else ""
    )  # JSON has no other keys
    title, added = f"Add '{word}: true'", f"{quote}{word}{quote}: true"
    if node.flow:
        return Fix(title, (Edit(Span(end, end), f", {added}"),), "safe")
    line = text.rfind("\n", 0, entry.key.start) + 1
    indent = text[line : entry.key.start]
    stop = text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    if indent.strip():
        return None
    newline = "\r\n" if text[max(stop - 1, 0) : stop] == "\r" else "\n"
    stop -= len(newline) - 1 if newline == "\r\n" else 0
    return Fix(title, (Edit(Span(stop, stop), f"{newline}{indent}{added}"),), "safe")
