"""textDocument/documentSymbol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from hotlint.ide import document_symbols
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert
from hotlint_server.text.text_buffer import Positions


def document_symbol(session: Session, params: types.DocumentSymbolParams) -> list[Any]:
    """Return the outline of a document: nested where the editor shows that, else flat."""
    uri = params.text_document.uri
    positions = session.workspace.positions(uri)
    symbols = document_symbols.document_symbols(session.workspace.analysis(uri))
    if session.workspace.abilities.nests_symbols:
        return [_nested(symbol, positions) for symbol in symbols]
    return [row for symbol in symbols for row in _flat(symbol, "", uri, positions)]


def _nested(symbol: document_symbols.DocumentSymbol, positions: Positions) -> dict[str, Any]:
    return {
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": SYMBOL_KINDS[symbol.kind],
        "range": convert.range_of(positions, symbol.whole),
        "selectionRange": convert.range_of(positions, symbol.span),
        "children": [_nested(child, positions) for child in symbol.children],
    }


def _flat(symbol: document_symbols.DocumentSymbol, container: str, uri: str, positions: Positions) -> Iterator[Any]:
    location = {"uri": uri, "range": convert.range_of(positions, symbol.whole)}
    kind = SYMBOL_KINDS[symbol.kind]
    yield {"name": symbol.name, "kind": kind, "location": location, "containerName": container}
    for child in symbol.children:
        yield from _flat(child, symbol.name, uri, positions)


FEATURES = (Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbol),)


SYMBOL_KINDS = {
    "section": 3,
    "resource": 5,
    "output": 7,
    "property": 8,
    "parameter": 13,
    "condition": 17,
    "key": 20,
}
