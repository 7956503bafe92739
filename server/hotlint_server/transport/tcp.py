"""Messages over TCP: each connection is a session of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from hotlint_server.transport.inbox import Inbox, MessageFramer
from hotlint_server.transport.protocol import HotlintServerBase

logger = logging.getLogger(__name__)
CHUNK_BYTES = 1 << 18
BUFFER_BYTES = 1 << 20
"""Bytes that are taken from a connection before they are handled: to pause it takes longer than to handle a few messages."""


def serve(host: str, port: int, make_server: Callable[[], HotlintServerBase]) -> None:
    """Wait for editors on an address, and serve each of them; returns when the last one has gone.

    `make_server` makes the server of a connection. Raises OSError for an address that is not free.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_Listener(make_server).listen(host, port))


class _Listener:
    def __init__(self, make_server: Callable[[], HotlintServerBase]) -> None:
        self._make_server = make_server
        self._connections = 0
        self._idle = asyncio.Event()

    async def listen(self, host: str, port: int) -> None:
        listener = await asyncio.start_server(self._connected, host, port, limit=BUFFER_BYTES)
        logger.info("listening on %s", ", ".join(str(s.getsockname()) for s in listener.sockets))
        async with listener:
            await self._idle.wait()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        server = self._make_server()
        server.protocol.set_writer(writer)
        loop = asyncio.get_running_loop()
        server.disconnect = lambda: _soon(loop, writer.close)
        try:
            await _converse(server, reader)
        except (ConnectionError, SystemExit):  # SystemExit: the editor sent `exit`
            pass
        finally:
            writer.close()
            server.shutdown()  # type: ignore[no-untyped-call]
            self._connections -= 1
            if not self._connections:
                self._idle.set()


async def _converse(server: HotlintServerBase, reader: asyncio.StreamReader) -> None:
    framer, inbox = MessageFramer(), Inbox(server)
    while data := await reader.read(CHUNK_BYTES):
        inbox.add(framer.feed(data))
        while not inbox.is_empty:
            inbox.handle_slice()
            await asyncio.sleep(0)  # the other sessions get their turn


def _soon(loop: asyncio.AbstractEventLoop, work: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed by now
        loop.call_soon_threadsafe(work)
