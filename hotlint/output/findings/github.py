"""Findings as the workflow commands of GitHub Actions, which shows them at the lines of a change."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.common.printable import printable
from hotlint.linter.diagnostic import Related
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, Summary, portable
from hotlint.output.findings.text import Paint, summary_line

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return one command per finding, and a summary line for the log; lines and columns count from one.

    The log shows only the text of a command, so that each text begins with the place and the code.
    """
    lines = [_command(f) for r in reports for f in r.diagnostics]
    return "\n".join([*lines, summary_line(summary, Paint(False))]) + "\n"


def _command(found: Finding) -> str:
    span = found.span
    facts = {"file": portable(found.path), "line": span.start_line + 1}
    if span.end_line == span.start_line:
        facts |= {"endLine": span.end_line + 1, "col": span.start_column + 1, "endColumn": span.end_column + 1}
    facts["title"] = f"{found.code} {found.rule}"
    listed = ",".join(f"{name}={_property(printable(str(value)))}" for name, value in facts.items())
    text = [
        f"{portable(found.path)}:{span.start}: {found.code} {found.message}",
        *(_see(r, found.path) for r in found.related),
    ]
    return f"::{_LEVELS[found.severity]} {listed}::{_data(chr(10).join(map(printable, text)))}"


def _see(related: Related[PositionSpan], path: str) -> str:
    span = related.span
    place = f"line {span.start_line + 1}" if related.path == path else f"{portable(related.path)}:{span.start}"
    return f"see {place}: {related.message}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
