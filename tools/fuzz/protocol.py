"""Send messages to a whole server: each request is answered once, never with an internal error, and the session goes on.

Steps are ["send", message], ["body", text], whose text is framed as it is, and ["raw", text], which is sent without a frame;
texts are Latin-1.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

from hotlint_server.app import HotlintServer
from hotlint_server.transport.inbox import MessageFramer
from hotlint_server.transport.protocol import handle

from fuzz.case import BrokenPromiseError, Case
from fuzz.workbench import Workbench

INTERNAL_ERROR = -32603
PATIENCE = 1.5
"""Seconds within which every request is answered."""
TURN = 0.001


class Recorder:
    """The editor's end of the connection: keeps the messages that the server sends."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self._framer = MessageFramer()

    def write(self, data: bytes) -> None:
        """Take bytes from the server."""
        self.messages += [json.loads(body) for body in self._framer.feed(data)]

    def close(self) -> None:
        """Close the connection, which does nothing."""

    def answered(self) -> Counter[str]:
        """Return how many responses there are by the JSON of their id; those to what is no valid message have none."""
        return Counter(json.dumps(m["id"]) for m in self.messages if m.get("id") is not None and "method" not in m)


def run(case: Case, bench: Workbench) -> None:
    """Send the messages of a case. Raises BrokenPromiseError."""
    bench.write(case)
    asyncio.set_event_loop(bench.loop)
    try:
        bench.loop.run_until_complete(_play(case))
    finally:
        tasks = asyncio.all_tasks(bench.loop)
        for task in tasks:
            task.cancel()
        if tasks:
            bench.loop.run_until_complete(asyncio.wait(tasks, timeout=PATIENCE))


async def _play(case: Case) -> None:
    server, editor = HotlintServer(), Recorder()
    server.protocol.set_writer(editor)
    framer = MessageFramer()
    asked: Counter[str] = Counter()
    try:
        for number, step in enumerate(case.steps):
            for body in framer.feed(_bytes(step)):
                asked.update(_request_ids(body))
                handle(server, body)
            if number % 3 == 0:
                await asyncio.sleep(0)
    except SystemExit:
        return  # `exit` was sent: what was not answered by then need not be
    end = asyncio.get_running_loop().time() + PATIENCE
    while editor.answered() != asked and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(TURN)
    _check(editor, asked)


def _bytes(step: list[Any]) -> bytes:
    if step[0] == "raw":
        return str(step[1]).encode("latin-1")
    body = str(step[1]).encode("latin-1") if step[0] == "body" else json.dumps(step[1]).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _request_ids(body: bytes) -> list[str]:
    """Return the id that a message must be answered with, as JSON, in a list; an empty one for anything but a request."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return []
    if not isinstance(message, dict):
        return []
    identity = message.get("id")
    if "method" in message and isinstance(identity, str | int) and not isinstance(identity, bool):
        return [json.dumps(identity)]
    return []


def _check(editor: Recorder, asked: Counter[str]) -> None:
    answered = editor.answered()
    if answered != asked:
        raise BrokenPromiseError(
            "requests and responses", f"unanswered {asked - answered}, too many {answered - asked}"
        )
    for message in editor.messages:
        if message.get("error", {}).get("code") == INTERNAL_ERROR:
            raise BrokenPromiseError("internal error", str(message["error"])[:600])
