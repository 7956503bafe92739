"""Write flow collections of one line with the usual spaces: `{get_param: name}`, `[a, b]`; align those of several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.rewriting.document_lines import DocumentLines
from hotlint.rewriting.indentation import STEP
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence, walk
from hotlint.syntax.source import Span

_ITEM = re.compile(r" *(?:- +)*")
_PROPERTIES = r"(?P<properties>(?:[&!]\S*\s+)*)"
_AT_START = re.compile(rf"\s*{_PROPERTIES}")
_AFTER_COMMA = re.compile(rf"\s*,\s*{_PROPERTIES}")
_AFTER_COLON = re.compile(rf"\s*:\s*{_PROPERTIES}")
_ALIAS = re.compile(r"\s*:\s*(\*[^\s,\[\]{}]+)")
_AT_END = re.compile(r"\s*,?\s*")


def with_spaces(layout: DocumentLines, inside: str) -> str:
    """Return the text with the spaces of each flow collection set that is on one line and holds no escaped character.

    Mappings get "none" or "one" `inside` of their braces; with "keep", the text stays.
    """
    text = layout.document.text
    writer = _Writer(text, " " if inside == "one" else "")
    edits = []
    for node in _on_one_line(layout) if inside != "keep" else ():
        fragment = text[node.start : node.end]
        try:
            made = fragment if "\\" in fragment else writer.collection(node)
        except _UnusualError:
            continue
        if made != fragment:
            edits.append(Edit(Span(node.start, node.end), made))
    return apply_edits(text, edits)


class _UnusualError(Exception):
    """A flow collection that holds something other than values with keys, anchors and tags between its commas."""


class _Writer:
    """Writes flow collections with the usual spaces. All else, such as quotes, stays as it is in the text."""

    def __init__(self, text: str, inside: str) -> None:
        self.text = text
        self.inside = inside

    def collection(self, node: Mapping | Sequence) -> str:
        """Return a collection with the usual spaces. Raises _UnusualError."""
        opened, closed = "{}" if isinstance(node, Mapping) else "[]"
        if self.text[node.start] != opened:
            raise _UnusualError
        written, at = "", node.start + 1
        for gap, child, (start, end) in self._children(node):
            before = gap.fullmatch(self.text, at, start) if at <= start else None
            if before is None:
                raise _UnusualError
            if written:
                written += ": " if gap is _AFTER_COLON else ", "
            written += " ".join([*before["properties"].split(), self._value(child, start, end)])
            at = end
        if at >= node.end or not (_AT_END if written else _AT_START).fullmatch(self.text, at, node.end - 1):
            raise _UnusualError
        space = self.inside if written and opened == "{" else ""
        return f"{opened}{space}{written}{space}{closed}"

    def _value(self, node: Node | None, start: int, end: int) -> str:
        return self.text[start:end] if node is None or isinstance(node, Scalar) else self.collection(node)

    def _children(self, node: Mapping | Sequence) -> Iterator[tuple[re.Pattern[str], Node | None, Span]]:
        """Yield what may be before each part of a collection, the part, and its span; None for an alias and a merge key."""
        gap = _AT_START
        if isinstance(node, Sequence):
            for index, item in enumerate(node.items):
                via = node.via.get(index)
                yield gap, None if via else item, via or item.span
                gap = _AFTER_COMMA
            return
        pairs: list[tuple[Span, Node | None, Node, Span | None]]
        pairs = [(entry.key.span, entry.key, entry.value, entry.via) for entry in node.entries]
        pairs += [(span, None, other, self._alias(span.end)) for span, other in node.merged]
        for span, key, value, via in sorted(pairs, key=lambda pair: pair[0]) if node.merged else pairs:
            yield gap, key, span
            yield _AFTER_COLON, None if via else value, via or value.span
            gap = _AFTER_COMMA

    def _alias(self, end: int) -> Span | None:
        """Return the span of the alias that is the value of the key that ends there; None without one."""
        found = _ALIAS.match(self.text, end)
        return Span(found.start(1), found.end()) if found else None


def aligned(layout: DocumentLines) -> str:
    """Return the indented text with the lines in flow collections indented by their brackets.

    Lines below a bracket that ends its line are one level deeper than that line; others begin where the first item does.
    """
    moved: dict[int, int] = {}
    end = 0
    for outermost in _flow(layout.document.root):
        if outermost.start >= end and layout.line_of(outermost.start) not in moved:
            end = outermost.end
            for node in walk(outermost):
                _align(layout, node, moved)
    return "\n".join(" " * moved[i] + line.lstrip(" ") if i in moved else line for i, line in enumerate(layout.lines))


def _align(layout: DocumentLines, node: Node, moved: dict[int, int]) -> None:
    """Add the new columns of the lines that begin in a node of a flow collection to `moved`; inner nodes replace them."""
    first, last = layout.line_of(node.start), layout.line_of(node.end - 1)
    if first == last:
        return
    line, after = layout.lines[first], layout.column_of(node.start) + 1
    base = moved.get(first, _ITEM.match(line).end())  # type: ignore[union-attr]
    shift = moved.get(first, _indent(line)) - _indent(line)
    rest = line[after:].lstrip()
    is_hanging = not rest or rest.startswith("#")
    content = base + STEP if is_hanging else len(line) - len(rest) + shift
    closing = base if is_hanging else content
    for number in range(first + 1, last + 1):
        start = _indent(layout.lines[number])
        if isinstance(node, Scalar):
            moved[number] = max(start + shift, 0)
        elif layout.lines[number].strip():
            moved[number] = closing if layout.offset_of(number) + start == node.end - 1 else content


def _flow(root: Node | None) -> Iterator[Mapping | Sequence]:
    """Yield the flow collections of a tree, each before those inside of it."""
    yield from (node for node in walk(root) if not isinstance(node, Scalar) and node.flow)


def _on_one_line(layout: DocumentLines) -> Iterator[Mapping | Sequence]:
    """Yield the outermost flow collections that are on one line."""
    end = -1
    for node in _flow(layout.document.root):
        if node.start >= end and layout.line_of(node.start) == layout.line_of(node.end - 1):
            end = node.end
            yield node


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
