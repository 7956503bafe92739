"""Write flow collections of one line with the usual spaces: `{get_param: name}`, `[a, b]`; align those of several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.rewriting.document_lines import DocumentLines, indent_of
from hotlint.rewriting.indentation import STEP
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence, walk
from hotlint.syntax.source import Span

_ITEM = re.compile(r" *(?:- +)*")
_ALIAS = re.compile(r"\s*:\s*(\*[^\s,\[\]{}]+)")


def with_spaces(layout: DocumentLines, inside: str) -> str:
    """Return the text with the spaces of each flow collection set that is on one line and holds no escaped character.

    Mappings get "none" or "one" `inside` of their braces; with "keep", the text stays.
    """
    text = layout.document.text
    writer = _Writer(text, " " if inside == "one" else "")
    edits = []
    for node in _on_one_line(layout) if inside != "keep" else ():
        fragment = text[node.start : node.end]
        made = fragment if "\\" in fragment else writer.collection(node)
        if made != fragment:
            edits.append(Edit(Span(node.start, node.end), made))
    return apply_edits(text, edits)


class _Writer:
    """Writes flow collections with the usual spaces. All else, such as quotes, stays as it is in the text."""

    def __init__(self, text: str, inside: str) -> None:
        self.text = text
        self.inside = inside

    def collection(self, node: Mapping | Sequence) -> str:
        """Return a collection with the usual spaces; as it is where more than anchors, tags and marks is between its values."""
        opened, closed = "{}" if isinstance(node, Mapping) else "[]"
        written, at = opened, node.start + 1
        for mark, child, (start, end) in self._children(node) if self.text[node.start] == opened else ():
            properties = _properties(self.text[at:start], mark) if at <= start else None
            if properties is None:
                break
            written += f"{mark} " if mark else self.inside if opened == "{" else ""
            written += " ".join([*properties, self._value(child, start, end)])
            at = end
        rest = self.text[at : node.end - 1].strip()
        if self.text[node.start] != opened or at >= node.end or rest not in ("", "," if written != opened else ""):
            return self.text[node.start : node.end]
        is_spaced = opened == "{" != written and not written.endswith(" ")
        return f"{written}{self.inside if is_spaced else ''}{closed}"

    def _value(self, node: Node | None, start: int, end: int) -> str:
        return self.text[start:end] if node is None or isinstance(node, Scalar) else self.collection(node)

    def _children(self, node: Mapping | Sequence) -> Iterator[tuple[str, Node | None, Span]]:
        """Yield the mark before each part of a collection, the part, and its span; None for an alias and a merge key."""
        mark = ""
        if isinstance(node, Sequence):
            for index, item in enumerate(node.items):
                via = node.via.get(index)
                yield mark, None if via else item, via or item.span
                mark = ","
            return
        pairs: list[tuple[Span, Node | None, Node, Span | None]]
        pairs = [(entry.key.span, entry.key, entry.value, entry.via) for entry in node.entries]
        pairs += [(span, None, other, self._alias(span.end)) for span, other in node.merged]
        for span, key, value, via in sorted(pairs, key=lambda pair: pair[0]) if node.merged else pairs:
            yield mark, key, span
            yield ":", None if via else value, via or value.span
            mark = ","

    def _alias(self, end: int) -> Span | None:
        """Return the span of the alias that is the value of the key that ends there; None without one."""
        found = _ALIAS.match(self.text, end)
        return Span(found.start(1), found.end()) if found else None


def _properties(gap: str, mark: str) -> list[str] | None:
    """Return the anchor and the tag of a value, which are between it and a mark; None where anything else is."""
    gap = gap.lstrip()
    words = gap.removeprefix(mark).split() if gap.startswith(mark) else [""]
    return words if all(word.startswith(("&", "!")) for word in words) else None


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
    shift = moved.get(first, indent_of(line)) - indent_of(line)
    rest = line[after:].lstrip()
    is_hanging = not rest or rest.startswith("#")
    content = base + STEP if is_hanging else len(line) - len(rest) + shift
    closing = base if is_hanging else content
    for number in range(first + 1, last + 1):
        start = indent_of(layout.lines[number])
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
