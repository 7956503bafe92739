"""Literal values in a template: which may become parameters, under which name, and the lines that they take."""

from __future__ import annotations

import re
from typing import Any

from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import functions
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.scalars import written
from hotlint.syntax.source import LineIndex, Span

ANCHOR = re.compile(r"(?m)(?:^|[\s\[{,])[&*][\w-]")
"""Where a text may have an anchor or an alias."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][\w-]*")


def is_plain_name(name: str) -> bool:
    """Return whether a name is a plain word that is written without quotes, as a key and as a value, so not `yes`."""
    return _PLAIN_NAME.fullmatch(name) is not None and written(name) == name


def extractable(path: tuple[Any, ...], node: Scalar) -> bool:
    """Return whether a value at a path is a literal of a property that a parameter may give."""
    if len(path) < 4 or path[0] != "resources" or path[2] != "properties" or node.style in ("|", ">"):
        return False
    return node.value is not None and not any(step in functions.NAMES for step in path[3:] if isinstance(step, str))


def on_one_line(analysis: FileAnalysis, node: Scalar) -> str:
    """Return a scalar as it is written, or on one line: elsewhere its later lines may be indented too little."""
    text = analysis.text[node.start : node.end]
    return written(node.value) if isinstance(node.value, str) and len(text.splitlines()) > 1 else text


def free_name(analysis: FileAnalysis, path: tuple[Any, ...]) -> str:
    """Return an unused parameter name: that of the property, with the resource's before it if that is taken."""
    names = [str(s) for s in path if isinstance(s, str)]
    base = re.sub(r"\W+", "_", names[-1]).strip("_") or "value"
    taken = analysis.template.parameters
    for name in (base, f"{re.sub(r'[^a-zA-Z0-9]+', '_', names[1])}_{base}"):
        if name not in taken:
            return name
    number = 2
    while f"{base}_{number}" in taken:
        number += 1
    return f"{base}_{number}"


def whole_lines(text: str, span: Span) -> Span | None:
    """Return a span extended to whole lines; None when these lines hold other things."""
    lines = LineIndex(text)
    first, last = lines.position(span.start).line, lines.position(max(span.end - 1, span.start)).line
    start, end = lines.line_span(first).start, lines.line_span(last).end
    if text[start : span.start].strip() or text[span.end : end].strip().partition("#")[0]:
        return None
    return Span(start, lines.line_span(last + 1).start if last + 1 < len(lines) else end)
