"""The rules on secrets, and which calls give one."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.suggestions import closest_matches
from hotlint.heat_types.secrets import is_secret_name, is_secret_property
from hotlint.language import versions
from hotlint.rule import (
    Call,
    Checked,
    Document,
    Edit,
    Entry,
    Example,
    Fix,
    Mapping,
    Node,
    Output,
    Parameter,
    Resource,
    Rule,
    RuleContext,
    Scalar,
    Span,
    Target,
    Template,
)
from hotlint.syntax.nodes import collections


def hidden_parameter(call: Call, template: Template) -> Parameter | None:
    """Return the hidden parameter whose value a call gives; None for any other call."""
    if not call.function.takes("parameter") and not call.function.takes("ref"):
        return None
    for target in call.targets:
        parameter = template.parameters.get(target.name) if target.kind in ("parameter", "ref") else None
        if parameter is not None and parameter.hidden:
            return parameter
    return None


class LiteralSecret(Rule):
    """A secret is written out as the value of a property.

    Everyone who can read the template, its repository or the stack has it. Take it from a hidden parameter.
    """

    code = "HOT903"
    name = "literal-secret"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  user:
    type: OS::Keystone::User
    properties:
      name: web
      password: letmein
                ^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  web_password: {type: string, hidden: true}
resources:
  user:
    type: OS::Keystone::User
    properties:
      name: web
      password: {get_param: web_password}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        secret = ctx.memoize("secret keys", lambda: _written_out(ctx.document))
        properties = resource.field("properties") if secret else None
        for entry in _entries(properties) if properties is not None else ():
            if entry.name in secret and _is_written_out(entry.value):
                message = (
                    f"'{entry.name}' of resource '{resource.name}' is a secret in the template; "
                    "take it from a hidden parameter"
                )
                yield ctx.report(Target(entry), message)


def _written_out(document: Document) -> frozenset[str | None]:
    """Return the names of secrets that are written out anywhere in a document."""
    secret = set(filter(is_secret_property, document.key_names))
    return frozenset(
        entry.name
        for mapping in (document.mappings if secret else ())
        if not secret.isdisjoint(mapping.named)
        for entry in mapping.entries
        if entry.name in secret and _is_written_out(entry.value)
    )


def _is_written_out(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, str) and bool(node.value.strip())


def _entries(node: Node) -> Iterator[Entry]:
    for inner in collections(node):
        if isinstance(inner, Mapping):
            yield from inner.entries


class SecretDefault(Rule):
    """A secret is written into the template as a parameter's default.

    Everyone who can read the template, its repository or a backup of it has the secret, and every stack that is created
    without a value shares it. Leave the default out, so that a value has to be given, or generate one with
    OS::Heat::RandomString.
    """

    code = "HOT902"
    name = "secret-default"
    severity = "info"
    fields = ("default",)
    category = "security"
    profiles = {"security": "error"}
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true, default: letmein}
                                                     ^^^^^^^
outputs:
  length: {value: 7}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true, default: ''}
  admin_password: {type: string, hidden: true}
  password_length: {type: number, default: 12}
  use_secret: {type: boolean, hidden: true, default: true}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        node = parameter.field("default")
        if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.value.strip():
            return
        if parameter.type != "string" or not (parameter.hidden or is_secret_name(parameter.name)):
            return
        message = f"default of parameter '{parameter.name}' puts a secret into the template; leave the default out"
        yield ctx.report(Target(parameter.fields["default"]), message)


class VisibleSecret(Rule):
    """A parameter whose name looks like a secret is not hidden.

    Without `hidden: true`, Heat displays the value to everyone who can read the stack.
    """

    code = "HOT901"
    name = "visible-secret"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
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


class SecretInOutput(Rule):
    """A hidden parameter is part of an output.

    `hidden: true` redacts a parameter wherever Heat shows the stack's parameters, but outputs are shown as they are, to
    everyone who may see the stack.
    """

    code = "HOT905"
    name = "secret-in-output"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true}
outputs:
  url:
    value: {list_join: ['', ['mysql://root:', {get_param: db_password}, '@db']]}
                                                          ^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  host: {type: string}
outputs:
  url:
    value: {list_join: ['', ['mysql://', {get_param: host}]]}
""")
    ]

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        part = ctx.template.part(output, "value")
        for call in part.calls if part is not None else ():
            parameter = hidden_parameter(call, ctx.template)
            if parameter is not None:
                message = (
                    f"output '{output.name}' shows hidden parameter '{parameter.name}' to everyone who sees the stack"
                )
                yield ctx.report(ctx.argument(call), message)
