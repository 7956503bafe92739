"""textDocument/definition, references, documentHighlight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide import navigation
from hotlint_server import convert

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    def locations(sites: list[navigation.Site]) -> list[Any]:
        found = []
        for site in sites:
            positions = session.positions_of(site.path)
            if positions is not None:
                found.append({"uri": session.uri(site.path), "range": convert.range_of(positions, site.span)})
        return found

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[Any]:
        snapshot, offset = session.at(params)
        return locations(navigation.definition(snapshot, offset, session.users))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[Any]:
        snapshot, offset = session.at(params)
        declaration = params.context.include_declaration
        return locations(navigation.references(snapshot, offset, session.users, declaration))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[Any]:
        snapshot, offset = session.at(params)
        positions = session.positions(params.text_document.uri)
        sites = navigation.highlights(snapshot, offset)
        return [{"range": convert.range_of(positions, s.span), "kind": 3 if s.defines else 2} for s in sites]
