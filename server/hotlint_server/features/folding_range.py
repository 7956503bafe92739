"""textDocument/foldingRange."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import folding
from hotlint_server.feature import Feature
from hotlint_server.session import Session


def folding_range(session: Session, params: types.FoldingRangeParams) -> list[Any]:
    """Return the ranges of lines that can be folded."""
    ranges = folding.folding_ranges(session.workspace.analysis(params.text_document.uri))
    return [
        {"startLine": r.first, "endLine": r.last, **({"kind": r.kind} if r.kind == "comment" else {})} for r in ranges
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, folding_range),)
