from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.language import functions, versions
from hotlint.rule import Checked, Edit, Entry, Example, Fix, Mapping, Node, Rule, RuleContext, Span, Target, Template
from hotlint.syntax.nodes import collections
from hotlint_rules._text_calls import TextCall, text_calls
from hotlint_rules.functions.arguments import successor

_INVISIBLE = r"[\u00a0\u00ad\u2000-\u200f\u202f\u2060\u3000\ufeff]"


class TextOfCall(Rule):
    """A text looks like the call of a function, and Heat does not call it.

    `"{ get_param: x }"` in quotes is a string, and so is `${x}`, since HOT has no such signs. `Fn::GetAtt` and `Fn::If` are no functions
    of HOT, and a name with a no-break space in it is not the name. Heat deploys the text as it is. Write the call without quotes, put
    a value into a text with str_replace, and type the name anew. hotlint looks at texts of one line that name a parameter or resource
    of the template; longer ones are programs, in which braces mean something else.
    """

    code = "HOT754"
    name = "text-of-call"
    severity = "warning"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  net: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: "{ get_param: net }"
               ^^^^^^^^^^^^^^^^^^^^
outputs:
  address:
    value: {Fn::GetAtt: [port, fixed_ips]}
            ^^^^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  net: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: { get_param: net }
outputs:
  address:
    value: {get_attr: [port, fixed_ips]}
""",
        ),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  net: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: ${net}
               ^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  net: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_param: net}
      name: "{ get_param: nothing }"
outputs:
  text:
    value: {str_replace: {template: "${net}", params: {"${net}": {get_param: net}}}}
  shell:
    value: "echo ${net}"
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for found in text_calls(ctx):
            yield from _text(found, ctx)
        for _, entry in template.suspects:
            function = functions.get(str(entry.name))
            if (
                function is not None
                and function.value
                and str(entry.name).startswith("Fn::")
                and not _is_of_hot(function.name)
            ):
                new = successor(function)
                instead = f"; use {new}" if new else ""
                target = Target(entry, "key")
                same = functions.get(function.replaced_by or "")
                fits = same is not None and not any(
                    True for _ in same.check_form(template.read(entry.value), ctx.version)
                )
                fix = ctx.rename_fix(target, function.replaced_by if fits else None, "unsafe")
                message = f"'{entry.name}' is not a function of HOT; Heat treats it as a plain mapping{instead}"
                yield ctx.report(target, message, fix=fix)
        if not ctx.document.text.isascii() and re.search(_INVISIBLE, ctx.document.text):
            yield from _misspelled(template, ctx)


def _text(found: TextCall, ctx: RuleContext) -> Checked:
    template = ctx.template
    if found.call is None:
        if found.name not in template.parameters and found.name not in template.resources:
            return
        how = f"{{get_param: {found.name}}}" if found.name in template.parameters else f"{{get_resource: {found.name}}}"
        instead = how if found.is_whole else "str_replace"
        message = f"'{found.written}' stays plain text, since HOT has no such placeholders; use {instead}"
        yield ctx.report(found.node, message)
        return
    targets = found.call.targets
    known = {"parameter": {*template.parameters, *template.dialect.pseudo_parameters}, "resource": template.resources}
    if not targets or any(t.name not in known.get(t.kind, ()) for t in targets):
        return
    if not found.is_whole:
        yield ctx.report(found.node, f"'{found.name}' in this text is not called; use str_replace or list_join")
        return
    fixable = found.node.style in ("'", '"') and ctx.document.text.count("\n", found.node.start, found.node.end) == 0
    edit = Edit(Span(found.node.start, found.node.end), found.written)
    fix = Fix("Remove the quotes", (edit,), "unsafe") if fixable else None
    yield ctx.report(
        found.node, f"'{found.name}' is not called, since the call is in quotes; remove the quotes", fix=fix
    )


def _is_of_hot(name: str) -> bool:
    return any(functions.status(name, version) not in (None, "future") for version in versions.VERSIONS)


def _misspelled(template: Template, ctx: RuleContext) -> Checked:
    """Report keys that are the name of a function but for a character that nobody sees."""
    import unicodedata  # few templates have such a character

    for part in template.parts:
        for entry in _only_entries(part.node):
            meant = re.sub(_INVISIBLE, "", str(entry.name)).strip()
            if meant != entry.name and functions.status(meant, ctx.version, part.context) == "available":
                sign = next(iter(re.findall(_INVISIBLE, str(entry.name))), None)
                if sign is not None:
                    title = unicodedata.name(sign, f"U+{ord(sign):04X}").lower()
                    target = Target(entry, "key")
                    message = f"'{meant}' is not called, since its name has a {title} (U+{ord(sign):04X})"
                    yield ctx.report(target, message, fix=ctx.rename_fix(target, meant, "unsafe"))


def _only_entries(node: Node) -> Iterator[Entry]:
    for outer in collections(node):
        if isinstance(outer, Mapping) and len(outer.entries) == 1:
            yield outer.entries[0]
