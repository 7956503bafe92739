"""Write flow collections of one line with the usual spaces: `{get_param: name}`, `[a, b]`; align those of several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hotlint.rewriting.document_lines import DocumentLines, indent_of
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.indentation import STEP
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence, walk
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span
from hotlint.syntax.yaml_rewriter import to_flow_style

_USUAL_DEPTH = 4


def _usual(depth: int) -> str:
    """Return a pattern of values in flow style, up to a depth, that ruamel.yaml would not write otherwise."""
    scalar = r"(?:[\w.-]+(?:(?:::|[/ ])[\w.-]+)*|'[ -&(-\[\]-~]*'|\"[ !#-\[\]-~]*\")"
    value = f"(?:{scalar}|{_usual(depth - 1)})" if depth > 1 else scalar
    return rf"(?:\[(?:{value}(?:, {value})*)?\]|\{{(?:{scalar}: {value}(?:, {scalar}: {value})*)?\}})"


_USUAL = re.compile(_usual(_USUAL_DEPTH))
"""Collections that need no change: most, so that ruamel.yaml is seldom needed."""
_ITEM = re.compile(r" *(?:- +)*")


def with_spaces(layout: DocumentLines, inside: str) -> str:
    """Return the text with the spaces of each flow collection set that is on one line and holds no escaped character.

    Mappings get "none" or "one" `inside` of their braces; with "keep", the text stays.
    """
    text = layout.document.text
    edits = []
    for node in _on_one_line(layout) if inside != "keep" else ():
        fragment = text[node.start : node.end]
        made = fragment if "\\" in fragment or _USUAL.fullmatch(fragment) else _rewritten(fragment)
        made = _with_space_inside(made) if inside == "one" and "{" in made and "\\" not in made else made
        if made != fragment:
            edits.append(Edit(Span(node.start, node.end), made))
    return apply_edits(text, edits)


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


def _with_space_inside(fragment: str) -> str:
    """Return a fragment with one space inside of the braces of each mapping that is not empty."""
    edits = []
    for node in walk(parse(Source("", fragment)).root):
        first, last = node.start + 1, node.end - 1
        held = fragment[first:last]
        if isinstance(node, Mapping) and held.strip() and fragment[node.start] == "{":
            edits += [
                Edit(Span(first, last - len(held.lstrip())), " "),
                Edit(Span(first + len(held.rstrip()), last), " "),
            ]
    return apply_edits(fragment, sorted(edits))


@lru_cache(4096)
def _rewritten(fragment: str) -> str:
    """Return a fragment with the usual spaces; as it is where its scalars or anchors would be written otherwise."""
    made = to_flow_style(fragment) if fragment[1:-1].strip() else f"{fragment[0]}{fragment[-1]}"
    if made is None or "\\" in made:  # ruamel.yaml writes a tab as \t
        return fragment
    before, after = (parse(Source("", part)) for part in (fragment, made))
    return fragment if before.problems or difference(before, after) is not None else made
