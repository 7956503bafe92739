"""textDocument/documentLink."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import document_links
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert


def document_link(session: Session, params: types.DocumentLinkParams) -> list[Any]:
    """Return the links of a document: to files, and to reference pages."""
    uri = params.text_document.uri
    positions = session.workspace.positions(uri)
    return [
        {
            "range": convert.range_of(positions, link.span),
            "target": link.url or convert.uri_of(link.path or ""),
            "tooltip": link.tip,
        }
        for link in document_links.document_links(session.workspace.analysis(uri))
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, document_link),)
