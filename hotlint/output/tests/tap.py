"""Results of tests in the Test Anything Protocol, version 14: one line a test, details of a failure as YAML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.common.printable import printable
from hotlint.output.findings.model import portable
from hotlint.output.tests.text import difference
from hotlint.suites.results import SuiteResult, SuiteTestResult
from hotlint.syntax.source import LineIndex


def render(results: Iterable[SuiteResult]) -> str:
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
        line, column = lines.position(offset)
        entry = {"message": message, "at": f"{portable(result.suite.path)}:{line + 1}:{column + 1}"}
        data.append({**entry, "difference": "\n".join(changes)} if changes else entry)
    yield "  ---"
    yield from (f"  {line}" for line in dump({"failures": data}).splitlines())
    yield "  ..."


def _text(text: str) -> str:
    """Return a text for a description, in which a number sign would begin a directive."""
    return printable(text).replace("\\", "\\\\").replace("#", "\\#").replace("\n", " ")
