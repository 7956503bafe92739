"""Findings for editors and grep: one line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.common.printable import printable
from hotlint.output.findings.model import FileReport, Summary, elsewhere


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return lines `path:line:column: severity CODE message, see path:line:column`; lines and columns count from one."""
    return "".join(pieces(reports, summary))


def pieces(reports: Iterable[FileReport], summary: Summary) -> Iterator[str]:
    """Yield what `render` returns, line by line."""
    return (
        f"{printable(f.path)}:{f.span.start}: {f.severity} {f.code} {printable(f.message)}{printable(elsewhere(f))}\n"
        for r in reports
        for f in r.diagnostics
    )
