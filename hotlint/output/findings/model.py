"""Findings with 0-based lines and columns in code points, as the Python API and the command show them.

Everywhere else a place is a span of code-point offsets; the server converts those to positions of its own protocol.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Safety, Severity, finding_cause
from hotlint.linter.redaction import redactor_of
from hotlint.syntax.edits import Edit
from hotlint.syntax.logical_path import logical_path
from hotlint.syntax.source import LineIndex, Span

if TYPE_CHECKING:
    from hotlint.dry_run.redaction import Redactor
    from hotlint.linter.engine import FileResult


class PositionSpan(NamedTuple):
    """A range of 0-based lines and code-point columns; the end is exclusive."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


class RelatedPosition(NamedTuple):
    """Another place that explains a finding."""

    message: str
    path: str
    span: PositionSpan


class TextEdit(NamedTuple):
    """Replace `span` in the file `path` by `text`."""

    path: str
    span: PositionSpan
    text: str


class FindingFix(NamedTuple):
    """Edits that together fix a finding. `safety` is "safe" when they change no value of the template, or else "unsafe"."""

    title: str
    safety: Safety
    edits: tuple[TextEdit, ...]


class Finding(NamedTuple):
    """One finding.

    `severity` is "error", "warning" or "info"; `rule` is the name of the rule; `tags` holds "unused" or
    "deprecated". `lines` are the source lines of the finding (the first and at most four more). `causes` name what it
    comes from elsewhere (see `hotlint.linter.causes`), `identity` is its own name as a cause.
    `where` is the logical path of its place (`resources.server.properties.image`), `state` says whether a baseline knows it:
    "new", "unchanged", "absent" (no longer found: its span means nothing), or "" without a baseline."""

    code: str
    severity: Severity
    message: str
    path: str
    span: PositionSpan
    related: tuple[RelatedPosition, ...]
    fixes: tuple[FindingFix, ...]
    rule: str
    tags: tuple[str, ...]
    lines: tuple[str, ...]
    causes: tuple[str, ...] = ()
    identity: str = ""
    where: str = ""
    state: str = ""


class FileReport(NamedTuple):
    """The findings in one file.

    `suppressed` counts those that comments suppress; `fail_on` is the mildest severity that
    fails a run (None: error); `checked` is False for a configuration file."""

    path: str
    diagnostics: tuple[Finding, ...]
    suppressed: int = 0
    fail_on: Severity | None = None
    checked: bool = True

    def fails(self) -> bool:
        """Return whether a finding is at least as severe as `fail_on`."""
        mildest = SEVERITIES.index(self.fail_on or "error")
        return any(SEVERITIES.index(d.severity) <= mildest for d in self.diagnostics if d.state != "unchanged")

    def new(self) -> FileReport:
        """Return the report without the findings that a baseline knows."""
        return self._replace(diagnostics=tuple(d for d in self.diagnostics if d.state != "unchanged"))

    def only(self, severity: Severity) -> FileReport:
        """Return the report without milder findings."""
        kept = tuple(d for d in self.diagnostics if SEVERITIES.index(d.severity) <= SEVERITIES.index(severity))
        return self._replace(diagnostics=kept)


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
        *(_finding(d, path, index)._replace(where=logical_path(root, d.span.start)) for path, d in found),
    )
    if found and file_result.unit is not None and not file_result.show_hidden:
        redactor = redactor_of(file_result.unit)
        findings = tuple(_redacted(f, redactor) for f in findings) if redactor is not None else findings
    return FileReport(file_result.path, findings, file_result.suppressed, file_result.settings.fail_on)


def run_report(path: str, text: str, found: list[Diagnostic]) -> FileReport:
    """Return the report of a file that was not itself checked, such as a configuration."""
    lines = LineIndex(text)
    return FileReport(path, tuple(_finding(d, path, lambda _: lines) for d in found), checked=False)


def place(span: Span, lines: LineIndex) -> PositionSpan:
    """Return a span of offsets as lines and columns."""
    return PositionSpan(*lines.position(span.start), *lines.position(span.end))


def _finding(d: Diagnostic, path: str, index: Callable[[str], LineIndex]) -> Finding:
    lines = index(path)
    related = tuple(RelatedPosition(r.message, r.path or path, place(r.span, index(r.path or path))) for r in d.related)
    fixes = tuple(
        FindingFix(f.title, f.safety, tuple(_edit(e, e.path or path, index) for e in f.edits)) for f in d.fixes
    )
    span = place(d.span, lines)
    last = min(span.end_line, span.start_line + SHOWN_LINES - 1)
    shown = tuple(lines.line_text(n) for n in range(span.start_line, last + 1))
    identity = finding_cause(path, d.code, d.span)
    return Finding(d.code, d.severity, d.message, path, span, related, fixes, d.rule, d.tags, shown, d.causes, identity)


def _redacted(found: Finding, redactor: Redactor) -> Finding:
    """Return a finding without source lines that hold a secret, and without fixes that write one."""
    fixes = tuple(f for f in found.fixes if all(redactor.message(e.text) == e.text for e in f.edits))
    lines = found.lines if all(redactor.message(line) == line for line in found.lines) else ()
    return found._replace(fixes=fixes, lines=lines)


def _edit(edit: Edit, path: str, index: Callable[[str], LineIndex]) -> TextEdit:
    return TextEdit(path, place(edit.span, index(path)), edit.text)


def portable(path: str) -> str:
    """Return a path with slashes, relative to the working folder where it is below that.

    In a job of GitHub or GitLab that works in a folder of the checkout, it is relative to the checkout: both services
    look up the files of a report there.
    """
    here = os.getcwd()
    top = os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR") or ""
    if top and here != os.path.normpath(top) and _below(here, top):
        path, here = os.path.normpath(os.path.join(here, path)), top
    return (os.path.relpath(path, here) if _below(path, here) else path).replace(os.sep, "/").removeprefix("./")


def _below(path: str, folder: str) -> bool:
    """Return whether an absolute path is below a folder, by its name alone; False for a relative path."""
    return os.path.normpath(path).startswith(os.path.join(os.path.normpath(folder), ""))
