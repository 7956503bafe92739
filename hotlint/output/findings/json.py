"""Findings as JSON, in the shape of the Python API: every `span` counts from zero, in code points.

`line` and `column` of a finding count from one, as in text and in editors.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import uuid4

from hotlint.common.printable import printable_json
from hotlint.common.version import __version__
from hotlint.linter.diagnostic import Fix
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, Summary, assumptions


def render(reports: Iterable[FileReport], summary: Summary, *, statistics: bool = False) -> str:
    """Return the document, ending in a newline; with `statistics`, counts of each rule are part of it."""
    return "".join(pieces(reports, summary, statistics=statistics))


def pieces(reports: Iterable[FileReport], summary: Summary, *, statistics: bool = False) -> Iterator[str]:
    """Yield what `render` returns, bit by bit."""
    document: dict[str, Any] = {
        "version": __version__,
        "diagnostics": [],
        "summary": {"files": summary.files, **summary.counts, "suppressed": summary.suppressed, "known": summary.known},
    }
    document["environments"] = {r.path: list(r.environments) for r in reports if r.environments}
    document["assumed"] = assumptions(reports)
    if statistics:
        document["statistics"] = [count._asdict() for count in summary.by_rule]
    return document_pieces(document, document["diagnostics"], (json_finding(f) for r in reports for f in r.diagnostics))


def json_finding(found: Finding) -> dict[str, Any]:
    """Return a finding as JSON has it."""
    return {
        "path": found.path,
        "code": found.code,
        "rule": found.rule,
        "severity": found.severity,
        "message": found.message,
        "line": found.span.start_line + 1,
        "column": found.span.start_column + 1,
        "span": found.span._asdict(),
        "tags": list(found.tags),
        "related": [{"message": r.message, "path": r.path, "span": r.span._asdict()} for r in found.related],
        "fixes": [_fix(f) for f in found.fixes],
    }


def _fix(fix: Fix[PositionSpan]) -> dict[str, Any]:
    edits = [{"path": e.path, "span": e.span._asdict(), "text": e.text} for e in fix.edits]
    return {"title": fix.title, "safety": fix.safety, "edits": edits}


def document_pieces(document: dict[str, Any], place: list[Any], items: Iterable[Any]) -> Iterator[str]:
    """Yield a document, indented and ending in a newline, as if the empty list `place` in it held the items.

    These may be too many for the memory.
    """
    mark = uuid4().hex
    place.append(mark)
    text = _text(document)
    place.clear()
    quoted = f'"{mark}"'
    before, _, after = text.partition(quoted)
    indent = before[before.rindex("\n") :]
    head, close = before[: -len(indent)], after[: after.index("]")]
    yield head
    first = True
    for item in items:
        yield f"{indent if first else ',' + indent}{_text(item).replace(chr(10), indent)}"
        first = False
    yield after[len(close) :] if first else after
    yield "\n"


def _text(value: Any) -> str:
    return printable_json(json.dumps(value, ensure_ascii=False, indent=2))
