"""Edit a text in the server and ask for answers: the text stays the editor's, and the findings are those of a fresh check.

Steps are ["edit", start, length, text], ["replace", text] and ["ask", feature, offset]; offsets wrap around the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from hotlint_server.text_buffer import ContentChange, width
from hotlint_server.workspace.open_document import OpenDocument
from lsprotocol import types

from fuzz.case import BrokenPromiseError, Case, check_edited, check_findings, check_span
from fuzz.workbench import Workbench
from hotlint.ide import call_hierarchy, decorations, document_symbols, inlay_hints, navigation, ranges
from hotlint.ide import rename as renaming
from hotlint.ide.code_actions import actions
from hotlint.ide.completion import CompletionEnvironment, complete
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import hover
from hotlint.ide.ranges import selection_ranges
from hotlint.ide.semantic_tokens import semantic_tokens
from hotlint.ide.signature_help import signature_help
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.run import drained
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Span

ENCODINGS = ("utf-16", "utf-8", "utf-32")
BUDGET_SLUG = "dry run allows"
_LINE_END = re.compile(r"\r\n|\n|\r")


class Session:
    """One document that is open in an editor, with the editor's own copy of the text."""

    def __init__(self, case: Case, bench: Workbench) -> None:
        self.encoding = ENCODINGS[case.choice % len(ENCODINGS)]
        self.text = case.text
        path = bench.write(case)
        workspace = bench.editor
        workspace.abilities = workspace.abilities._replace(encoding=self.encoding)
        workspace.folders[0].changed(path)
        item = types.TextDocumentItem(f"file://{path}", "yaml", 1, case.text)
        self.document: OpenDocument = workspace.open(item)

    def edit(self, start: int, length: int, new: str) -> None:
        """Replace a part of the text in both copies. Raises BrokenPromiseError when they differ afterwards."""
        first = _between_lines(self.text, start % (len(self.text) + 1))
        last = _between_lines(self.text, min(len(self.text), first + length))
        change = ContentChange((*self._position(first), *self._position(last)), new)
        self.document.buffer.update(self.document.buffer.version + 1, [change])
        self.text = self.text[:first] + new + self.text[last:]
        self._compare()

    def replace(self, text: str) -> None:
        """Replace the whole text in both copies."""
        change = ContentChange(None, text)
        self.document.buffer.update(self.document.buffer.version + 1, [change])
        self.text = text
        self._compare()

    def _compare(self) -> None:
        if self.document.buffer.text != self.text:
            raise BrokenPromiseError("text of the server", repr(self.document.buffer.text[:200]))

    def _position(self, offset: int) -> tuple[int, int]:
        ends = [match.end() for match in _LINE_END.finditer(self.text, 0, offset)]
        start = ends[-1] if ends else 0
        return len(ends), width(self.text[start:offset], self.encoding)

    def findings(self) -> list[Diagnostic]:
        """Return the findings that the server shows for the text as it is now."""
        self.document.parse()
        engine, named = self.document.folder.engine, self.document.kind == "suite"
        file_result = drained(engine.steps(self.document.path, named=named))
        return file_result.diagnostics if file_result is not None else []


def run(case: Case, bench: Workbench) -> None:
    """Play the steps of a case. Raises BrokenPromiseError."""
    session = Session(case, bench)
    try:
        for step in case.steps:
            if step[0] == "ask":
                ask(session, str(step[1]), int(step[2]))
            elif step[0] == "edit":
                session.edit(*step[1:])
            else:
                session.replace(step[1])
        found = session.findings()
        check_findings(found, session.text)
        _compare_with_fresh(session, found, bench.engine)
    finally:
        bench.editor.close(session.document.uri)


