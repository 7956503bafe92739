"""Render Jinja sources in a sandbox of their own, and tell where each part of the result is from.

The worker of the sandbox gets more time and memory than that of an expression.
"""

from __future__ import annotations

import marshal
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from hotlint.common.time_limit import current_allowance
from hotlint.language.sandbox.client import Sandbox
from hotlint.syntax.source import Span

SECONDS: Final = 2.0
MEMORY: Final = 256 << 20


@cache
def _shared() -> Sandbox:
    return Sandbox(seconds=SECONDS, memory=MEMORY)


def reply_of(
    path: str,
    source: str,
    variables: dict[str, Any],
    folders: list[str],
    trim_blocks: bool,
    lstrip_blocks: bool,
    confined_to: str | None = None,
) -> tuple[Any, ...]:
    """Return the reply of `hotlint.language.sandbox.jinja_rendering.render`.

    ("missing",) where jinja2 is not installed, ("stopped", what) where rendering takes too much time or memory, or no time is left
    for the file that is being checked, and ("error", ...) where a variable is of a type that cannot be sent, or jinja2 fails in
    another way.
    """
    folder = str(confined_to) if confined_to is not None else None  # marshal takes no subclass of str
    request = ("jinja", path, source, variables, folders, trim_blocks, lstrip_blocks, folder)
    try:
        marshal.dumps(request)
    except ValueError:
        return ("error", "ValueError", "a variable is of a type that is not plain data")
    allowance, sandbox = current_allowance(), _shared()
    if allowance is not None and allowance.left <= 0:
        return ("stopped", "time")
    start = sandbox.worked
    reply = sandbox.ask(request)
    if allowance is not None:
        allowance.spend(sandbox.worked - start)
    return reply


class RenderingError(Exception):
    """A source that cannot be rendered: `kind` is "missing-library", "syntax", "undefined", "unsupported" or "error".

    `line` is 0-based, in the file `path`; `files` are the files that were looked for.
    """

    def __init__(self, kind: str, message: str, line: int = 0, path: str = "", files: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind, self.message, self.line, self.path, self.files = kind, message, line, path, files


class Place(NamedTuple):
    """A part of a source: `kind` is "text", "expression" or "include"; `span` is in the text with line ends as \\n."""

    kind: str
    path: str
    span: Span


class _Segment(NamedTuple):
    """A part of the rendered text, from `start` on. `places` made it, the innermost last; `offset` is into that one's text."""

    start: int
    places: tuple[Place, ...]
    offset: int


class Rendering:
    """A rendered source: its `text`, and the `files` that it includes or looks for. `path` and `source` are of the source."""

    def __init__(
        self, path: str, source: str, marked: str, mark: str, plain: str, places: list[Place], files: tuple[str, ...]
    ) -> None:
        self.path = path
        self.source = source
        self.text = plain
        self.files = files
        marks = re.compile(f"{mark}([0-9]{{0,10}})\ue002")
        self._is_mapped = marks.sub("", marked) == plain
        self._segments = list(_segments(marked, marks, places)) if self._is_mapped else []
        self._starts = [segment.start for segment in self._segments]
        self._ends = [m.end() for m in re.finditer("\r\n", source)]

    def source_span(self, span: Span) -> Span:
        """Return the place in the source of a span of the rendered text.

        Text that an expression made is at the expression, text of an included file at the include.
        """
        if not self._is_mapped or not self._segments:
            return Span(0, 0)
        first = self._at(span.start)
        last = self._at(max(span.start, span.end - 1))
        end = last.end if span.end > span.start else first.start
        if end < first.start or last.start < first.start:  # a loop goes back
            end = first.end
        return Span(self._original(first.start), self._original(max(end, first.start)))

    def place_at(self, offset: int) -> Place | None:
        """Return the part that made the rendered text at an offset; None where nothing is known of it."""
        if not self._is_mapped or not self._segments:
            return None
        segment = self._segments[max(bisect_right(self._starts, offset) - 1, 0)]
        return segment.places[-1] if segment.places else None

    def tag_at(self, offset: int) -> Span | None:
        """Return the expression at an offset of the source; None where there is none, or it was not rendered."""
        for segment in self._segments if self._is_mapped else ():
            for place in segment.places:
                span = Span(self._original(place.span.start), self._original(place.span.end))
                if place.kind == "expression" and place.path == self.path and span.start <= offset < span.end:
                    return span
        return None

    def texts_of(self, tag: Span, limit: int = 5) -> list[str]:
        """Return what an expression of the source is rendered to, each result once, at most `limit` of them."""
        found: dict[str, None] = {}
        ends = [*self._starts[1:], len(self.text)]
        for segment, end in zip(self._segments, ends, strict=True):
            own = (p.span for p in segment.places if p.kind == "expression" and p.path == self.path)
            if any(self._original(span.start) == tag.start for span in own):
                found.setdefault(self.text[segment.start : end])
        return list(found)[:limit]

    def _at(self, offset: int) -> Span:
        """Return the place in the source of one character of the rendered text."""
        segment = self._segments[max(bisect_right(self._starts, offset) - 1, 0)]
        for place in reversed(segment.places):
            if place.path != self.path:
                continue
            if place.kind == "text":
                start = min(place.span.start + segment.offset + offset - segment.start, place.span.end)
                return Span(start, min(start + 1, place.span.end))
            return place.span
        return Span(0, 0)

    def _original(self, offset: int) -> int:
        """Return an offset in the source for one in its text with line ends as \\n."""
        for number, end in enumerate(self._ends):
            if end - number - 1 > offset:
                return offset + number
        return offset + len(self._ends)


def render(
    path: str,
    source: str,
    variables: dict[str, Any],
    folders: tuple[str, ...],
    *,
    trim_blocks: bool,
    lstrip_blocks: bool,
    confined_to: str | None = None,
) -> Rendering:
    """Return a Jinja source as it is rendered with these variables. Raises RenderingError.

    `folders` are those that it may include files from, without those outside of `confined_to`; None is no limit.
    """
    reply = reply_of(path, source, variables, list(folders), trim_blocks, lstrip_blocks, confined_to)
    if reply[0] == "missing":
        raise RenderingError("missing-library", "jinja2 is not installed")
    if reply[0] == "stopped":
        raise RenderingError("error", f"it takes more {reply[1]} than hotlint allows")
    if reply[0] == "failed":
        _, kind, message, line, where, files = reply
        raise RenderingError(kind, message, line, where, tuple(files))
    if reply[0] != "value":
        raise RenderingError("error", str(reply[-1]) or "jinja2 fails on it")
    _, marked, mark, plain, places, files = reply
    made = [Place(kind, where, Span(start, end)) for kind, where, start, end in places]
    return Rendering(path, source, marked, mark, plain, made, tuple(files))


def _segments(marked: str, marks: re.Pattern[str], places: list[Place]) -> Iterator[_Segment]:
    """Yield the parts of a marked text between marks, with their offsets in the text without marks."""
    stack: list[Place] = []
    used: list[int] = []
    at = length = 0
    for mark in marks.finditer(marked):
        size = mark.start() - at
        if size:
            yield _Segment(length, tuple(stack), used[-1] if used else 0)
            if used:
                used[-1] += size
        length, at = length + size, mark.end()
        if mark[1]:
            stack.append(places[int(mark[1])])
            used.append(0)
        elif stack:
            stack.pop()
            used.pop()
    if at < len(marked):
        yield _Segment(length, tuple(stack), used[-1] if used else 0)
