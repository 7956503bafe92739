"""For texts that are not YAML: what is wrong, in an author's words, and what can still be read.

Imported only when the parser has failed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import yaml

from hotlint.syntax.source import LineIndex, Source, Span
from hotlint.syntax.yaml_parser import Document, Mapping, Problem

if TYPE_CHECKING:
    Attempt = Callable[[Source, str], Document]

_MOST_REPAIRS = 8
_ITEM = re.compile(r"-(?:\s|$)")
"""The start of a list's item, which may be indented no more than what the list belongs to."""


def explain_error(exc: yaml.YAMLError, text: str, shift: int) -> Problem:
    """The parser's complaint as a Problem: at the place that has to change, with the likely cause."""
    if isinstance(exc, yaml.reader.ReaderError):
        return _bad_character(exc, text)
    mark = getattr(exc, "problem_mark", None)
    at = min(mark.index + shift if mark is not None else 0, len(text))
    context = getattr(exc, "context_mark", None)
    opened = min(context.index + shift, len(text)) if context is not None else None
    return _cause(text, at, opened, str(getattr(exc, "context", "") or ""), str(getattr(exc, "problem", "") or exc))


def _bad_character(exc: yaml.reader.ReaderError, text: str) -> Problem:
    found = re.search(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufeff\uff00-\ufffd\U00010000-\U0010ffff]", text)
    at = found.start() if found else 0
    return Problem(
        "character", f"The character U+{ord(text[at]) if text else 0:04X} may not stand in YAML.", Span(at, at + 1)
    )


def _cause(text: str, at: int, opened: int | None, context: str, problem: str) -> Problem:
    line_start = text.rfind("\n", 0, at) + 1
    before = text[line_start:at]
    char = text[at : at + 1]
    here = Span(at, at + 1)
    if "quoted scalar" in context and opened is not None:
        quote = text[opened : opened + 1]
        return Problem("quote", f"The quote {quote} that opens here is never closed.", Span(opened, opened + 1))
    if char == "\t" or "\t" in before[: len(before) - len(before.lstrip())]:
        tab = at if char == "\t" else line_start + before.index("\t")
        return Problem("tab", "A tab stands here; YAML wants spaces for indentation.", Span(tab, tab + 1))
    if "cannot start any token" in problem:
        return _cannot_start(text, at, char)
    if "mapping values are not allowed" in problem:
        return _stray_colon(text, at, line_start)
    if opened is not None and "flow" in context:
        opened = _unclosed(text, opened)
        bracket = text[opened : opened + 1]
        close = {"[": "]", "{": "}"}.get(bracket, bracket)
        if char in ("", "\n") or opened < line_start:
            message = f"The {bracket} that opens here is not closed with {close}."
            return Problem("bracket", message, Span(opened, opened + 1))
        return Problem("bracket", f"Here `,` or `{close}` is expected, within the {bracket} that opens before.", here)
    if "block mapping" in context or "block collection" in context:
        return _indentation(text, at, opened, char)
    if "could not find expected ':'" in problem:
        return _missing_colon(text, at, opened, line_start)
    if char in ("]", "}", ","):
        return Problem("bracket", f"This `{char}` closes nothing; text that holds it needs quotes.", here)
    if "anchor" in context or "alias" in context:
        return Problem("syntax", "A name must follow `&` or `*`; text that starts with one of them needs quotes.", here)
    plain = problem or context or "it does not follow YAML's rules"
    return Problem("syntax", f"YAML cannot be read here: {plain}.", here)


def _unclosed(text: str, opened: int) -> int:
    """Where the bracket stands that the parser means: at the end of a text, its mark may be past it."""
    if text[opened : opened + 1] in ("[", "{"):
        return opened
    waiting: list[int] = []
    for at, char in enumerate(text[:opened]):
        if char in "[{":
            waiting.append(at)
        elif char in "]}" and waiting:
            waiting.pop()
    return waiting[-1] if waiting else opened


def _cannot_start(text: str, at: int, char: str) -> Problem:
    end = at + len(re.match(r"[^\s,\[\]{}#]*", text[at:]).group())  # type: ignore[union-attr]
    word = text[at : max(end, at + 1)]
    span = Span(at, max(end, at + 1))
    if char == "%":
        return Problem("percent", f"Text that starts with `%` needs quotes: '{word}'.", span)
    return Problem("character", f"Text that starts with `{char}` needs quotes: '{word}'.", span)


def _stray_colon(text: str, at: int, line_start: int) -> Problem:
    before = text[line_start:at]
    if ":" in before.strip():
        message = "A second `: ` on this line: text that holds a colon and a space needs quotes."
        return Problem("colon", message, Span(at, at + 1))
    start = line_start + len(before) - len(before.lstrip())
    message = "This line is indented more than the text or entry above it allows; a `key: value` cannot start here."
    return Problem("indentation", message, Span(start, max(at, start + 1)))


