"""Messages that come whole, as a browser's worker gets them: no streams, no threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hotlint_server.transport.inbox import Inbox
from hotlint_server.transport.protocol import HotlintServerBase


class _Sender:
    """What pygls writes messages to."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send

    def write(self, data: bytes) -> None:
        """Send one message."""
        self._send(data.decode("utf-8"))

    def close(self) -> None:
        """Do nothing: whoever made the worker ends it."""


def connect(server: HotlintServerBase, send: Callable[[str], object]) -> Callable[[str], None]:
    """Return a function that takes the JSON of each message for the server; `send` is called with that of each answer.

    Messages are handled in later turns of the running event loop, in their order.
    """
    server.protocol.set_writer(_Sender(send), include_headers=False)
    inbox = Inbox(server)
    loop = asyncio.get_event_loop()

    def handle() -> None:
        try:
            inbox.handle_slice()
        finally:
            if not inbox.is_empty:
                loop.call_soon(handle)

    def receive(message: str) -> None:
        waits = not inbox.is_empty
        inbox.add([message.encode("utf-8")])
        if not waits:
            loop.call_soon(handle)

    return receive
