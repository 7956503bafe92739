"""Findings as Markdown, for the summary of a job or a comment on a merge request: a sentence, and a table for each file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import groupby
from urllib.parse import quote

from hotlint.common.printable import markdown_code as code
from hotlint.common.printable import markdown_text as plain
from hotlint.common.printable import printable
from hotlint.common.version import rule_address
from hotlint.linter.diagnostic import Related
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, Summary, portable
from hotlint.output.findings.text import Paint, cut, ordered, summary_line

LIMIT = 60_000
"""Characters of a comment: GitHub takes 65,536."""
_SEVERITIES = {"error": "**error**", "warning": "warning", "info": "info"}


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return the report, which says how many findings are left out where it would be too long."""
    parts = ["### hotlint\n\n", f"{plain(summary_line(summary, Paint(False)))}\n"]
    used, left_out = sum(map(len, parts)), 0
    for path, group in groupby(ordered(reports, summary), key=lambda f: f.path):
        table = [f"\n**{code(printable(portable(path)))}**\n\n| Line | | Finding |\n|--:|---|---|\n"]
        for found in group:
            row = _row(found)
            used += len(row) + (len(table[0]) if len(table) == 1 else 0)
            if left_out or used > LIMIT:
                left_out += 1
            else:
                table.append(row)
        parts += table if len(table) > 1 else []
    if left_out:
        findings = "1 more finding is" if left_out == 1 else f"{left_out} more findings are"
        parts.append(f"\n{findings} left out, as this comment would be too long.\n")
    return "".join(parts)


def _row(found: Finding) -> str:
    line = _link(str(found.span.start_line + 1), _address(found.path, found.span.start_line + 1))
    said = [f"{_link(plain(found.code), rule_address(found.code))} {plain(printable(found.message))}"]
    if any(fix.safety == "safe" for fix in found.fixes):
        said[0] += " (fixable)"
    if found.lines and found.lines[0].strip():
        shown, _, _ = cut(found.lines[0], found.span.start_column, found.span.end_column)
        said.append(code(printable(shown.replace("\t", " "))))
    for message, places in groupby(found.related, key=lambda related: related.message):
        said.append(f"see {', '.join(_place(r, found.path) for r in places)}: {plain(printable(message))}")
    return f"| {line} | {_SEVERITIES[found.severity]} | {'<br>'.join(said)} |\n"


def _place(related: Related[PositionSpan], path: str) -> str:
    number = related.span.start_line + 1
    shown = f"line {number}" if related.path == path else code(f"{printable(portable(related.path))}:{number}")
    return _link(shown, _address(related.path, number))


def _link(shown: str, address: str | None) -> str:
    return f"[{shown}]({address})" if address else shown


def _address(path: str, line: int) -> str | None:
    """Return the page of a line on GitHub or GitLab, in a job there; None elsewhere, and for files outside of the checkout."""
    given = os.environ.get
    top, commit, way = given("CI_PROJECT_URL"), given("CI_COMMIT_SHA"), "/-/blob/"
    if not top and given("GITHUB_REPOSITORY"):
        top, commit, way = f"{given('GITHUB_SERVER_URL')}/{given('GITHUB_REPOSITORY')}", given("GITHUB_SHA"), "/blob/"
    path = portable(path)
    if not top or not commit or os.path.isabs(path) or path.startswith("../") or "://" in path:
        return None
    return f"{top}{way}{commit}/{quote(path, errors='surrogatepass')}#L{line}"
