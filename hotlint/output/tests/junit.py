"""Results of tests as JUnit XML, for build servers: one suite a file, one test case a test."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.output.findings.junit import quoted
from hotlint.output.findings.model import portable
from hotlint.output.tests.text import difference
from hotlint.suites.results import SuiteResult, SuiteTestResult, totals
from hotlint.syntax.source import LineIndex


def render(results: Iterable[SuiteResult]) -> str:
    """Return the document. A suite with mistakes has an errored case for them."""
    found = list(results)
    count = totals(found)
    body = "".join(_suite(number, result) for number, result in enumerate(found))
    head = (
        f'<testsuites tests="{count.passed + count.failed + count.skipped}" failures="{count.failed}" '
        f'errors="{count.problems}" time="{count.seconds:.3f}">'
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{body}</testsuites>\n'


def _suite(number: int, result: SuiteResult) -> str:
    count = totals([result])
    path = portable(result.suite.path)
    cases = [_case(result, test, path) for test in result.tests]
    cases += [_problem(result, path)] if result.suite.problems else []
    head = (
        f'  <testsuite name="{quoted(path)}" id="{number}" package="hotlint" hostname="localhost" '
        f'tests="{len(cases)}" failures="{count.failed}" '
        f'errors="{1 if result.suite.problems else 0}" skipped="{count.skipped}" time="{result.seconds:.3f}">\n'
    )
    body = "    <properties/>\n" + "".join(cases) + "    <system-out/>\n    <system-err/>\n"
    return f"{head}{body}  </testsuite>\n"


def _case(result: SuiteResult, test: SuiteTestResult, path: str) -> str:
    head = f'    <testcase classname="{quoted(path)}" name="{quoted(test.id)}" time="{test.seconds:.3f}"'
    if test.state == "skipped":
        return f'{head}>\n      <skipped message="{quoted(test.reason)}"/>\n    </testcase>\n'
    if not test.failures:
        return f"{head}/>\n"
    lines = LineIndex(result.suite.document.text)
    detail = []
    for failure in test.failures:
        line, column = lines.position(failure.span.start)
        detail += [f"{path}:{line + 1}:{column + 1}: {failure.message}", *difference(failure)]
    first = test.failures[0].message
    return (
        f'{head}>\n      <failure type="assertion" message="{quoted(first)}">{quoted(chr(10).join(detail))}</failure>\n'
        "    </testcase>\n"
    )


def _problem(result: SuiteResult, path: str) -> str:
    lines = LineIndex(result.suite.document.text)
    listed = []
    for problem in result.suite.problems:
        line, column = lines.position(problem.span.start)
        listed.append(f"{path}:{line + 1}:{column + 1}: {problem.message}")
    return (
        f'    <testcase classname="{quoted(path)}" name="the suite itself" time="0">\n'
        f'      <error type="suite" message="{quoted(result.suite.problems[0].message)}">{quoted(chr(10).join(listed))}</error>\n'
        "    </testcase>\n"
    )
