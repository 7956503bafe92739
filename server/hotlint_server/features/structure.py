"""textDocument/foldingRange, selectionRange, documentLink."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide import document_links as links
from hotlint.ide import folding, selection_range
from hotlint_server import convert

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: types.FoldingRangeParams) -> list[Any]:
        found = folding.folding_ranges(session.snapshot(params.text_document.uri))
        return [
            {"startLine": f.first, "endLine": f.last, **({"kind": f.kind} if f.kind == "comment" else {})}
            for f in found
        ]

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selections(params: types.SelectionRangeParams) -> list[Any]:
        uri = params.text_document.uri
        snapshot, positions = session.snapshot(uri), session.positions(uri)
        found = []
        for position in params.positions:
            chain: Any = None
            for span in reversed(selection_range.selection_ranges(snapshot, convert.offset_of(positions, position))):
                inner = {"range": convert.range_of(positions, span)}
                chain = inner if chain is None else {**inner, "parent": chain}
            found.append(chain or {"range": {"start": _json(position), "end": _json(position)}})
        return found

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    def document_links(params: types.DocumentLinkParams) -> list[Any]:
        uri = params.text_document.uri
        positions = session.positions(uri)
        found = links.document_links(session.snapshot(uri))
        return [
            {
                "range": convert.range_of(positions, f.span),
                "target": f.url or convert.uri_of(f.path or ""),
                "tooltip": f.tip,
            }
            for f in found
        ]


def _json(position: types.Position) -> Any:
    return {"line": position.line, "character": position.character}
