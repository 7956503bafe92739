"""What is wrong in a file of policies."""

from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.run_diagnostics import BadSuite, run_diagnostic
from hotlint.policies.reader import read_policies
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.linter.checking.engine import Engine


def check(engine: Engine, file: Handled) -> FileResult:
    """Return the result of a file of policies, by position. It may extend files of the project only, where that is confined."""
    text = file.document.text
    read = read_policies(file.path, text, confined_to=file.project.confined_to)
    problems = read.problems.get(file.path, ())
    found = [run_diagnostic(BadSuite, problem.message, visible(problem.span, text)) for problem in problems]
    files = read.looked_for | file.project.reads.paths
    return engine.by_settings(FileResult(file.path, file.document, found, file.settings, file.project, files=files))


def visible(span: Span, text: str) -> Span:
    """Return a span inside of a text that is at least one character wide, where the text has one: at its end, the last one."""
    found = Span(span.start, max(span.end, span.start + 1)).within(text)
    return found if found.end > found.start else Span(max(found.start - 1, 0), found.end).within(text)
