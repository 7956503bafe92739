"""Incoming messages: cut out of a stream of bytes, and handled in their order."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache

from hotlint_server.transport.protocol import HotlintServerBase, handle


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


logger = logging.getLogger(__name__)
HEADERS_END = b"\r\n\r\n"
LONGEST_HEADERS = 1 << 16
"""Bytes without an end of headers after which they are no headers."""
_LONGEST_LENGTH = 12
"""Digits of the longest length that is still one."""
SLICE = 0.004
"""Seconds that messages may take before tasks, timers and other sessions get their turn."""


class MessageFramer:
    """Cuts a stream of bytes into messages."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the bodies that are complete with these bytes. Headers without a length are skipped."""
        self._rest += data
        bodies: list[bytes] = []
        while (end := self._rest.find(HEADERS_END, 0, LONGEST_HEADERS)) >= 0:
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
        if end < 0 and len(self._rest) >= LONGEST_HEADERS:
            logger.error("%d bytes without the headers of a message", len(self._rest))
            del self._rest[: -len(HEADERS_END)]
        return bodies


@lru_cache(maxsize=256)  # the same few lengths come again and again
def _content_length(headers: bytes) -> int | None:
    for line in headers.split(b"\r\n"):
        name, _, value = line.partition(b":")
        digits = value.strip()
        if name.strip().lower() == b"content-length" and digits.isdigit() and len(digits) <= _LONGEST_LENGTH:
            return int(digits)
    return None


class Inbox:
    """The messages of one session. Messages may be added from any thread; they are handled on the loop."""

    def __init__(self, server: HotlintServerBase) -> None:
        self._server = server
        self._bodies: deque[bytes] = deque()

    def add(self, bodies: Iterable[bytes]) -> None:
        """Add the bodies of messages."""
        self._bodies.extend(bodies)

    @property
    def is_empty(self) -> bool:
        """Whether no message waits."""
        return not self._bodies

    def handle_slice(self) -> None:
        """Handle messages for a slice of time, one at least where there is one. Raises SystemExit for `exit`."""
        end = time.perf_counter() + SLICE
        while self._bodies:
            handle(self._server, self._bodies.popleft())
            if time.perf_counter() > end:
                break
