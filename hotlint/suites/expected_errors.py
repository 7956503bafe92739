"""Compare the errors that a test expects with those of the linter and of the dry run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotlint.analysis.template import node_at
from hotlint.common.time_limit import one_file
from hotlint.dry_run.errors import errors
from hotlint.dry_run.stack_preview import Preview
from hotlint.linter.checking.redacted_findings import redacted
from hotlint.linter.checking.run import drained
from hotlint.suites.comparison import TooSlowError, found_in
from hotlint.suites.dry_runs import DryRuns
from hotlint.suites.model import CaseInputs, ExpectedError, SuiteTest
from hotlint.suites.paths import split_path
from hotlint.suites.results import AssertionFailure
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import LineIndex, Span

SHOWN = 3
"""Errors that a message lists."""


class _Found(NamedTuple):
    """An error of the template: a finding of the linter at `span`, or a failure of the dry run at a path.

    `shown` is its message as it may be shown.
    """

    message: str
    shown: str
    code: str | None = None
    span: Span | None = None
    path: str | None = None


def check_errors(runs: DryRuns, test: SuiteTest, inputs: CaseInputs) -> Iterator[AssertionFailure]:
    """Yield why the errors of a template are not those that a test expects. Raises NoDryRunError."""
    preview = runs.preview(inputs)
    found = list(_errors(runs, preview, inputs))
    document = preview.context.document
    lines = LineIndex(document.text)
    listed = _listed([error._replace(message=error.shown) for error in found], lines)
    if not test.errors and found:
        yield AssertionFailure(f"the template has {listed}; expected no errors", test.errors_span)
    for expected in test.errors or ():
        try:
            if any(_is(error, expected, document, lines) for error in found):
                continue
            message = f"the template has no error with {_criteria(expected)}; it has {listed}"
        except TooSlowError as exc:
            message = str(exc)
        yield AssertionFailure(message, expected.span)


def _errors(runs: DryRuns, preview: Preview, inputs: CaseInputs) -> Iterator[_Found]:
    """Yield the errors of the linter, with all values given as when the stack is created, and of the dry run.

    The linter does not see the ids and attributes that a test makes up: a rule judges the reference, not a text such as "port-id".
    """
    context = runs.context(inputs._replace(attributes={}), complete=True, offline=False)
    with one_file():
        result = drained(runs.surroundings.engine().check_context(context))
    found = [diagnostic for diagnostic in result.diagnostics if diagnostic.severity == "error"]
    for diagnostic, shown in zip(found, redacted(found, context), strict=True):
        yield _Found(diagnostic.message, shown.message, diagnostic.code, diagnostic.span)
    for (path, message), (_, said) in zip(errors(preview), errors(runs.redacting(preview)), strict=True):
        yield _Found(message, said, None, None, path)


def _is(error: _Found, expected: ExpectedError, document: Document, lines: LineIndex) -> bool:
    if expected.code is not None and error.code != expected.code:
        return False
    if expected.line is not None and (error.span is None or lines.position(error.span.start).line + 1 != expected.line):
        return False
    if expected.at is not None and not _is_at(error, expected.at, document):
        return False
    return expected.message is None or found_in(expected.message, error.message)


def _is_at(error: _Found, path: str, document: Document) -> bool:
    if error.span is None:
        return error.path is not None and (error.path == path or error.path.startswith((f"{path}.", f"{path}[")))
    span = _span_at(path, document)
    return span is not None and span.start <= error.span.start <= span.end


def _span_at(path: str, document: Document) -> Span | None:
    """Return the span of an entry with its key; None where the path does not lead to one."""
    assert document.root is not None  # of a template
    steps = tuple(split_path(path))
    above, _ = node_at(document.root, steps[:-1])
    node, entry = node_at(document.root, steps)
    if node is above or node is document.root:
        return None
    return Span(entry.key.start if entry is not None else node.start, node.end)


def _criteria(expected: ExpectedError) -> str:
    criteria = expected._asdict().items()
    return ", ".join(f"{name} {value}" for name, value in criteria if name != "span" and value is not None)


def _listed(found: list[_Found], lines: LineIndex) -> str:
    """Return errors in words. A failure of the dry run that a finding reports already is left out."""
    if not found:
        return "no errors"
    reported = [error.message for error in found if error.code is not None]
    told = [e for e in found if e.code is not None or not any(_is_reported(e, message) for message in reported)]
    shown = []
    for error in told[:SHOWN]:
        place = f"line {lines.position(error.span.start).line + 1}" if error.span is not None else error.path
        shown.append(f"{f'{error.code} ' if error.code else ''}at {place} ({error.message})")
    more = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return f"{'; '.join(shown)}{more}"


def _is_reported(failure: _Found, message: str) -> bool:
    """Return whether a finding's message reports a failure of the dry run: its parameter, or its reason."""
    section, _, name = (failure.path or "").partition(".")
    if section == "parameters" and f"parameter '{name}'" in message:
        return True
    subject, _, reason = failure.message.partition(": ")
    return (reason if subject.startswith("parameter '") else failure.message) in message
