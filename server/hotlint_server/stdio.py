"""Messages on standard input and output.

A thread reads whole messages, and each is handled in the turn of the loop in which it arrives. pygls's own reader waits
for a thread with every header line, and an asyncio stream for one more turn of the loop: while a document is linted, each
turn takes several milliseconds, which a completion would wait for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import threading
from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

logger = logging.getLogger(__name__)
CHUNK_BYTES = 1 << 16
HEADERS_END = b"\r\n\r\n"
STDIN = 0


class MessageFramer:
    """Cuts a stream of bytes into messages: headers, an empty line, and a body of the length in the headers."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the bodies that are complete with these bytes. Headers without a length are skipped."""
        self._rest += data
        bodies: list[bytes] = []
        while (end := self._rest.find(HEADERS_END)) >= 0:
            start = end + len(HEADERS_END)
            length = _content_length(bytes(self._rest[:end]))
            if length is None:
                logger.error("message without Content-Length: %r", bytes(self._rest[:end])[:200])
                length = 0
            elif len(self._rest) < start + length:
                break
            else:
                bodies.append(bytes(self._rest[start : start + length]))
            del self._rest[: start + length]
        return bodies


def _content_length(headers: bytes) -> int | None:
    for line in headers.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    return None


def serve(server: LanguageServer) -> None:
    """Serve the editor on standard input and output until it sends `exit` or closes the stream."""
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    with contextlib.suppress(KeyboardInterrupt, SystemExit, BrokenPipeError):
        asyncio.run(_serve(server))
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    server.shutdown()  # type: ignore[no-untyped-call]


async def _serve(server: LanguageServer) -> None:
    done = asyncio.Event()
    arguments = (server, asyncio.get_running_loop(), done)
    threading.Thread(target=_read, args=arguments, name="stdin", daemon=True).start()
    await done.wait()


def _read(server: LanguageServer, loop: asyncio.AbstractEventLoop, done: asyncio.Event) -> None:
    framer = MessageFramer()
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: the loop is closed by now
        while data := os.read(STDIN, CHUNK_BYTES):
            for body in framer.feed(data):
                loop.call_soon_threadsafe(_handle, server, body)
        loop.call_soon_threadsafe(done.set)


def _handle(server: LanguageServer, body: bytes) -> None:
    try:
        message: Any = json.loads(body, object_hook=server.protocol.structure_message)
        server.protocol.handle_message(message)
    except Exception as exc:  # one bad message must not end the session
        server.report_server_error(exc, JsonRpcException)
