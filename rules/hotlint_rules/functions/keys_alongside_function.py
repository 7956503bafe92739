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
    does not call the function. The usual cause is wrong indentation of the other key.
    """

    code = "HOT409"
    name = "keys-alongside-function"
    severity = "warning"
    looks_at = frozenset({"company"})
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
""")
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
            for entry in _calls_with_company(part.node) if part.company and part.snippet.__class__ is not Call else ():
                status = functions.status(entry.name, ctx.version, part.context)
                if status == "available":
                    message = f"'{entry.name}' is not called, since the mapping has other keys alongside it; check the indentation"
                    yield ctx.report(Target(entry, "key"), message)


def _calls_with_company(node: Node) -> list[Entry]:
    found: list[Entry] = []
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
                found += [e for e in entries if e.name in _CERTAIN]
            stack += [e.value for e in entries if e.via is None]
    return found
