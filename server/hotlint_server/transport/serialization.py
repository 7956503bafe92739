"""The cattrs converter of the connection: plain data stays plain data, both ways.

pygls turns the parameters of custom requests into namedtuples, and walks every answer through cattrs. Answers here are
plain dicts and lists already; leaving them to `json.dumps` makes long completion lists several times cheaper. Changes of
documents are read by `content_changes`, for the same reason.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.protocol import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, default_converter

from hotlint_server.text.content_changes import DocumentChanges, read_changes

PLAIN_INCOMING = (JsonRPCRequestMessage, JsonRPCNotification, JsonRPCResponseMessage)
PLAIN_NOTIFICATIONS = (JsonRPCNotification, types.PublishDiagnosticsNotification)


@cache
def make_converter() -> Converter:
    """Return pygls's converter with hooks that leave plain data alone; sessions share it."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    for message in PLAIN_INCOMING:
        converter.register_structure_hook(message, _structure)
    converter.register_structure_hook(types.DidChangeTextDocumentNotification, _changes)
    converter.register_unstructure_hook(JsonRPCResponseMessage, _response)
    for notification in PLAIN_NOTIFICATIONS:
        converter.register_unstructure_hook(notification, _notification)
    return converter


def _structure(data: dict[str, Any], message: type[Any]) -> Any:
    names = [name for name in ("id", "method", "jsonrpc", "params", "result") if name in message.__annotations__]
    return message(**{name: data.get(name) for name in names})


def _changes(data: dict[str, Any], _: type[Any]) -> DocumentChanges:
    return read_changes(data)


def _response(message: JsonRPCResponseMessage) -> dict[str, Any]:
    return {"jsonrpc": message.jsonrpc, "id": message.id, "result": message.result}


def _notification(message: Any) -> dict[str, Any]:
    return {"jsonrpc": message.jsonrpc, "method": message.method, "params": message.params}
