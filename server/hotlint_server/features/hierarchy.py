"""textDocument/prepareCallHierarchy and callHierarchy: what a resource depends on, and is used by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide import call_hierarchy
from hotlint_server import convert
from hotlint_server.text_buffer import Positions

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepare(params: types.CallHierarchyPrepareParams) -> list[Any] | None:
        snapshot, offset = session.at(params)
        found = call_hierarchy.item_at(snapshot, offset)
        uri = params.text_document.uri
        return [_item(found, uri, session.positions(uri))] if found is not None else None

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(params: types.CallHierarchyOutgoingCallsParams) -> list[Any]:
        uri = params.item.uri
        positions = session.positions(uri)
        return [
            {"to": _item(link.item, uri, positions), "fromRanges": [convert.range_of(positions, s) for s in link.spans]}
            for link in call_hierarchy.outgoing(session.snapshot(uri), params.item.name)
        ]

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    def incoming(params: types.CallHierarchyIncomingCallsParams) -> list[Any]:
        uri = params.item.uri
        positions = session.positions(uri)
        return [
            {
                "from": _item(link.item, uri, positions),
                "fromRanges": [convert.range_of(positions, s) for s in link.spans],
            }
            for link in call_hierarchy.incoming(session.snapshot(uri), params.item.name)
        ]


def _item(item: call_hierarchy.HierarchyItem, uri: str, positions: Positions) -> Any:
    return {
        "name": item.name,
        "kind": 5 if item.kind == "resource" else 7,
        "detail": item.detail,
        "uri": uri,
        "range": convert.range_of(positions, item.whole),
        "selectionRange": convert.range_of(positions, item.span),
    }
