"""Texts that become the user data of servers: what is known of each, and where each character of it is written.

A text is read from the template without its values: what a call puts into it is a hole, written as letters of its own, so that the
text around it can be read as YAML or as a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, islice

from hotlint.analysis.locations import locate
from hotlint.analysis.template import Template, argument, node_at
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.language.functions.base import Call
from hotlint.language.functions.str_replace import StrReplace
from hotlint.language.values import EvaluationError
from hotlint.syntax import nodes
from hotlint.syntax.nodes import Document, Node, Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

if TYPE_CHECKING:
    from hotlint.analysis.evaluator import Evaluation

_HOLE = "x"
_TEXTS = 20
"""Texts that one value may have, by its conditions, of which are read."""


class Segment(NamedTuple):
    """A run of a text: `node` is where the template has it, or names the file at `path` that has it; a hole without a node."""

    text: str
    node: Scalar | None = None
    path: str = ""


class UserData(NamedTuple):
    """A text that may be user data, of known `segments` and holes; `node` is what the template has in its place.

    `placeholders` are replaced in it, None where these are not known.
    """

    node: Node
    segments: tuple[Segment, ...]
    placeholders: tuple[str, ...] | None = ()

    @property
    def text(self) -> str:
        """The text as it is written, with a letter in place of a hole."""
        return "".join(segment.text for segment in self.segments)

    def holes(self) -> list[Span]:
        """Return the parts of the text that are not known, in order."""
        found, start = [], 0
        for segment in self.segments:
            if segment.node is None:
                found.append(Span(start, start + len(segment.text)))
            start += len(segment.text)
        return sorted([*found, *_places(filter(None, self.placeholders or ()), self.text)])

    def filled(self) -> str:
        """Return the text with letters in place of holes and placeholders, of the same length."""
        text = list(self.text)
        for start, end in self.holes():
            text[start:end] = _HOLE * (end - start)
        return "".join(text)

    def document(self) -> Document:
        """Return the text as YAML. A line that is nothing but holes may be any number of lines: it is a comment there."""
        filled, blank = list(self.filled()), list(self.text)
        for start, end in self.holes():
            blank[start:end] = " " * (end - start)
        for line in re.finditer(r"[^\n]+", self.text):
            start, end = line.span()
            if not line[0].isspace() and not "".join(blank[start:end]).strip():
                first = next(at for at in range(start, end) if not filled[at].isspace())
                filled[first] = "#"
        return parse(Source("", "".join(filled)))

    def place(self, span: Span, template: str) -> tuple[Span, str, Node | None]:
        """Return where a part of the text is written: the span in the template, or in a file, its path, and what names it."""
        start = 0
        for segment in self.segments:
            end = start + len(segment.text)
            if span.start < end and segment.node is not None:
                inner = Span(span.start - start, min(span.end, end) - start)
                if segment.path:
                    return inner, segment.path, segment.node
                first = _offset(template, segment.node, inner.start)
                return Span(first, max(_offset(template, segment.node, inner.end - 1) + 1, first + 1)), "", None
            start = end
        return Span(self.node.start, max(self.node.end, self.node.start + 1)), "", None


def _places(names: Iterable[str], text: str) -> Iterator[Span]:
    """Yield the places of names in a text, from its start on, none of which overlap; the longest of those at the same place."""
    found, at = dict.fromkeys(names, -2), 0
    while found:
        for name, place in list(found.items()):
            if place < at:
                found[name] = text.find(name, at)
                if found[name] < 0:
                    del found[name]
        if found:
            start, length = min((place, -len(name)) for name, place in found.items())
            at = start - length
            yield Span(start, at)


_ESCAPE = r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n|.)|[\s\S]"
_BLANK_ESCAPES = ("\\n", "\\t", "\\r", "\\ ", "\\\n", "\\\r\n", "\\e", "\\v", "\\f", "\\0", "\\N", "\\_", "\\L", "\\P")


def _offset(source: str, node: Scalar, index: int) -> int:
    """Return where a character of a scalar is written: the one after as many characters that are no white space."""
    before = _solid(node.text)[max(index, 0)]
    start, end = node.start, node.end
    if node.style in ("|", ">"):
        start = source.find("\n", start) + 1 or end
    elif node.style:
        start, end = start + 1, end - 1
    places = _written(source[start:end], node.style)
    return start + places[before] if before < len(places) else max(end - 1, node.start)


@lru_cache(4)
def _solid(text: str) -> list[int]:
    """Return how many characters before each one are no white space."""
    return [*accumulate((not c.isspace() for c in text), initial=0)]


@lru_cache(4)
def _written(text: str, style: str | None) -> list[int]:
    """Return where the characters of a scalar that are no white space begin, in its text as it is written."""
    units = _ESCAPE if style == '"' else r"''|[\s\S]" if style == "'" else r"[\s\S]"
    blank = _BLANK_ESCAPES if style == '"' else ()
    return [m.start() for m in re.finditer(units, text) if not m[0].isspace() and m[0] not in blank]


def texts(node: Node, calls: Mapping[int, Call], evaluation: Evaluation, template: Template) -> Iterator[UserData]:
    """Yield the texts that a value may have, as far as these are written out: one for each branch of its conditions.

    `calls` are the calls of the template by the identity of their nodes.
    """
    yield from islice(_texts(node, _Reader(calls, evaluation, template.document.source.uri)), _TEXTS)


class _Reader(NamedTuple):
    calls: Mapping[int, Call]
    evaluation: Evaluation
    path: str


def _texts(node: Node, reader: _Reader) -> Iterator[UserData]:
    if isinstance(node, Scalar):
        if isinstance(node.value, str):
            yield UserData(node, (Segment(node.value, node),))
        return
    call = reader.calls.get(id(node))
    arguments, _ = argument(call) if call is not None else (None, None)
    if call is None or arguments is None:
        return
    if isinstance(call.function, StrReplace):
        yield from _replaced(call.function, arguments, reader)
    elif call.name == "get_file":
        yield from _file(arguments, reader)
    elif call.name in ("list_join", "Fn::Join"):
        yield from _joined(arguments, reader)
    elif call.name == "Fn::Base64":
        yield from _texts(arguments, reader)
    elif call.name in ("if", "Fn::If") and isinstance(arguments, nodes.Sequence):
        for branch in arguments.items[1:]:
            yield from _texts(branch, reader)


def _file(name: Node, reader: _Reader) -> Iterator[UserData]:
    if not isinstance(name, Scalar) or not isinstance(name.value, str):
        return
    try:
        text = reader.evaluation.file(name.value)
    except EvaluationError:
        return
    path = locate(name.value, reader.path).path
    if isinstance(text, str) and path is not None:
        yield UserData(name, (Segment(text, name, path),))


def _replaced(function: StrReplace, arguments: Node, reader: _Reader) -> Iterator[UserData]:
    template, params = (node_at(arguments, path)[0] for path in (function.template_at, function.params_at))
    names: tuple[str, ...] | None = None
    if isinstance(params, nodes.Mapping) and id(params) not in reader.calls:
        names = tuple(str(entry.name) for entry in params.items())
    for found in _texts(template, reader) if template is not arguments else ():
        inner = found.placeholders
        yield found._replace(placeholders=None if names is None or inner is None else (*inner, *names))


def _joined(arguments: Node, reader: _Reader) -> Iterator[UserData]:
    if not isinstance(arguments, nodes.Sequence) or not arguments.items or not isinstance(arguments.items[0], Scalar):
        return
    delimiter, lists = arguments.items[0], arguments.items[1:]
    segments: list[Segment] = []
    names: tuple[str, ...] = ()
    for listed in lists:
        parts = listed.items if isinstance(listed, nodes.Sequence) else [listed]
        for part in parts:
            if segments and delimiter.text:
                segments.append(Segment(delimiter.text, delimiter))
            found = list(_texts(part, reader)) if part is not listed else []
            placeholders = found[0].placeholders if len(found) == 1 else None
            segments += [Segment(_HOLE)] if placeholders is None else found[0].segments
            names = (*names, *(placeholders or ()))
    if any(segment.node is not None for segment in segments):
        yield UserData(arguments, tuple(segments), names)
