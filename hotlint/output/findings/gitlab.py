"""Findings as a code quality report of GitLab, which shows the findings that a merge request adds and resolves."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from typing import Any

from hotlint.common.printable import printable_json
from hotlint.linter.packs import registry
from hotlint.output.findings.model import FileReport, Finding, Summary, elsewhere, fingerprinted, portable

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return a JSON list with one issue per finding; lines and columns count from one, paths are relative to the repository."""
    security = {rule.code for rule in registry.load().rules if rule.category == "security"}
    issues = [_issue(found, fingerprint, security) for found, fingerprint in fingerprinted(reports)]
    return printable_json(json.dumps(issues, ensure_ascii=False, indent=2)) + "\n"


def _issue(found: Finding, fingerprint: str, security: Container[str]) -> dict[str, Any]:
    span = found.span
    return {
        "type": "issue",
        "check_name": f"{found.code} {found.rule}",
        "description": found.message + elsewhere(found),
        "categories": ["Security" if found.code in security else "Bug Risk"],
        "severity": _SEVERITIES[found.severity],
        "fingerprint": fingerprint,
        "location": {
            "path": portable(found.path),
            "positions": {
                "begin": {"line": span.start_line + 1, "column": span.start_column + 1},
                "end": {"line": span.end_line + 1, "column": span.end_column + 1},
            },
            "lines": {"begin": span.start_line + 1, "end": span.end_line + 1},
        },
    }