def _compare_with_fresh(session: Session, found: list[Diagnostic], engine: Engine) -> None:
    """Raises BrokenPromiseError when a check of the whole text has other findings than the document after its edits."""
    document = session.document
    fresh = engine.check_file(document.path, session.text, named=document.kind == "suite")
    old, new = _plain(found), _plain(fresh.diagnostics if fresh is not None else [])
    if old != new and not any(BUDGET_SLUG in str(line) for line in old | new):
        raise BrokenPromiseError("server differs from a check", f"{sorted(old ^ new)[:4]}")


def _plain(found: list[Diagnostic]) -> set[tuple[Any, ...]]:
    return {(d.code, d.span, d.message, d.severity) for d in found}


def ask(session: Session, feature: str, offset: int) -> None:
    """Ask for one answer at an offset. Raises BrokenPromiseError for a span that is none of the text."""
    offset = _between_lines(session.text, offset % (len(session.text) + 1))
    if feature == "completion":
        found = complete(
            session.text,
            offset,
            CompletionEnvironment(session.document.folder.engine.project(_settings(session)).catalog),
            is_environment=session.document.kind == "environment",
        )
        check_span(found.span, session.text, feature)
        return
    analysis = session.document.analysis()
    if feature == "actions":
        for action in actions(analysis, Span(offset, offset), session.findings(), _nobody):
            own = [edit for edit in action.edits if edit.path in (None, analysis.path)]
            for edit in own:
                check_span(edit.span, session.text, action.title, whole_lines=True)
            check_edited(session.text, own, action.title)
        return
    for span in _ANSWERS[feature](analysis, offset):
        check_span(span, session.text, feature)


def _settings(session: Session) -> Any:
    return session.document.folder.engine.settings(session.document.path)


def _between_lines(text: str, offset: int) -> int:
    """Return an offset that is not inside of a line end, where no editor has a position."""
    return offset - 1 if text[max(0, offset - 1) : offset + 1] == "\r\n" else offset


def _nobody(path: str) -> list[FileAnalysis]:
    return []


def _hover(analysis: FileAnalysis, offset: int) -> Iterator[Span]:
    found = hover(analysis, offset)
    if found is not None:
        yield found.span


def _navigation(analysis: FileAnalysis, offset: int) -> Iterator[Span]:
    yield from (site.span for site in navigation.highlights(analysis, offset))
    for sites in (navigation.definition(analysis, offset, _nobody), navigation.references(analysis, offset, _nobody)):
        yield from (site.span for site in sites if site.path == analysis.path)


def _rename(analysis: FileAnalysis, offset: int) -> Iterator[Span]:
    subject = renaming.prepare(analysis, offset)
    if subject is not None:
        yield subject.span
        with suppress(renaming.RenameError):
            edits = renaming.rename(analysis, offset, "renamed", _nobody)
            check_edited(analysis.text, [e for e in edits if e.path in (None, analysis.path)], "rename")


def _whole(analysis: FileAnalysis, offset: int) -> Iterator[Span]:
    whole = Span(0, len(analysis.text))
    yield from (token.span for token in semantic_tokens(analysis))
    yield from (Span(hint.offset, hint.offset) for hint in inlay_hints.inlay_hints(analysis, whole))
    yield from (link.span for link in decorations.document_links(analysis))
    document_symbols.document_symbols(analysis)
    decorations.template_lenses(analysis)
    ranges.folding_ranges(analysis)
    for span in selection_ranges(analysis, offset):
        yield (
            span.within(analysis.text) if 0 <= span.start <= span.end <= len(analysis.text) else span
        )  # up to all of it
    signature_help(analysis.text, offset)
    item = call_hierarchy.item_at(analysis, offset)
    if item is not None:
        yield item.span
        call_hierarchy.incoming(analysis, item.name)
        call_hierarchy.outgoing(analysis, item.name)


_ANSWERS: dict[str, Callable[[FileAnalysis, int], Iterator[Span]]] = {
    "hover": _hover,
    "navigation": _navigation,
    "rename": _rename,
    "whole": _whole,
}
FEATURES = ("completion", "actions", *_ANSWERS)
