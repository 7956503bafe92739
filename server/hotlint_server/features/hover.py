"""textDocument/hover."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide.by_kind import HoverAt, hover_in
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert


def hover(session: Session, params: types.HoverParams) -> dict[str, Any] | None:
    """Return the documentation of the thing at a position."""
    uri = params.text_document.uri
    positions = session.workspace.positions(uri)
    analysis, offset = session.workspace.analysis_at(params)
    engine = session.workspace.folder(analysis.path).engine
    at = HoverAt(
        analysis,
        offset,
        lambda: engine.rendering(analysis.path, analysis.text),
        session.workspace.tree(analysis.path),
    )
    answer = hover_in(session.workspace.kind(uri), at)
    if answer is None:
        return None
    return {"contents": convert.markdown(answer.text), "range": convert.range_of(positions, answer.span)}


FEATURES = (Feature(types.TEXT_DOCUMENT_HOVER, hover),)
