"""Why a stack has failed, as JSON: {"stack": {...}, "failures": [...]}."""

from __future__ import annotations

from typing import Any

from hotlint.dry_run.provenance import SourceLocation
from hotlint.output.failure.model import ExplainedFailure, FailedStack
from hotlint.output.preview.json import dumped
from hotlint.syntax.source import LineIndex


def render(found: FailedStack) -> str:
    """Return the whole explanation."""
    stack = found.stack
    return dumped(
        {
            "stack": {"name": stack.name, "id": stack.id, "status": stack.status, "reason": stack.reason},
            "failures": [_failure(one, found) for one in found.failures],
        }
    )


def _failure(one: ExplainedFailure, found: FailedStack) -> dict[str, Any]:
    failure, place = one.failure, one.place
    value = place.value.value.to_dict() if place.value is not None and place.value.value is not None else None
    return {
        "resource": list(failure.path),
        "type": failure.type,
        "status": failure.status,
        "service": failure.service,
        "error": failure.kind,
        "reason": failure.words,
        "place": _place(place.resource, found),
        "property": place.property or None,
        "property_place": _place(place.value.location if place.value is not None else None, found),
        "sent": value,
        "findings": [
            {
                "code": f.code,
                "severity": f.severity,
                "message": f.message,
                "path": f.path,
                "line": f.span.start_line + 1,
            }
            for f in one.findings
        ],
    }


def _place(location: SourceLocation | None, found: FailedStack) -> dict[str, Any] | None:
    """Return the path, line and column of a place, both counted from 1."""
    if location is None:
        return None
    position = LineIndex(found.text_of(location.path)).position(location.offset)
    return {"path": location.path, "line": position.line + 1, "column": position.column + 1}
