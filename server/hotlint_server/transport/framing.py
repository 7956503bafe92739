"""The framing of messages: headers, an empty line, and a body of the length that the headers give."""

from __future__ import annotations

import logging
from functools import lru_cache

logger = logging.getLogger(__name__)
HEADERS_END = b"\r\n\r\n"
LONGEST_HEADERS = 1 << 16
"""Bytes without an end of headers after which they are no headers."""
_LONGEST_LENGTH = 12
"""Digits of the longest length that is still one."""


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
