"""Messages on standard input and output.

pygls's own reader for standard input asks a thread for every header line and waits for each answer. Here one thread
feeds an asyncio stream, from which pygls's message loop reads without waiting for a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading

from pygls.io_ import StdoutWriter, run_async
from pygls.lsp.server import LanguageServer

CHUNK_BYTES = 1 << 16
STDIN = 0


def serve(server: LanguageServer) -> None:
    """Serve the editor on standard input and output until it sends `exit` or closes the stream."""
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    stop = threading.Event()
    with contextlib.suppress(KeyboardInterrupt, SystemExit, BrokenPipeError):
        asyncio.run(_serve(server, stop))
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    server.shutdown()  # type: ignore[no-untyped-call]


async def _serve(server: LanguageServer, stop: threading.Event) -> None:
    reader = asyncio.StreamReader()
    feed = threading.Thread(target=_feed, args=(reader, asyncio.get_running_loop()), name="stdin", daemon=True)
    feed.start()
    await run_async(stop, reader, server.protocol, error_handler=server.report_server_error)


def _feed(reader: asyncio.StreamReader, loop: asyncio.AbstractEventLoop) -> None:
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: the loop is closed by now
        while data := os.read(STDIN, CHUNK_BYTES):
            loop.call_soon_threadsafe(reader.feed_data, data)
        loop.call_soon_threadsafe(reader.feed_eof)
