"""Definition, references, highlights and call hierarchy: the places of a name, and what depends on what."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import call_hierarchy, navigation
from hotlint_server import convert
from hotlint_server.features.symbols import SYMBOL_KINDS
from hotlint_server.session import Feature, Session
from hotlint_server.text_buffer import Positions
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


def prepare_call_hierarchy(session: Session, params: types.CallHierarchyPrepareParams) -> list[Any] | None:
    """Return the resource at a position; None outside of resources."""
    analysis, offset = session.workspace.analysis_at(params)
    item = call_hierarchy.item_at(analysis, offset)
    uri = params.text_document.uri
    return [_item(item, uri, session.workspace.positions(uri))] if item is not None else None


def outgoing_calls(session: Session, params: types.CallHierarchyOutgoingCallsParams) -> list[Any]:
    """Return the resources that a resource or an output depends on."""
    analysis = session.workspace.analysis(params.item.uri)
    return _calls(session, params.item.uri, "to", call_hierarchy.outgoing(analysis, params.item.name))


def incoming_calls(session: Session, params: types.CallHierarchyIncomingCallsParams) -> list[Any]:
    """Return the resources and outputs that depend on a resource."""
    analysis = session.workspace.analysis(params.item.uri)
    return _calls(session, params.item.uri, "from", call_hierarchy.incoming(analysis, params.item.name))


def _calls(session: Session, uri: str, end: str, calls: list[call_hierarchy.HierarchyCall]) -> list[Any]:
    positions = session.workspace.positions(uri)
    return [
        {end: _item(call.item, uri, positions), "fromRanges": [convert.range_of(positions, s) for s in call.spans]}
        for call in calls
    ]


def _item(item: call_hierarchy.HierarchyItem, uri: str, positions: Positions) -> dict[str, Any]:
    return {
        "name": item.name,
        "kind": SYMBOL_KINDS[item.kind],
        "detail": item.detail,
        "uri": uri,
        "range": convert.range_of(positions, item.whole),
        "selectionRange": convert.range_of(positions, item.span),
    }


FEATURES = (
    Feature(types.TEXT_DOCUMENT_DEFINITION, definition),
    Feature(types.TEXT_DOCUMENT_REFERENCES, references),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, document_highlight),
    Feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare_call_hierarchy),
    Feature(types.CALL_HIERARCHY_OUTGOING_CALLS, outgoing_calls),
    Feature(types.CALL_HIERARCHY_INCOMING_CALLS, incoming_calls),
)
