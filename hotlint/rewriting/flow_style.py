"""Write flow collections of one line with the usual spaces: `{get_param: name}`, `[a, b]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hotlint.rewriting.document_lines import DocumentLines
from hotlint.rewriting.equivalence import same_scalar
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence, walk
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span
from hotlint.syntax.yaml_rewriter import to_flow_style

_USUAL = re.compile(
    r"(?P<call>\{\w+: [\w.-]+\})|\[(?:[\w.-]+(?:, [\w.-]+)*)?\]|\{\}|\{\w+: \[[\w.-]+(?:, [\w.-]+)*\]\}"
)
"""Collections that need no change: most, so that ruamel.yaml is seldom needed."""


def with_usual_spaces(layout: DocumentLines) -> str:
    """Return the text with the spaces of each flow collection set that is on one line and holds no escaped character."""
    text = layout.document.text
    edits = []
    for node in _outermost(layout.document.root):
        fragment = text[node.start : node.end]
        if "\n" not in fragment and "\\" not in fragment and not _USUAL.fullmatch(fragment):
            made = _rewritten(fragment)
            if made != fragment:
                edits.append(Edit(Span(node.start, node.end), made))
    return apply_edits(text, edits)


def _outermost(root: Node | None) -> Iterator[Mapping | Sequence]:
    end = -1
    for node in walk(root):
        if not isinstance(node, Scalar) and node.flow and node.start >= end:
            end = node.end
            yield node


@lru_cache(4096)
def _rewritten(fragment: str) -> str:
    """Return a fragment with the usual spaces; as it is where its scalars would be written otherwise."""
    made = to_flow_style(fragment)
    if made is None:
        return fragment
    before, after = (parse(Source("", part)) for part in (fragment, made))
    if after.problems or before.problems:
        return fragment
    old, new = list(walk(before.root)), list(walk(after.root))
    same = len(old) == len(new) and all(map(_same, old, new))
    return made if same else fragment


def _same(one: Node, other: Node) -> bool:
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return same_scalar(one, other)
    return (
        not isinstance(one, Scalar)
        and not isinstance(other, Scalar)
        and (type(one), one.flow) == (type(other), other.flow)
    )
