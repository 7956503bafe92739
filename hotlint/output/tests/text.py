"""Results of tests for the terminal: each failure with the line of its assertion, and the difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.common.printable import printable
from hotlint.output.diff.values import lines_between
from hotlint.output.findings.model import portable
from hotlint.output.findings.text import Paint, caret, cut
from hotlint.suites.model import Suite
from hotlint.suites.results import AssertionFailure, SuiteResult, SuiteTestResult, Totals, totals
from hotlint.syntax.source import LineIndex, Span

SIGNS = {"passed": ("ok", "32"), "failed": ("FAILED", "31"), "skipped": ("skipped", "33")}
DIFF_LIMIT = 200
"""Lines of one difference that are shown."""


def render(results: Iterable[SuiteResult], *, color: bool = False, verbose: bool = False) -> str:
    """Return all suites, and a last line that counts the tests."""
    found = list(results)
    paint = Paint(color)
    shown = [line for result in found for line in suite_lines(result, paint, verbose=verbose)]
    return "\n".join([*shown, summary(totals(found), paint)]) + "\n"


def suite_lines(result: SuiteResult, paint: Paint, *, verbose: bool = False) -> Iterator[str]:
    """Yield the lines of one suite: its counts, its mistakes, and its failures; with `verbose`, every test."""
    yield head(result, paint)
    for test in result.tests:
        yield from test_lines(result, test, paint, verbose=verbose)
    yield from notes(result, paint)


def head(result: SuiteResult, paint: Paint) -> str:
    """Return the line of a suite with its counts."""
    count = totals([result])
    parts = [f"{count.passed} passed"]
    parts += [f"{count.failed} failed"] if count.failed else []
    parts += [f"{count.skipped} skipped"] if count.skipped else []
    ok = paint("ok", "32") if result.ok else paint("FAILED", "1;31")
    return f"{ok} {paint(printable(portable(result.suite.path)), '1')}: {', '.join(parts)} ({_time(result.seconds)})"


def test_lines(result: SuiteResult, test: SuiteTestResult, paint: Paint, *, verbose: bool = False) -> Iterator[str]:
    """Yield the lines of one test: its failures, or with `verbose` its result whatever it is."""
    if not test.failures and not verbose:
        return
    sign, code = SIGNS[test.state]
    reason = f": {printable(test.reason)}" if test.reason else f" ({_time(test.seconds)})"
    yield f"  {paint(sign, code)} {printable(test.id)}{reason}"
    lines = LineIndex(result.suite.document.text)
    for failure in test.failures:
        yield from _failure(failure, portable(result.suite.path), lines, paint)


def failures_text(suite: Suite, failures: Iterable[AssertionFailure]) -> str:
    """Return failures of a suite, each with the line of its assertion and the difference."""
    lines = LineIndex(suite.document.text)
    path = portable(suite.path)
    return "\n".join(line for failure in failures for line in _failure(failure, path, lines, Paint(False)))


def notes(result: SuiteResult, paint: Paint) -> Iterator[str]:
    """Yield the mistakes of a suite, and what is to be said about its snapshots."""
    lines = LineIndex(result.suite.document.text)
    for problem in result.suite.problems:
        yield from _failure(AssertionFailure(problem.message, problem.span), portable(result.suite.path), lines, paint)
    if result.snapshots:
        yield f"  {result.snapshots} snapshot{'' if result.snapshots == 1 else 's'} written"
    if result.unused:
        listed = ", ".join(map(printable, result.unused[:5])) + (", ..." if len(result.unused) > 5 else "")
        yield f"  {len(result.unused)} stored snapshots are of no test; --update-snapshots removes them: {listed}"


def _failure(failure: AssertionFailure, path: str, lines: LineIndex, paint: Paint) -> Iterator[str]:
    line, column = lines.position(failure.span.start)
    yield f"    {paint(f'{printable(path)}:{line + 1}:{column + 1}', '1')}: {printable(failure.message)}"
    yield from (f"    {text}" for text in _excerpt(failure.span, lines, paint))
    for text in difference(failure):
        yield f"      {paint(printable(text), {'-': '31', '+': '32'}.get(text[:1], ''))}"
    if failure.provenance:
        yield "      how the value is computed:"
        yield from (f"        {printable(text)}" for text in failure.provenance.splitlines())
    yield ""


def difference(failure: AssertionFailure) -> list[str]:
    """Return the difference of the expected ("-") and the actual value ("+"), line by line; empty for short values."""
    if failure.sides is None:
        return []
    found = lines_between(*failure.sides) or []
    return [*found[:DIFF_LIMIT], " ..."] if len(found) > DIFF_LIMIT else found


def _excerpt(span: Span, lines: LineIndex, paint: Paint) -> list[str]:
    """Return the line of an assertion, marked."""
    line, start = lines.position(span.start)
    text = lines.line_text(line)
    if not text.strip():
        return []
    last = lines.position(span.end)
    end = last.column if last.line == line else len(text.rstrip())
    shown, offset, width = caret(*cut(text, start, max(end, start + 1)))
    margin = " " * len(str(line + 1))
    return [f"  {line + 1} | {shown}", f"  {margin} | {' ' * offset}{paint('^' * width, '31')}"]


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"


def summary(count: Totals, paint: Paint) -> str:
    """Return a line such as `12 tests in 2 suites: 11 passed, 1 failed (34 ms).`"""
    if not count.suites:
        return paint("No suites found.", "33")
    tests = count.passed + count.failed + count.skipped
    parts = [f"{count.passed} passed"]
    parts += [f"{count.failed} failed"] if count.failed else []
    parts += [f"{count.skipped} skipped"] if count.skipped else []
    parts += [f"{count.problems} mistake{'' if count.problems == 1 else 's'} in suites"] if count.problems else []
    text = (
        f"{tests} test{'' if tests == 1 else 's'} in {count.suites} suite{'' if count.suites == 1 else 's'}: "
        f"{', '.join(parts)} ({_time(count.seconds)})."
    )
    return paint(text, "1;31" if count.failed or count.problems else "32")
