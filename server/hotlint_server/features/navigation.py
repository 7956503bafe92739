"""textDocument/definition, references and documentHighlight: the places of a name."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import navigation
from hotlint_server import convert
from hotlint_server.session import Feature, Session
from hotlint_server.workspace.editor_workspace import EditorWorkspace

READ, WRITE = 2, 3


def definition(session: Session, params: types.DefinitionParams) -> list[Any]:
    """Return the places that define the name at a position, in this file or another."""
    analysis, offset = session.workspace.analysis_at(params)
    return locations(session.workspace, navigation.definition(analysis, offset, session.workspace.tree(analysis.path)))


def locations(workspace: EditorWorkspace, sites: list[navigation.Site]) -> list[Any]:
    """Return sites as locations, those in files that cannot be read left out; those in rendered files are in their sources."""
    answer = []
    for found in sites:
        rendered = workspace.rendered(found.path)
        site = found._replace(path=rendered.source, span=rendered.place(found.span)) if rendered is not None else found
        positions = workspace.positions_of(site.path)
        if positions is not None:
            answer.append({"uri": workspace.uri(site.path), "range": convert.range_of(positions, site.span)})
    return answer


def references(session: Session, params: types.ReferenceParams) -> list[Any]:
    """Return the places of the name at a position, in all files."""
    analysis, offset = session.workspace.analysis_at(params)
    with_declaration = params.context.include_declaration
    sites = navigation.references(analysis, offset, session.workspace.tree(analysis.path), with_declaration)
    return locations(session.workspace, sites)


def document_highlight(session: Session, params: types.DocumentHighlightParams) -> list[Any]:
    """Return the places of the name at a position in its own file."""
    analysis, offset = session.workspace.analysis_at(params)
    positions = session.workspace.positions(params.text_document.uri)
    return [
        {"range": convert.range_of(positions, site.span), "kind": WRITE if site.defines else READ}
        for site in navigation.highlights(analysis, offset)
    ]


FEATURES = (
    Feature(types.TEXT_DOCUMENT_DEFINITION, definition),
    Feature(types.TEXT_DOCUMENT_REFERENCES, references),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, document_highlight),
)
