"""Findings as JSON, in the shape of the Python API: lines and columns count from zero, in code points."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hotlint.common.printable import printable_json
from hotlint.common.version import __version__
from hotlint.output.findings.model import FileReport, Finding, FindingFix
from hotlint.output.findings.summary import Summary


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return the document, ending in a newline."""
    document: dict[str, Any] = {
        "version": __version__,
        "diagnostics": [_finding(f) for r in reports for f in r.diagnostics],
        "summary": {"files": summary.files, **summary.counts, "suppressed": summary.suppressed},
    }
    return printable_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def _finding(found: Finding) -> dict[str, Any]:
    return {
        "path": found.path,
        "code": found.code,
        "rule": found.rule,
        "severity": found.severity,
        "message": found.message,
        "span": found.span._asdict(),
        "tags": list(found.tags),
        "related": [{"message": r.message, "path": r.path, "span": r.span._asdict()} for r in found.related],
        "fixes": [_fix(f) for f in found.fixes],
    }


def _fix(fix: FindingFix) -> dict[str, Any]:
    edits = [{"path": e.path, "span": e.span._asdict(), "text": e.text} for e in fix.edits]
    return {"title": fix.title, "safety": fix.safety, "edits": edits}
