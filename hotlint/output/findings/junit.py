"""Findings as JUnit XML, for build servers that show tests: one suite per file, one test case per finding."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.output.findings.model import FileReport, Finding, Summary, elsewhere

_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\n", "&#10;"), ("\t", "&#9;"))


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return the document. A finding that fails the run is a failed case; a milder one is a case that passed.

    A file without findings is one case that passed.
    """
    return document(_suite(number, report) for number, report in enumerate(reports))


def document(suites: Iterable[str], attributes: str = "") -> str:
    """Return a document of suites, with attributes such as ` tests="3"`."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites{attributes}>\n{"".join(suites)}</testsuites>\n'


def suite(number: int, path: str, cases: list[str], results: str) -> str:
    """Return a suite of a file; `results` are the attributes after the number of its cases."""
    head = f'name="{quoted(path)}" id="{number}" package="hotlint" hostname="localhost" tests="{len(cases)}" {results}'
    end = "    <system-out/>\n    <system-err/>\n  </testsuite>\n"
    return f"  <testsuite {head}>\n    <properties/>\n{''.join(cases)}{end}"


def case(path: str, name: str, seconds: str = "0", outcome: str = "", **said: str) -> str:
    """Return a case that has passed, or one with an outcome: its element, with attributes, and the text in it as `detail`."""
    head = f'    <testcase classname="{quoted(path)}" name="{quoted(name)}" time="{seconds}"'
    if not outcome:
        return f"{head}/>\n"
    detail = said.pop("detail", "")
    element = " ".join([outcome, *(f'{key}="{quoted(text)}"' for key, text in said.items())])
    content = f"<{element}>{quoted(detail)}</{outcome}>" if detail else f"<{element}/>"
    return f"{head}>\n      {content}\n    </testcase>\n"


def _suite(number: int, report: FileReport) -> str:
    fails = [report.failed_by(found) for found in report.diagnostics]
    cases = [_case(found, failed) for found, failed in zip(report.diagnostics, fails, strict=True)]
    return suite(
        number, report.path, cases or [case(report.path, "check")], f'failures="{sum(fails)}" errors="0" time="0"'
    )


def _case(found: Finding, fails: bool) -> str:
    span = found.span
    name = f"{found.code} {found.rule} at line {span.start_line + 1}, column {span.start_column + 1}"
    if not fails:
        return case(found.path, name)
    detail = f"{found.path}:{span.start}: {found.severity} {found.code}: {found.message}{elsewhere(found)}"
    return case(found.path, name, outcome="failure", type=found.code, message=found.message, detail=detail)


def quoted(text: str) -> str:
    """Return a text for XML, without the characters that XML has no place for."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in "\t\n\r" else "\ufffd" for c in text)
    for char, entity in _ENTITIES:
        text = text.replace(char, entity)
    return text
