"""textDocument/documentHighlight."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import navigation
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert

READ, WRITE = 2, 3


def document_highlight(session: Session, params: types.DocumentHighlightParams) -> list[Any]:
    """Return the places of the name at a position in its own file."""
    analysis, offset = session.workspace.analysis_at(params)
    positions = session.workspace.positions(params.text_document.uri)
    return [
        {"range": convert.range_of(positions, site.span), "kind": WRITE if site.defines else READ}
        for site in navigation.highlights(analysis, offset)
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, document_highlight),)
