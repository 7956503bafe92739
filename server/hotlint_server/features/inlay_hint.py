"""textDocument/inlayHint."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import inlay_hints
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert


def inlay_hint(session: Session, params: types.InlayHintParams) -> list[Any]:
    """Return the inlay hints of a range, unless the settings disable them."""
    uri = params.text_document.uri
    if not session.workspace.is_enabled(uri, "inlayHints"):
        return []
    positions = session.workspace.positions(uri)
    hints = inlay_hints.inlay_hints(session.workspace.analysis(uri), convert.span_of(positions, params.range))
    return [
        {"position": convert.position_of(positions, h.offset), "label": h.text, "tooltip": h.tip, "paddingLeft": True}
        for h in hints
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_INLAY_HINT, inlay_hint),)
