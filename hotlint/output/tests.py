"""Render the results of tests: text for the terminal, JSON, JUnit XML, and the Test Anything Protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hotlint.common.counts import counted
from hotlint.common.printable import dumped, printable
from hotlint.dry_run.results import known_parts
from hotlint.output.diff import lines_between
from hotlint.output.findings import junit
from hotlint.output.findings.conversion import place as position_span
from hotlint.output.findings.model import portable
from hotlint.output.findings.text import Paint, caret, cut
from hotlint.suites.model import Suite
from hotlint.suites.results import AssertionFailure, SuiteResult, SuiteTestResult, Totals, totals
from hotlint.syntax.source import LineIndex, Span

SIGNS = {"passed": ("ok", "32"), "failed": ("FAILED", "31"), "skipped": ("skipped", "33")}
DIFF_LIMIT = 200
"""Lines of one difference that are shown."""


def render_text(results: Iterable[SuiteResult], *, color: bool = False, verbose: bool = False) -> str:
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
    ok = paint("ok", "32") if result.ok else paint("FAILED", "1;31")
    return f"{ok} {paint(printable(portable(result.suite.path)), '1')}: {', '.join(_parts(count))} ({_time(result.seconds)})"


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
        yield f"  {counted(result.snapshots, 'snapshot')} written"
    if result.unused:
        listed = ", ".join(map(printable, result.unused[:5])) + (", ..." if len(result.unused) > 5 else "")
        stored = "1 stored snapshot is" if len(result.unused) == 1 else f"{len(result.unused)} stored snapshots are"
        yield f"  {stored} of no test; --update-snapshots removes {'it' if len(result.unused) == 1 else 'them'}: {listed}"


def _failure(failure: AssertionFailure, path: str, lines: LineIndex, paint: Paint) -> Iterator[str]:
    yield f"    {paint(_at(printable(path), lines, failure.span.start), '1')}: {printable(failure.message)}"
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


def _parts(count: Totals) -> list[str]:
    more = ((count.failed, "failed"), (count.skipped, "skipped"))
    return [f"{count.passed} passed", *(f"{number} {word}" for number, word in more if number)]


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"


def summary(count: Totals, paint: Paint) -> str:
    """Return a line such as `12 tests in 2 suites: 11 passed, 1 failed (34 ms).`"""
    if not count.suites:
        return paint("No suites found.", "33")
    parts = _parts(count)
    parts += [f"{counted(count.problems, 'mistake')} in suites"] if count.problems else []
    text = f"{counted(count.tests, 'test')} in {counted(count.suites, 'suite')}: {', '.join(parts)} ({_time(count.seconds)})."
    return paint(text, "1;31" if count.failed or count.problems else "32")


def render_json(results: Iterable[SuiteResult]) -> str:
    """Return the document; lines and columns count from 0."""
    found = list(results)
    count = totals(found)
    return dumped(
        {
            "ok": all(result.ok for result in found),
            "tests": count.tests,
            "passed": count.passed,
            "failed": count.failed,
            "skipped": count.skipped,
            "problems": count.problems,
            "seconds": round(count.seconds, 6),
            "suites": [suite_data(result) for result in found],
        }
    )


RangeOf = Callable[[Span], Any]


def suite_data(result: SuiteResult, range_of: RangeOf | None = None) -> dict[str, Any]:
    """Return the results of a suite; `range_of` returns a span in another form than lines and code points."""
    lines = LineIndex(result.suite.document.text)
    place = range_of or (lambda span: position_span(span, lines)._asdict())
    return {
        "path": result.suite.path,
        "template": result.suite.inputs.template or None,
        "ok": result.ok,
        "seconds": round(result.seconds, 6),
        "problems": [{"message": p.message, "range": place(p.span)} for p in result.suite.problems],
        "unused_snapshots": list(result.unused),
        "tests": [_test_data(test, place) for test in result.tests],
    }


def _test_data(test: SuiteTestResult, place: RangeOf) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": test.id, "name": test.name, "state": test.state, "range": place(test.span),
        "seconds": round(test.seconds, 6), "assertions": test.assertions,
    }  # fmt: skip
    if test.reason:
        data["reason"] = test.reason
    data["failures"] = [_failure_data(failure, place) for failure in test.failures]
    return data


def _failure_data(failure: AssertionFailure, place: RangeOf) -> dict[str, Any]:
    data: dict[str, Any] = {"message": failure.message, "range": place(failure.span)}
    if failure.path:
        data["path"] = failure.path
    if failure.sides is not None:
        data["expected"], data["actual"] = map(known_parts, failure.sides)
        data["difference"] = lines_between(*failure.sides) or []
    if failure.provenance:
        data["provenance"] = failure.provenance
    return data


def render_junit(results: Iterable[SuiteResult]) -> str:
    """Return the document. A suite with mistakes has an errored case for them."""
    found = list(results)
    count = totals(found)
    return junit.document(
        (_suite(number, result) for number, result in enumerate(found)),
        f' tests="{count.tests}" failures="{count.failed}" errors="{count.problems}" time="{count.seconds:.3f}"',
    )


def _suite(number: int, result: SuiteResult) -> str:
    count, path, problems = totals([result]), portable(result.suite.path), result.suite.problems
    lines = LineIndex(result.suite.document.text)
    cases = [_case(test, path, lines) for test in result.tests]
    if problems:
        listed = "\n".join(f"{_at(path, lines, problem.span.start)}: {problem.message}" for problem in problems)
        said = {"type": "suite", "message": problems[0].message, "detail": listed}
        cases.append(junit.case(path, "the suite itself", outcome="error", **said))
    errors, seconds = int(bool(problems)), f"{result.seconds:.3f}"
    told = f'failures="{count.failed}" errors="{errors}" skipped="{count.skipped}" time="{seconds}"'
    return junit.suite(number, path, cases, told)


def _case(test: SuiteTestResult, path: str, lines: LineIndex) -> str:
    seconds = f"{test.seconds:.3f}"
    if test.state == "skipped":
        return junit.case(path, test.id, seconds, "skipped", message=test.reason)
    if not test.failures:
        return junit.case(path, test.id, seconds)
    detail = []
    for failure in test.failures:
        detail += [f"{_at(path, lines, failure.span.start)}: {failure.message}", *difference(failure)]
    said = {"type": "assertion", "message": test.failures[0].message, "detail": "\n".join(detail)}
    return junit.case(path, test.id, seconds, "failure", **said)


def _at(path: str, lines: LineIndex, offset: int) -> str:
    """Return a place in a file as `path:line:column`, counted from one."""
    line, column = lines.position(offset)
    return f"{path}:{line + 1}:{column + 1}"


def render_tap(results: Iterable[SuiteResult]) -> str:
    """Return the lines. A suite with mistakes is a failed test of its own."""
    found = list(results)
    lines: list[str] = []
    number = 0
    for result in found:
        path = portable(result.suite.path)
        for test in result.tests:
            number += 1
            lines += _test(number, path, result, test)
        if result.suite.problems:
            number += 1
            lines.append(f"not ok {number} - {_text(path)} - the suite itself")
            lines += _details([(problem.message, problem.span.start, []) for problem in result.suite.problems], result)
    return "\n".join(["TAP version 14", f"1..{number}", *lines]) + "\n"


def _test(number: int, path: str, result: SuiteResult, test: SuiteTestResult) -> Iterator[str]:
    ok = "not ok" if test.state == "failed" else "ok"
    skip = f" # SKIP {_text(test.reason)}" if test.state == "skipped" else ""
    yield f"{ok} {number} - {_text(path)} - {_text(test.id)}{skip}"
    if test.failures:
        yield from _details([(f.message, f.span.start, difference(f)) for f in test.failures], result)


def _details(failures: list[tuple[str, int, list[str]]], result: SuiteResult) -> Iterator[str]:
    from hotlint.syntax.yaml_writer import dump

    lines = LineIndex(result.suite.document.text)
    data = []
    for message, offset, changes in failures:
        entry = {"message": message, "at": _at(portable(result.suite.path), lines, offset)}
        data.append({**entry, "difference": "\n".join(changes)} if changes else entry)
    yield "  ---"
    yield from (f"  {line}" for line in dump({"failures": data}).splitlines())
    yield "  ..."


def _text(text: str) -> str:
    """Return a text for a description, in which a number sign would begin a directive."""
    return printable(text).replace("\\", "\\\\").replace("#", "\\#").replace("\n", " ")
