"""Shared by the rules on unused parameters and on calls that are text: strings that are written like calls."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.common.records import NamedTuple
from hotlint.language import functions
from hotlint.language.functions.base import Call
from hotlint.rule import Node, Part, RuleContext, Scalar, Sequence
from hotlint.syntax.nodes import collections
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

_CALL = r"\{{1,2}[ \t]{0,9}['\"]?([A-Za-z][\w:]{0,99})['\"]?[ \t]{0,9}:[ \t]{1,9}\S%s\}{1,2}"
_MAY_HAVE_TEXT = r"""['"|>*]|[^\s:,\[\-?{]\s*\{"""
"""A sign without which a part of a file has no string with a brace in it: only mappings in braces."""
_VARIABLE = r"\$\{\s*(\w[\w.-]*)\s*\}|\{\{\s*(\w[\w.-]*)\s*\}\}"


class TextCall(NamedTuple):
    """A string that is written like a call.

    `call` is what it would be as YAML; None for a name in the signs of another language. `is_whole`: the string is nothing else.
    `name` is the function, or the name in the signs.
    """

    node: Scalar
    part: Part
    call: Call | None
    name: str
    is_whole: bool
    written: str


def text_calls(ctx: RuleContext) -> list[TextCall]:
    """Return the strings in the template that are written like calls: those of one line, since longer ones are programs."""
    return ctx.memoize("text_calls", lambda: list(_text_calls(ctx)) if "{" in ctx.document.text else [])


def _text_calls(ctx: RuleContext) -> Iterator[TextCall]:
    source = ctx.document.text
    for part in ctx.template.parts:
        text = source[part.node.start : part.node.end] if part.field != "type" else ""
        if "{" not in text or re.search(_MAY_HAVE_TEXT, text) is None:
            continue
        replaced = [call.node.span for call in part.calls if call.function.placeholders and call.node is not None]
        for node in _strings(part.node):
            text = node.value.strip()
            if "\n" in text:
                continue
            found = re.fullmatch(_CALL % ".*", text) or re.search(_CALL % "[^{}]*", text)
            if found is not None and found[1] in functions.names(ctx.version):
                written = found[0]
                while written.startswith("{{"):
                    written = written[1:-1]
                call = _read(written, part, ctx)
                if call is not None:
                    yield TextCall(node, part, call, found[1], found[0] == text, written)
            elif not any(node.start in span for span in replaced):
                variable = re.search(_VARIABLE, text)
                if variable is not None and not re.search(r"\s", text.replace(variable[0], "")):
                    yield TextCall(node, part, None, variable[1] or variable[2], variable[0] == text, variable[0])


def _strings(node: Node) -> Iterator[Scalar]:
    """Yield the strings of a part with a brace in them."""
    if isinstance(node, Scalar):
        items = [node]
    else:
        items = []
        for outer in collections(node):
            children = outer.items if isinstance(outer, Sequence) else [entry.value for entry in outer.entries]
            items += [child for child in children if isinstance(child, Scalar)]
    for item in items:
        if item.value.__class__ is str and "{" in item.value:
            yield item


def _read(written: str, part: Part, ctx: RuleContext) -> Call | None:
    """Return the call that a text would be as YAML, where it would be a valid one."""
    root = parse(Source("", written)).root
    call = ctx.template.read(root, part.context) if root is not None else None
    if not isinstance(call, Call) or any(True for _ in call.function.check_form(call.args, ctx.version)):
        return None
    return call
