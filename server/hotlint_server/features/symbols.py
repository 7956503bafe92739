"""textDocument/documentSymbol and workspace/symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide import document_symbols
from hotlint.syntax.source import Span
from hotlint_server import convert
from hotlint_server.text_buffer import Positions

KINDS = {
    "section": 3, "parameter": 13, "resource": 5, "condition": 17, "output": 7, "property": 8, "key": 20,
}  # fmt: skip
MOST = 500

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[Any]:
        uri = params.text_document.uri
        positions = session.positions(uri)
        found = document_symbols.document_symbols(session.snapshot(uri))
        capability = server.client_capabilities.text_document
        nested = (
            capability
            and capability.document_symbol
            and capability.document_symbol.hierarchical_document_symbol_support
        )
        if nested:
            return [_nested(s, positions) for s in found]
        return [row for s in found for row in _flat(s, "", uri, positions)]

    @server.feature(types.WORKSPACE_SYMBOL)
    def workspace(params: types.WorkspaceSymbolParams) -> list[Any]:
        asked = params.query.casefold()
        found: list[Any] = []
        for path, names in session.all_names():
            positions = None
            for kind, declared in (
                ("parameter", names.parameters),
                ("resource", names.resources),
                ("condition", names.conditions),
                ("output", names.outputs),
            ):
                for name, item in declared.items():
                    if not _matches(asked, name):
                        continue
                    positions = positions or Positions(names.text, session.encoding)
                    place = {
                        "uri": session.uri(path),
                        "range": convert.range_of(positions, Span(item.at, item.at + len(name))),
                    }
                    found.append(
                        {"name": name, "kind": KINDS[kind], "location": place, "containerName": item.type or kind}
                    )
                    if len(found) >= MOST:
                        return found
        return found


def _matches(asked: str, name: str) -> bool:
    """Whether the letters that are asked for stand in the name, in that order."""
    letters = iter(name.casefold())
    return all(letter in letters for letter in asked)


def _nested(symbol: document_symbols.DocumentSymbol, positions: Positions) -> Any:
    return {
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": KINDS[symbol.kind],
        "range": convert.range_of(positions, symbol.whole),
        "selectionRange": convert.range_of(positions, symbol.span),
        "children": [_nested(child, positions) for child in symbol.children],
    }


def _flat(symbol: document_symbols.DocumentSymbol, container: str, uri: str, positions: Positions) -> list[Any]:
    place = {"uri": uri, "range": convert.range_of(positions, symbol.whole)}
    own = {"name": symbol.name, "kind": KINDS[symbol.kind], "location": place, "containerName": container}
    return [own, *(row for child in symbol.children for row in _flat(child, symbol.name, uri, positions))]
