"""textDocument/hover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide.hover import hover as hover_of
from hotlint_server import convert

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> dict[str, Any] | None:
        uri = params.text_document.uri
        positions = session.positions(uri)
        found = hover_of(session.snapshot(uri), convert.offset_of(positions, params.position))
        if found is None:
            return None
        return {"contents": convert.markdown(found.text), "range": convert.range_of(positions, found.span)}
