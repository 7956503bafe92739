"""textDocument/documentSymbol and workspace/symbol: the names that files declare."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from lsprotocol import types

from hotlint.ide import document_symbols
from hotlint.syntax.source import Span
from hotlint_server import convert
from hotlint_server.session import Feature, Session
from hotlint_server.text_buffer import Positions

MAX_SYMBOLS = 500
SYMBOL_KINDS = {
    "section": 3,
    "resource": 5,
    "output": 7,
    "property": 8,
    "parameter": 13,
    "condition": 17,
    "key": 20,
}


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


def workspace_symbol(session: Session, params: types.WorkspaceSymbolParams) -> list[Any]:
    """Return the declared names of the workspace that match a query, at most `MAX_SYMBOLS`."""
    return list(islice(_matching(session, params.query.casefold()), MAX_SYMBOLS))


def _matching(session: Session, query: str) -> Iterator[dict[str, Any]]:
    workspace = session.workspace
    for path, names in workspace.all_names():
        positions = None
        for kind, declared in (
            ("parameter", names.parameters),
            ("resource", names.resources),
            ("condition", names.conditions),
            ("output", names.outputs),
        ):
            for name, item in declared.items():
                if not _matches(query, name):
                    continue
                positions = positions or Positions(names.text, workspace.abilities.encoding)
                range_ = convert.range_of(positions, Span(item.at, item.at + len(name)))
                location = {"uri": workspace.uri(path), "range": range_}
                container = item.type or kind
                yield {"name": name, "kind": SYMBOL_KINDS[kind], "location": location, "containerName": container}


def _matches(query: str, name: str) -> bool:
    """Return whether the letters of a query occur in a name, in that order."""
    letters = iter(name.casefold())
    return all(letter in letters for letter in query)


FEATURES = (
    Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbol),
    Feature(types.WORKSPACE_SYMBOL, workspace_symbol),
)