def _indentation(text: str, at: int, opened: int | None, char: str) -> Problem:
    end = min([i for i in (text.find("\n", at), text.find(":", at)) if i >= 0], default=len(text))
    span = Span(at, max(min(end, len(text)), at + 1))
    if char == "-":
        return Problem(
            "indentation", "A list item cannot stand here: its indentation fits neither a list nor a map.", span
        )
    if char in ("]", "}", ","):
        return Problem("bracket", f"This `{char}` closes nothing; text that holds it needs quotes.", Span(at, at + 1))
    if opened is not None:
        column = opened - (text.rfind("\n", 0, opened) + 1)
        line = text.count("\n", 0, opened) + 1
        message = (
            f"The indentation is off: entries of the map that starts on line {line} are indented by {column} spaces."
        )
        return Problem("indentation", message, span)
    return Problem("indentation", "The indentation of this line fits nothing above it.", span)


def _missing_colon(text: str, at: int, opened: int | None, line_start: int) -> Problem:
    start = opened if opened is not None else line_start
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    word = text[start:end].strip()[:40]
    message = f"A `:` is missing: '{word}' is neither a `key: value` nor part of the text above it."
    return Problem("colon", message, Span(start, max(end, start + 1)))


def repair(document: Document, attempt: Attempt) -> Document:
    """The document with as much of it as can be read: the lines at fault blanked, the rest parsed again.

    Only the first problem is told: what follows from a broken line is mostly not a fault of its own. Spans stay true,
    since blanks keep their places.
    """
    first = next(p for p in document.problems if p.slug not in ("duplicate-key",))
    text, best, current = document.text, document, document
    lost: list[Span] = []
    for _ in range(_MOST_REPAIRS):
        problem = current.problems[-1]
        lines = LineIndex(text)
        for place in (problem.span.start, problem.related.start if problem.related else -1):
            start, end = lines.line_span(lines.position(place).line) if place >= 0 else (0, 0)
            if text[start:end].strip():
                break
        else:
            start, end = _line_above(text, problem.span.start)
        if not text[start:end].strip():
            break
        text = text[:start] + " " * (end - start) + text[end:]
        lost.append(Span(start, end))
        current = attempt(document.source, text)
        if not current.broken:
            best = current
            break
        if current.problems[-1].span.start >= best.problems[-1].span.start:
            best = current
    if best.broken:
        at = best.problems[-1].span.start
        lost.append(Span(text.rfind("\n", 0, at) + 1, len(text)))
    best.lost = lost
    best.problems = [first, *(p for p in best.problems if p.slug == "duplicate-key" and p != first)]
    best.broken = True
    return best


def _line_above(text: str, at: int) -> tuple[int, int]:
    """The last line with text on it before an offset."""
    end = len(text[:at].rstrip())
    return text.rfind("\n", 0, end) + 1, end


class _Line(NamedTuple):
    start: int
    end: int
    indent: int


def unreliable(document: Document) -> list[Span]:
    """Stretches of a broken text of whose structure nothing certain is known: what stands around the lines left out.

    When the line that begins an entry cannot be read, what is indented below it seems to belong to the entry above. So
    the whole of both is blurred, up to the next line that begins an entry or a section.
    """
    text = document.text
    lost = document.lost or [p.span for p in document.problems if p.slug != "duplicate-key"]
    starts = {text.rfind("\n", 0, span.start) + 1 for span in lost}
    lines = [
        _Line(m.start(), m.end(), len(m.group(1)))
        for m in re.finditer(r"(?m)^( *)(?![ #]|\t*$)[^\n]+$", text)
        if m.start() in starts or not _ITEM.match(text, m.end(1))
    ]
    found = []
    for span in lost:
        at = bisect_right(lines, span.start, key=lambda line: line.start) - 1
        if at < 0 or (isinstance(document.root, Mapping) and document.root.flow):
            return [Span(0, len(text))]
        found += _around(lines, at, max(span.end, lines[at].end), len(text))
    return found


def _around(lines: list[_Line], at: int, end: int, length: int) -> list[Span]:
    """What is blurred by the loss of line `at`, and of what follows up to `end`."""
    section = next((i for i in range(at - 1, -1, -1) if lines[i].indent == 0), None)
    after = next((i for i in range(at + 1, len(lines)) if lines[i].start >= end), len(lines))
    if section is None:
        return [Span(0, length)]
    if lines[at].indent == 0:
        return [
            Span(lines[section].start, lines[section].end),
            Span(lines[at].start, _next(lines, after, 0, length)),
        ]
    level = lines[section + 1].indent
    header = next((i for i in range(at - 1, section, -1) if lines[i].indent <= level), section)
    return [Span(lines[header].start, _next(lines, after, level, length))]


def _next(lines: list[_Line], first: int, level: int, length: int) -> int:
    """Where the next line begins, from line `first` on, that is indented by `level` at most."""
    return next((line.start for line in lines[first:] if line.indent <= level), length)
