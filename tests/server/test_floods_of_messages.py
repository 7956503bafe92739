"""Thousands of messages without a pause: all are handled in their order, and nothing else waits until the last one."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from for_each import for_each
from hotlint_server.app import HotlintServer
from hotlint_server.text_buffer import ContentChange, DocumentChanges, read_changes
from hotlint_server.transport import gc_policy, inbox, protocol, stdio
from hotlint_server.transport.inbox import Inbox
from hotlint_server.workspace.open_document import OpenDocument
from lsprotocol import types
from server_fixture import running_server
from test_misbehaving_clients import Client, Server, frame

URI = "file:///nowhere/t.yaml"
TEXT = "heat_template_version: 2018-08-31\nname: 1\n"


@pytest.fixture(params=["stdio", "tcp"])
def client(request: pytest.FixtureRequest) -> Iterator[Client]:
    """A client of a server process, over both transports."""
    if request.param == "stdio":
        with closing(Server()) as server:
            yield server.client
    else:
        with closing(socket.create_connection(running_server().getpeername())) as connection:
            yield Client(connection.fileno(), connection.fileno())


def changed(version: int, line: int, characters: tuple[int, int], text: str) -> dict[str, Any]:
    """Return a notification that a line was changed between two characters."""
    start, end = ({"line": line, "character": character} for character in characters)
    return {
        "jsonrpc": "2.0",
        "method": "textDocument/didChange",
        "params": {
            "textDocument": {"uri": URI, "version": version},
            "contentChanges": [{"range": {"start": start, "end": end}, "text": text}],
        },
    }


def test_answers_are_of_the_text_at_their_turn(client: Client) -> None:
    """A request among 5,000 changes sees each change before it and none behind it."""
    client.initialize()
    client.open(TEXT)
    stream = b""
    for version in range(2, 5002):
        stream += frame(json.dumps(changed(version, 1, (0, 1000), f"name{version}: 1")).encode())
        if version % 250 == 1:
            params = {"textDocument": {"uri": URI}}
            request = {"jsonrpc": "2.0", "id": version, "method": "textDocument/documentSymbol", "params": params}
            stream += frame(json.dumps(request).encode())
    client.raw(stream)
    for version in range(251, 5002, 250):
        assert client.response(version)["result"][-1]["name"] == f"name{version}"


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bodies that were handled, each in a slice of its own; b"!" is one whose handling fails."""
    bodies: list[bytes] = []

    def handle(_server: object, body: bytes) -> None:
        bodies.append(body)
        if body == b"!":
            raise RuntimeError("a message that cannot be handled")

    monkeypatch.setattr(inbox, "handle", handle)
    monkeypatch.setattr(inbox, "SLICE", -1)
    return bodies


def test_messages_are_handled_in_slices(handled: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    box = Inbox(HotlintServer())
    box.handle_slice()
    box.add([b"1", b"2"])
    box.handle_slice()
    assert handled == [b"1"] and not box.is_empty
    box.add([b"3", b"4"])
    monkeypatch.setattr(inbox, "SLICE", 60)
    box.handle_slice()
    assert handled == [b"1", b"2", b"3", b"4"] and box.is_empty


async def test_other_work_has_its_turn(handled: list[bytes]) -> None:
    """Between slices the loop does what else is to be done; pieces that arrive meanwhile wait behind the ones before."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda *_: None)
    arrivals = stdio._Arrivals(HotlintServer(), loop)
    arrivals.add([b"1", b"!", b"2"])
    arrivals.add([b"3"])
    seen = []
    for _ in range(5):
        await asyncio.sleep(0)
        seen.append(len(handled))
    assert seen[:4] == [1, 2, 3, 4] and handled == [b"1", b"!", b"2", b"3"]
    arrivals.add([b"4"])
    await asyncio.sleep(0)
    assert handled[4:] == [b"4"]


async def test_changes_of_one_turn_are_linted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    server = HotlintServer()
    session = server.session
    document = session.workspace.open(types.TextDocumentItem(URI, "yaml", 1, TEXT))
    linted: list[int] = []

    async def lint(document: OpenDocument) -> None:
        linted.append(document.buffer.version)
        await asyncio.sleep(60)

    monkeypatch.setattr(session.diagnostics, "_lint", lint)
    for first in (2, 102):
        for version in range(first, first + 100):
            session.change_document(DocumentChanges(URI, version, [ContentChange((1, 0, 1, 0), "x")]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert linted == [101, 201]
    assert document.buffer.text == TEXT.replace("name", "x" * 200 + "name")
    session.change_document(DocumentChanges(URI, 300, []))
    session.close_document(URI)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert linted == [101, 201]


def test_changes_are_read_as_they_are_sent() -> None:
    message = changed(7, 3, (1, 2), "x")
    message["params"]["contentChanges"] += [{"text": "whole"}, {"range": None, "text": "é"}]
    changes = [ContentChange((3, 1, 3, 2), "x"), ContentChange(None, "whole"), ContentChange(None, "é")]
    assert read_changes(message) == DocumentChanges(URI, 7, changes)


@for_each(
    "params",
    [
        None,
        {},
        {"textDocument": 7},
        {"textDocument": {"uri": 7, "version": 2}, "contentChanges": []},
        {"textDocument": {"uri": URI, "version": None}, "contentChanges": []},
        {"textDocument": {"uri": URI, "version": 2}, "contentChanges": None},
        {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [7]},
        {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": 7}]},
        {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "x", "range": {}}]},
        changed(2, -1, (0, 0), "x")["params"],
        changed(2, 1, (0, -1), "x")["params"],
    ],
)
def test_malformed_changes_change_nothing(params: Any) -> None:
    server = HotlintServer()
    document = server.session.workspace.open(types.TextDocumentItem(URI, "yaml", 1, TEXT))
    message = {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}
    with pytest.raises((KeyError, TypeError, ValueError)):
        read_changes(message)
    server.protocol._initialized = True
    protocol.handle(server, json.dumps(message).encode())
    assert (document.buffer.text, document.buffer.version) == (TEXT, 1)


def test_the_collector_waits_for_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that comes in does not set a timer of its own; a timer that fires too early waits for the rest of the pause."""
    waits: list[tuple[float, int]] = []
    collected: list[int] = []
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr(gc_policy, "_young_pending", False)
    monkeypatch.setattr(gc_policy, "_collect", collected.append)

    def later(seconds: float, generation: int) -> None:
        waits.append((seconds, generation))
        monkeypatch.setattr(gc_policy, "_young_pending", True)

    monkeypatch.setattr(gc_policy, "_later", later)
    gc_policy.busy()
    now = 101.5
    gc_policy.busy()
    assert waits == [(gc_policy.QUIET, 1)]
    now = 102.0
    gc_policy._pause(1)
    assert waits[1:] == [(1.5, 1)] and not collected
    now = 103.5
    gc_policy._pause(1)
    assert collected == [1]
