"""The messages that have come and wait to be handled, in their order."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable

from hotlint_server.transport.protocol import HotlintServerBase, handle

SLICE = 0.004
"""Seconds that messages may take before tasks, timers and other sessions get their turn."""


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
