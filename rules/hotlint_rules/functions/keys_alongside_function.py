from __future__ import annotations

from hotlint.language import functions
from hotlint.rule import (
    Call,
    Checked,
    Entry,
    Example,
    Mapping,
    Node,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Target,
    Template,
)

_CERTAIN = frozenset(
    n for n in functions.NAMES if "_" in n or n.startswith("Fn::")
)  # names that are no words: nobody calls a key so


class KeysAlongsideFunction(Rule):
    """A mapping has a function and other keys alongside it.

    A function call is a mapping with a single key. With another key alongside it Heat treats the mapping as plain data and
    does not call the function. The usual cause is wrong indentation of the other key, or in braces a list of arguments without brackets.
    """

    code = "HOT409"
    name = "keys-alongside-function"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  text:
    value:
      str_replace:
      ^^^^^^^^^^^
        template: $a
      params: {$a: b}
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  key: {type: OS::Heat::RandomString}
outputs:
  key:
    value: {get_attr: key, value}
            ^^^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  text:
    value:
      str_replace:
        template: $a
        params: {$a: b}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for part in template.parts:
            calls = _calls_with_company(part.node) if part.company and part.snippet.__class__ is not Call else ()
            for entry, mapping in calls:
                if functions.status(entry.name, ctx.version, part.context) == "available":
                    why = f"'{entry.name}' is not called, since the mapping has other keys alongside it"
                    yield ctx.report(Target(entry, "key"), f"{why}; {_remedy(entry, mapping)}")


def _remedy(call: Entry, mapping: Mapping) -> str:
    """Return what to do about a call with other keys. In braces, a word without a value is a key: brackets are missing."""
    others = [entry for entry in mapping.entries if entry is not call]
    if mapping.flow and isinstance(call.value, Scalar) and all(_is_empty(entry.value) for entry in others):
        words = [call.value.text, *(str(entry.name) for entry in others)]
        return f"write a list of arguments: {{{call.name}: [{', '.join(words)}]}}"
    return "check the indentation"


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


def _calls_with_company(node: Node) -> list[tuple[Entry, Mapping]]:
    found: list[tuple[Entry, Mapping]] = []
    stack = [node]
    seen = set()  # an alias leads to a node that was seen, and many aliases to it a great many times
    while stack:
        node = stack.pop()
        if node.__class__ is not Scalar and id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Sequence):
            stack += node.items
        elif isinstance(node, Mapping):
            entries = node.entries
            if len(entries) > 1:
                found += [(e, node) for e in entries if e.name in _CERTAIN]
            stack += [e.value for e in entries if e.via is None]
    return found
