"""Coverage as JSON: `{"covered": percent, "asserted": percent, "templates": [...]}`, each template with its points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hotlint.output.findings.model import portable
from hotlint.output.preview.json import dumped
from hotlint.suites.coverage import KINDS, TemplateCoverage, percent, total_asserted, total_share
from hotlint.syntax.source import LineIndex


def render(templates: Iterable[TemplateCoverage]) -> str:
    """Return the document; lines and columns count from 0."""
    found = list(templates)
    return dumped({**_shares(found), "templates": [_template(one) for one in found]})


def _template(one: TemplateCoverage) -> dict[str, Any]:
    lines = LineIndex(one.text)
    points = []
    for point in one.points():
        line, column = lines.position(point.span.start)
        points.append(
            {
                "kind": point.kind, "name": point.name, "outcome": point.outcome or None, "line": line,
                "column": column, "hits": one.hits[point], "assertions": one.assertions(point),
            }
        )  # fmt: skip
    return {"path": portable(one.path), **_shares([one]), "points": points}


def _shares(templates: list[TemplateCoverage]) -> dict[str, Any]:
    by_kind = {kind: total_share(templates, kind) for kind in KINDS}
    return {
        "covered": round(percent(total_share(templates)), 2),
        "asserted": round(percent(total_asserted(templates)), 2),
        **{kind: {"reached": reached, "count": count} for kind, (reached, count) in by_kind.items()},
    }
