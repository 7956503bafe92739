"""When the garbage collector runs.

A full collection visits every node of every open document: at the wrong moment it is the longest wait that an editor
sees. Few objects here form cycles, so automatic collection is off. The young generations are collected after a short
pause in typing, everything after a long one.
"""

from __future__ import annotations

import asyncio
import gc
import time

QUIET = 2.0
"""Seconds without work before the young generations are collected."""
REST = 30.0
"""Seconds without work before everything is collected."""
LONGEST = 60.0
"""Seconds of work without a pause after which everything is collected."""
YOUNG = 20_000
"""New objects that are collected without waiting for a pause, which takes a millisecond or two."""

_pending: asyncio.TimerHandle | None = None
_collected = time.monotonic()


def begin() -> None:
    """Disable automatic collection, and exempt every object that exists by now."""
    gc.collect()
    gc.freeze()
    gc.disable()


def busy() -> None:
    """Schedule a collection for the next pause: work has come in."""
    _later(QUIET, 1)


def tidy() -> None:
    """Collect after a piece of work, when many new objects are left or no pause has come for long."""
    if time.monotonic() - _collected > LONGEST:
        _collect(2)
    elif gc.get_count()[0] > YOUNG:
        gc.collect(1)


def _later(seconds: float, generation: int) -> None:
    global _pending
    if _pending is not None:
        _pending.cancel()
    _pending = asyncio.get_running_loop().call_later(seconds, _collect, generation)


def _collect(generation: int) -> None:
    global _pending, _collected
    if _pending is not None:
        _pending.cancel()
    _pending = None
    gc.collect(generation)
    if generation < 2:
        _later(REST, 2)
    else:
        _collected = time.monotonic()
        gc.freeze()  # what is left is long-lived: the next collection need not visit it
