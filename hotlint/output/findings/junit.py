"""Findings as JUnit XML, for build servers that show tests: one suite per file, one test case per finding."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.linter.diagnostic import SEVERITIES
from hotlint.output.findings.model import FileReport, Finding, Summary, elsewhere

_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\n", "&#10;"), ("\t", "&#9;"))


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return the document. A finding that fails the run is a failed case; a milder one is a case that passed.

    A file without findings is one case that passed.
    """
    suites = (_suite(number, r) for number, r in enumerate(reports))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{"".join(suites)}</testsuites>\n'


def _suite(number: int, report: FileReport) -> str:
    limit = SEVERITIES.index(report.fail_on or "error")
    cases = [_case(f, SEVERITIES.index(f.severity) <= limit) for f in report.diagnostics]
    cases = cases or [f'    <testcase classname="{quoted(report.path)}" name="check" time="0"/>\n']
    failures = sum("<failure" in case for case in cases)
    head = (
        f'  <testsuite name="{quoted(report.path)}" id="{number}" package="hotlint" hostname="localhost" '
        f'tests="{len(cases)}" failures="{failures}" errors="0" time="0">\n'
    )
    body = "    <properties/>\n" + "".join(cases) + "    <system-out/>\n    <system-err/>\n"
    return f"{head}{body}  </testsuite>\n"


def _case(found: Finding, fails: bool) -> str:
    line, column = found.span.start_line + 1, found.span.start_column + 1
    name = quoted(f"{found.code} {found.rule} at line {line}, column {column}")
    head = f'    <testcase classname="{quoted(found.path)}" name="{name}" time="0"'
    if not fails:
        return f"{head}/>\n"
    detail = quoted(f"{found.path}:{line}:{column}: {found.severity} {found.code}: {found.message}{elsewhere(found)}")
    return (
        f'{head}>\n      <failure type="{found.code}" message="{quoted(found.message)}">{detail}</failure>\n'
        "    </testcase>\n"
    )


def quoted(text: str) -> str:
    """Return a text for XML, without the characters that XML has no place for."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in "\t\n\r" else "\ufffd" for c in text)
    for char, entity in _ENTITIES:
        text = text.replace(char, entity)
    return text
