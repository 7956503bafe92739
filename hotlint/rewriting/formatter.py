"""Format a template: order, indentation, flow collections and blank lines, each step proved to change nothing for Heat."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from hotlint.analysis.file_kinds import is_source
from hotlint.analysis.template import kind_of
from hotlint.linter.settings.model import Settings
from hotlint.rewriting.document_lines import DocumentLines
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.flow_style import aligned, with_spaces
from hotlint.rewriting.indentation import UnclearIndentationError, indented, joined
from hotlint.rewriting.order import ordered
from hotlint.syntax.edits import line_ending
from hotlint.syntax.nodes import Document, Entry, Mapping, Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

USUAL = Settings()
"""The usual style."""
ROUNDS = 4
"""Rounds until a text must be its own formatted text; real files need one."""
_LINE_END = re.compile(r"\r\n|\r")
_OTHER_LINE_ENDS = re.compile("[\x85\u2028\u2029]")
_BOM = "\ufeff"
_KINDS = ("hot", "cfn", "environment")
_JINJA = re.compile(r"\s*+(?:#\s*+)?+\{[%#]")


class FormatResult(NamedTuple):
    """A formatted text. `reason` says in a clause why the text was left as it is; None when it was not.

    `is_other`: the text is neither a template nor an environment, as far as that can be known.
    """

    text: str
    reason: str | None = None
    is_other: bool = False


def format_text(text: str, path: str = "template.yaml", settings: Settings = USUAL) -> FormatResult:
    """Return a template or an environment formatted; as it is, with the reason, where that cannot be done or proved.

    Its line endings become those of its first line; a byte order mark stays. Formatting the result changes nothing. `settings`
    hold the style.
    """
    bom = _BOM if text.startswith(_BOM) else ""
    plain = _LINE_END.sub("\n", text.removeprefix(_BOM))
    before = parse(Source(path, plain))
    if is_source(path, before):
        return FormatResult(text, "it is a Jinja source, which is YAML only once it is rendered", is_other=True)
    reason = _obstacle(before)
    if reason is not None:
        return FormatResult(text, reason, kind_of(before) not in _KINDS)
    try:
        made = _stable(before, settings)
        reason = difference(before, made)
    except _NotProvedError as exc:
        return FormatResult(text, exc.reason)
    if reason is not None:
        return FormatResult(text, reason)
    return FormatResult(bom + made.text.replace("\n", line_ending(text)))


class _NotProvedError(Exception):
    """A step whose result is not proved to be the same document."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def _stable(before: Document, settings: Settings) -> Document:
    """Return the document after as many rounds as change anything. Raises _NotProvedError."""
    steps: tuple[Callable[[DocumentLines], str], ...] = (
        ordered,
        lambda layout: indented(layout, settings.list_indentation),
        joined,
        lambda layout: with_spaces(layout, settings.flow_spaces),
        aligned,
        spaced,
    )
    layout = DocumentLines(before)
    for _ in range(ROUNDS):
        document = layout.document
        for step in steps:
            layout = _stepped(layout, step)
        if layout.document.text == document.text:
            return document
    raise _NotProvedError("formatting it again would change it again")


def _stepped(layout: DocumentLines, step: Callable[[DocumentLines], str]) -> DocumentLines:
    document = layout.document
    try:
        text = step(layout)
    except UnclearIndentationError as exc:
        raise _NotProvedError(exc.message) from None
    if text == document.text:
        return layout
    after = parse(Source(document.source.uri, text))
    reason = difference(document, after)
    if reason is not None:
        raise _NotProvedError(reason)
    return DocumentLines(after)


def _obstacle(document: Document) -> str | None:
    """Return why a document cannot be formatted, as a clause; None when it can be."""
    problem = next((p for p in document.problems if p.slug != "duplicate-key"), None)
    if problem is not None:
        return f"it is not valid YAML: {problem.message}"
    if kind_of(document) not in _KINDS:
        return "it is neither a template nor an environment"
    if document.text.lstrip().startswith("{"):
        return "it is JSON or a flow mapping"
    if "\t" in document.text and any(line.lstrip(" ").startswith("\t") for line in _free_lines(document)):
        return "a line is indented by a tab"
    if "{%" in document.text and any(map(_JINJA.match, _free_lines(document))):
        return "it holds Jinja statements, which depend on its lines"
    if _OTHER_LINE_ENDS.search(document.text):
        return "it has line separators other than line feeds"
    return None


def _free_lines(document: Document) -> list[str]:
    layout = DocumentLines(document)
    return [line for i, line in enumerate(layout.lines) if layout.is_free(i) and line.strip()]


def spaced(layout: DocumentLines) -> str:
    """Return the text with blank lines set, without white space at the ends of lines, and with one line ending at its end."""
    wanted = _wanted(layout)
    made: list[str] = []
    kept = 0
    blank = True  # so that none is at the start
    for number, line in enumerate(layout.lines):
        if layout.is_blank(number):
            if not blank and number not in wanted.without:
                made.append("")
            blank = blank or number not in wanted.without
            continue
        if number in wanted.before and not blank and number - 1 not in layout.keeping:
            made.append("")
        made.append(line if number in layout.unstripped else line.rstrip())
        blank, kept = False, len(made)
    return "\n".join([*made[:kept], ""]) if kept else ""


class _Wanted:
    """`before`: lines that a blank one is to be before. `without`: blank lines that are to go."""

    def __init__(self) -> None:
        self.before: set[int] = set()
        self.without: set[int] = set()


def _wanted(layout: DocumentLines) -> _Wanted:
    wanted, root = _Wanted(), layout.document.root
    if not isinstance(root, Mapping) or root.flow or kind_of(layout.document) not in ("hot", "cfn", "environment"):
        return wanted
    for section in root.entries:
        if section is not root.entries[0]:
            _blank_before(layout, section, wanted)
        value = section.value
        if not isinstance(value, Mapping) or value.flow or section.via is not None or not value.entries:
            continue
        first = layout.lead(layout.line_of(value.entries[0].key.start))
        wanted.without.update(range(layout.line_of(section.key.end) + 1, first))
        if section.name in ("resources", "Resources"):
            for one, other in pairwise(value.entries):
                if layout.line_of(one.key.start) < layout.line_of(max(one.value.end, one.key.end)):
                    _blank_before(layout, other, wanted)
    return wanted


def _blank_before(layout: DocumentLines, entry: Entry, wanted: _Wanted) -> None:
    if isinstance(entry.key, Scalar) and layout.begins_line(entry.key.start):
        wanted.before.add(layout.lead(layout.line_of(entry.key.start)))
