"""Messages on standard input and output.

pygls asks a thread for every header line of a message, and waits for the answer, so that each message waits for
several turns of the loop; here a thread reads whole messages, and hands each over at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter

if TYPE_CHECKING:
    from hotlint_server.app import Server

logger = logging.getLogger(__name__)
PIECE = 1 << 16


class Messages:
    """Cuts a stream of bytes into messages: headers, an empty line, a body of the length that the headers tell."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are complete with these bytes. What is no message is passed over."""
        self._rest += data
        bodies: list[bytes] = []
        while True:
            end = self._rest.find(b"\r\n\r\n")
            if end < 0:
                return bodies
            length = _length(bytes(self._rest[:end]))
            if length is None:
                logger.error("a message without a length: %r", bytes(self._rest[:end])[:200])
                del self._rest[: end + 4]
                continue
            start = end + 4
            if len(self._rest) < start + length:
                return bodies
            bodies.append(bytes(self._rest[start : start + length]))
            del self._rest[: start + length]


def _length(headers: bytes) -> int | None:
    for line in headers.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    return None


def serve(server: Server) -> None:
    """Serve the editor on standard input and output until it says exit, or is gone."""
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    with contextlib.suppress(KeyboardInterrupt, SystemExit, BrokenPipeError):
        asyncio.run(_loop(server))
    # The reading thread may be waiting for input that never comes, with nothing left to clean up.
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    server.shutdown()  # type: ignore[no-untyped-call]


async def _loop(server: Server) -> None:
    loop = asyncio.get_running_loop()
    done = asyncio.Event()

    def read() -> None:
        messages = Messages()
        with contextlib.suppress(OSError, RuntimeError):  # the loop may be closed by now
            while data := os.read(0, PIECE):
                for body in messages.feed(data):
                    loop.call_soon_threadsafe(receive, server, body)
            loop.call_soon_threadsafe(done.set)

    threading.Thread(target=read, name="standard input", daemon=True).start()
    await done.wait()


def receive(server: Server, body: bytes) -> None:
    """Take one message."""
    try:
        message: Any = json.loads(body, object_hook=server.protocol.structure_message)
        server.protocol.handle_message(message)
    except Exception as exc:  # one bad message must not end the session
        server.report_server_error(exc, JsonRpcException)
