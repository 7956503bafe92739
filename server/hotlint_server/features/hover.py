"""textDocument/hover."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide.hover import hover as hover_at
from hotlint.ide.jinja_hover import rendered_at
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert


def hover(session: Session, params: types.HoverParams) -> dict[str, Any] | None:
    """Return the documentation of the thing at a position."""
    positions = session.workspace.positions(params.text_document.uri)
    snapshot, offset = session.workspace.snapshot_at(params)
    rendering = session.workspace.folder(snapshot.path).engine.rendering(snapshot.path, snapshot.text)
    if rendering is not None and (found := rendered_at(rendering, offset)) is not None:
        return {"contents": convert.markdown(found.text), "range": convert.range_of(positions, found.span)}
    answer = hover_at(snapshot, offset)
    if answer is None:
        return None
    return {"contents": convert.markdown(answer.text), "range": convert.range_of(positions, answer.span)}


FEATURES = (Feature(types.TEXT_DOCUMENT_HOVER, hover),)
