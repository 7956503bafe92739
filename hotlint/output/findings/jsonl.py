"""Findings as JSON Lines (https://jsonlines.org): one object a line, for tools that read a report as it is written.

An object is that of the list `diagnostics` of the JSON document.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from hotlint.common.printable import printable_json
from hotlint.output.findings.json import json_finding
from hotlint.output.findings.model import FileReport, Summary


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return one line per finding; nothing without findings."""
    return "".join(pieces(reports, summary))


def pieces(reports: Iterable[FileReport], summary: Summary) -> Iterator[str]:
    """Yield what `render` returns, line by line."""
    for report in reports:
        for found in report.diagnostics:
            yield printable_json(json.dumps(json_finding(found), ensure_ascii=False, separators=(",", ":"))) + "\n"
