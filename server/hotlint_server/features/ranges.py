"""textDocument/foldingRange and textDocument/selectionRange."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide.ranges import folding_ranges, selection_ranges
from hotlint_server import convert
from hotlint_server.session import Feature, Session


def folding_range(session: Session, params: types.FoldingRangeParams) -> list[Any]:
    """Return the ranges of lines that can be folded."""
    ranges = folding_ranges(session.workspace.analysis(params.text_document.uri))
    return [
        {"startLine": r.first, "endLine": r.last, **({"kind": r.kind} if r.kind == "comment" else {})} for r in ranges
    ]


def selection_range(session: Session, params: types.SelectionRangeParams) -> list[Any]:
    """Return, for each position, the innermost range with the ranges around it as parents."""
    uri = params.text_document.uri
    analysis, positions = session.workspace.analysis(uri), session.workspace.positions(uri)
    answer = []
    for position in params.positions:
        chain: dict[str, Any] | None = None
        offset = convert.offset_of(positions, position)
        for span in reversed(selection_ranges(analysis, offset)):
            parent = {"parent": chain} if chain is not None else {}
            chain = {"range": convert.range_of(positions, span), **parent}
        here = {"line": position.line, "character": position.character}
        answer.append(chain or {"range": {"start": here, "end": here}})
    return answer


FEATURES = (
    Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, folding_range),
    Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, selection_range),
)
