"""Messages on standard input and output.

A thread reads whole messages, as many at a time as there are, and they are handled in the turn of the loop in which they
arrive. pygls's own reader waits for a thread with every header line, and an asyncio stream for one more turn of the loop:
while a document is linted, each turn takes several milliseconds, which a completion would wait for. To wake the loop for
each message would take longer than to handle a change of a document.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from typing import IO

from hotlint_server.transport.inbox import Inbox, MessageFramer
from hotlint_server.transport.protocol import HotlintServerBase

CHUNK_BYTES = 1 << 16
STDIN = 0
GRACE = 5.0
"""Seconds after which a server whose editor is gone ends at once, whatever it is doing."""


class EditorOutput:
    """Standard output for pygls. After the editor has closed its end, nothing more is written."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._closed = False

    def write(self, data: bytes) -> None:
        """Write a message."""
        if self._closed:
            return
        try:
            self._stream.write(data)
            self._stream.flush()
        except (OSError, ValueError):  # what ends the session is that standard input ends, too
            self._closed = True

    def close(self) -> None:
        """Write nothing more."""
        self._closed = True


def serve(server: HotlintServerBase) -> int:
    """Serve the editor on standard input and output until it sends `exit`, closes the stream, or is gone.

    Returns the exit code: 0 when the editor sent `shutdown` before, 1 otherwise.
    """
    server.protocol.set_writer(EditorOutput(sys.stdout.buffer))
    with contextlib.suppress(KeyboardInterrupt, SystemExit):
        asyncio.run(_serve(server))
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    server.shutdown()  # type: ignore[no-untyped-call]
    return 0 if server.protocol.is_shut_down else 1


async def _serve(server: HotlintServerBase) -> None:
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def disconnect() -> None:
        timer = threading.Timer(GRACE, os._exit, (1,))
        timer.daemon = True
        timer.start()
        with contextlib.suppress(RuntimeError):  # the loop is closed by now
            loop.call_soon_threadsafe(done.set)

    server.disconnect = disconnect
    threading.Thread(target=_read, args=(_Arrivals(server, loop), loop, done), name="stdin", daemon=True).start()
    await done.wait()


class _Arrivals:
    """What the thread hands to the loop: messages, which are handled at once, or in slices when they take long."""

    def __init__(self, server: HotlintServerBase, loop: asyncio.AbstractEventLoop) -> None:
        self._inbox = Inbox(server)
        self._loop = loop
        self._goes_on = False  # in a later turn of the loop

    def add(self, bodies: list[bytes]) -> None:
        """Add messages, in the thread. Raises RuntimeError after the loop was closed."""
        if bodies:
            self._inbox.add(bodies)
            self._loop.call_soon_threadsafe(self._arrived)

    def _arrived(self) -> None:
        if not self._goes_on:
            self._handle()

    def _handle(self) -> None:
        try:
            self._inbox.handle_slice()
        finally:
            self._goes_on = not self._inbox.is_empty
            if self._goes_on:
                self._loop.call_soon(self._handle)


def _read(arrivals: _Arrivals, loop: asyncio.AbstractEventLoop, done: asyncio.Event) -> None:
    framer = MessageFramer()
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: the loop is closed by now
        while data := os.read(STDIN, CHUNK_BYTES):
            arrivals.add(framer.feed(data))
        loop.call_soon_threadsafe(done.set)
