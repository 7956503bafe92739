"""Count the lines and columns of findings, where they are about to be shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.time_limit import file_seconds
from hotlint.linter.diagnostic import Diagnostic, Fix, Related, finding_cause, with_line
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, beside
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Node
from hotlint.syntax.source import LineIndex, Span

if TYPE_CHECKING:
    from hotlint.linter.checking.file_result import FileResult
    from hotlint.linter.checking.redacted_findings import HiddenPlaces

SHOWN_LINES = 5


def file_report(file_result: FileResult, common: Iterable[tuple[str, Diagnostic]] = ()) -> FileReport:
    """Return the engine's result with lines and columns; `common` are findings in other files, such as a configuration."""
    indices: dict[str, LineIndex] = {}

    def index(path: str) -> LineIndex:
        if path not in indices:
            indices[path] = LineIndex(file_result.text_of(path))
        return indices[path]

    found = [(file_result.path, d) for d in file_result.diagnostics]
    root = file_result.document.root
    findings = (
        *(_finding(d, path, index) for path, d in common),
        *(_finding(d, path, index)._replace(where=_where(d.span, root)) for path, d in found),
    )
    if found and file_result.context is not None and not file_result.show_hidden:
        from hotlint.linter.checking.redacted_findings import places_of

        places, lines = places_of(file_result.context), index(file_result.path)
        if places is not None:
            own = zip(findings[len(findings) - len(found) :], found, strict=True)
            findings = (*findings[: -len(found)], *(_redacted(f, d, places, lines) for f, (_, d) in own))
    settings = file_result.settings
    return FileReport(
        file_result.path, findings, file_result.suppressed, settings.fail_on,
        evaluation=file_result.evaluation, budget=file_seconds(settings.budget),
        is_supplied=file_result.context is not None and file_result.context.evaluation.inputs.supplied,
        environments=tuple(beside(path, file_result.path) for path in file_result.environments), is_discovered=file_result.is_discovered,
        plugins=tuple(beside(path, file_result.path) for path in settings.found_plugins),
    )  # fmt: skip


def _shown(path: str) -> str:
    """Return a path relative to the working folder where it is below that."""
    here = os.path.join(os.getcwd(), "")
    return path.removeprefix(here)


def _where(span: Span, root: Node | None) -> str:
    """Return the logical path of a place; empty for what is about the whole file, whatever is at its start."""
    from hotlint.syntax.logical_path import logical_path  # many files have no findings

    return logical_path(root, span.start) if span.end else ""


def run_report(path: str, text: str, found: list[Diagnostic]) -> FileReport:
    """Return the report of a file that was not itself checked, such as a configuration."""
    lines = LineIndex(text)
    return FileReport(path, tuple(_finding(d, path, lambda _: lines) for d in found), checked=False)


def place(span: Span, lines: LineIndex) -> PositionSpan:
    """Return a span of offsets as lines and columns."""
    return PositionSpan(*lines.position(span.start), *lines.position(span.end))


def _finding(d: Diagnostic, path: str, index: Callable[[str], LineIndex]) -> Finding:
    lines = index(path)
    shown_path = str if os.path.isabs(path) else _shown  # an absolute path is what the caller asked for, as editors do
    related = tuple(
        Related(r.message, place(r.span, index(r.path or path)), shown_path(r.path or path), r.words) for r in d.related
    )
    message = d.message
    for origin, shown_place in zip(d.related, related, strict=True):
        message = with_line(message, origin.words, origin.path, shown_place.span.start_line)
    fixes = tuple(
        Fix(f.title, tuple(_edit(e, e.path or path, index, shown_path) for e in f.edits), f.safety, f.renames)
        for f in d.fixes
    )
    span = place(d.span, lines)
    last = min(span.end_line, span.start_line + SHOWN_LINES - 1)
    shown = tuple(lines.line_text(n) for n in range(span.start_line, last + 1))
    return Diagnostic(
        d.code, d.severity, message, span, related, fixes, d.tags, d.rule, d.causes, d.deployments, d.by_service,
        path, shown, finding_cause(path, d.code, d.span),
    )  # fmt: skip


def _redacted(found: Finding, of: Diagnostic, places: HiddenPlaces, index: LineIndex) -> Finding:
    """Return a finding without source lines that hold a secret, and without fixes that write one."""
    fixes = tuple(
        shown
        for shown, fix in zip(found.fixes, of.fixes, strict=True)
        if all(places.shows(e.span if e.path is None else Span(0, 0), e.text) for e in fix.edits)
    )
    first, last = (index.line_span(found.span.start_line + n) for n in (0, max(len(found.lines) - 1, 0)))
    is_shown = places.shows(Span(first.start, last.end), "\n".join(found.lines))
    return found._replace(fixes=fixes, lines=found.lines if is_shown else ())


def _edit(
    edit: Edit, path: str, index: Callable[[str], LineIndex], shown_path: Callable[[str], str]
) -> Edit[PositionSpan]:
    return Edit(place(edit.span, index(path)), edit.text, shown_path(path))
