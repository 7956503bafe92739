"""Messages over TCP: each connection is a session of its own, for editors that know the token.

Any program and any user of the machine can connect, and a browser that shows a page of a stranger, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any

from hotlint.common.listening import is_token
from hotlint_server.transport.inbox import Inbox, MessageFramer
from hotlint_server.transport.protocol import HotlintServerBase

logger = logging.getLogger(__name__)
CHUNK_BYTES = 1 << 18
FIRST_BYTES = 1 << 20
"""Bytes that the first message of a connection has at most."""
FIRST_SECONDS = 60.0
"""Seconds in which it comes."""
BUFFER_BYTES = 1 << 20
"""Bytes that are taken from a connection before they are handled: to pause it takes longer than to handle a few messages."""


def serve(host: str, port: int, token: str, make_server: Callable[[], HotlintServerBase]) -> None:
    """Wait for editors on an address, and serve each that knows the token; returns when the last one has gone.

    `make_server` makes the server of a connection. Raises OSError for an address that is not free.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_Listener(token, make_server).listen(host, port))


class _Listener:
    def __init__(self, token: str, make_server: Callable[[], HotlintServerBase]) -> None:
        self._token = token
        self._make_server = make_server
        self._connections = 0
        self._idle = asyncio.Event()

    async def listen(self, host: str, port: int) -> None:
        listener = await asyncio.start_server(self._connected, host, port, limit=BUFFER_BYTES)
        logger.info("listening on %s", ", ".join(str(s.getsockname()) for s in listener.sockets))
        async with listener:
            await self._idle.wait()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            began = await asyncio.wait_for(_begin(self._token, reader, writer), FIRST_SECONDS)
        except (ConnectionError, TimeoutError):
            began = None
        if began is None:
            writer.close()
            return
        self._connections += 1
        server = self._make_server()
        server.protocol.set_writer(writer)
        loop = asyncio.get_running_loop()
        server.disconnect = lambda: _soon(loop, writer.close)
        try:
            await _converse(server, reader, *began)
        except (ConnectionError, SystemExit):  # SystemExit: the editor sent `exit`
            pass
        finally:
            writer.close()
            server.shutdown()  # type: ignore[no-untyped-call]
            self._connections -= 1
            if not self._connections:
                self._idle.set()


async def _begin(
    token: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> tuple[MessageFramer, list[bytes]] | None:
    """Return the first messages of an editor, and what cuts the next ones; None for a client that does not know the token."""
    framer, head, size = MessageFramer(), b"", 0
    while data := await reader.read(CHUNK_BYTES):
        head, size = (head + data)[:_HEAD_BYTES].lower(), size + len(data)
        if not any(name.startswith(head[: len(name)]) for name in _FIRST_LINES) or size > FIRST_BYTES:
            break
        if bodies := framer.feed(data):
            refused = _refusal(bodies[0], token)
            if refused is None:
                return framer, bodies
            logger.warning("a client without the token")
            writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(refused), refused))
            await writer.drain()
            break
    return None


_FIRST_LINES = (b"content-length:", b"content-type:")
"""What the headers of a message begin with, and no request of a browser, whose method holds no colon."""
_HEAD_BYTES = max(map(len, _FIRST_LINES))


def _refusal(body: bytes, token: str) -> bytes | None:
    """Return the answer to a first message without the token; None where it has it."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        message = None
    given = message
    for name in ("params", "initializationOptions", "token"):
        given = given.get(name) if isinstance(given, dict) else None
    if isinstance(message, dict) and message.get("method") == "initialize" and is_token(given, token):
        return None
    error: dict[str, Any] = {"code": -32600, "message": "initializationOptions.token must be the token of this server"}
    identity = message.get("id") if isinstance(message, dict) else None
    known = identity if isinstance(identity, str | int) else None
    return json.dumps({"jsonrpc": "2.0", "id": known, "error": error}).encode()


async def _converse(
    server: HotlintServerBase, reader: asyncio.StreamReader, framer: MessageFramer, bodies: list[bytes]
) -> None:
    inbox = Inbox(server)
    while True:
        inbox.add(bodies)
        while not inbox.is_empty:
            inbox.handle_slice()
            await asyncio.sleep(0)  # the other sessions get their turn
        if not (data := await reader.read(CHUNK_BYTES)):
            break
        bodies = framer.feed(data)


def _soon(loop: asyncio.AbstractEventLoop, work: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed by now
        loop.call_soon_threadsafe(work)
