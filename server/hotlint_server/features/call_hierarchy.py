"""textDocument/prepareCallHierarchy, callHierarchy/outgoingCalls and incomingCalls: dependencies between resources."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import call_hierarchy
from hotlint_server import convert
from hotlint_server.features.symbols import SYMBOL_KINDS
from hotlint_server.session import Feature, Session
from hotlint_server.text_buffer import Positions


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
    Feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare_call_hierarchy),
    Feature(types.CALL_HIERARCHY_OUTGOING_CALLS, outgoing_calls),
    Feature(types.CALL_HIERARCHY_INCOMING_CALLS, incoming_calls),
)
