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
    snapshot, offset = session.workspace.snapshot_at(params)
    engine = session.workspace.folder(snapshot.path).engine
    at = HoverAt(
        snapshot,
        offset,
        lambda: engine.rendering(snapshot.path, snapshot.text),
        session.workspace.tree(snapshot.path),
    )
    answer = hover_in(session.workspace.kind(uri), at)
    if answer is None:
        return None
    return {"contents": convert.markdown(answer.text), "range": convert.range_of(positions, answer.span)}


FEATURES = (Feature(types.TEXT_DOCUMENT_HOVER, hover),)
