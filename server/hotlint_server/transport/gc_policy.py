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
MANY = 200_000
"""New objects that are exempt at once, the tree of a very long text: to visit them takes longer than a request should wait."""

_pending: asyncio.TimerHandle | None = None
_young_pending = False
"""Whether a collection of the young generations is pending."""
_collected = _worked = time.monotonic()


def begin() -> None:
    """Disable automatic collection, and exempt every object that exists by now."""
    gc.collect()
    gc.freeze()
    gc.disable()


def busy() -> None:
    """Have a collection made in the next pause: work has come in."""
    global _worked
    _worked = time.monotonic()
    if not _young_pending:
        _later(QUIET, 1)


def tidy() -> None:
    """Collect after a piece of work, when many new objects are left or no pause has come for long."""
    if time.monotonic() - _collected > LONGEST:
        _collect(2)
    elif gc.get_count()[0] > MANY:
        gc.freeze()
    elif gc.get_count()[0] > YOUNG:
        gc.collect(1)


def _later(seconds: float, generation: int) -> None:
    global _pending, _young_pending
    if _pending is not None:
        _pending.cancel()
    _young_pending = generation < 2
    _pending = asyncio.get_running_loop().call_later(seconds, _pause, generation)


def _pause(generation: int) -> None:
    """Collect, or wait for the rest of a pause that began later than expected."""
    left = _worked + QUIET - time.monotonic()
    if left > 0:
        _later(left, 1)
    else:
        _collect(generation)


def _collect(generation: int) -> None:
    global _pending, _young_pending, _collected
    if _pending is not None:
        _pending.cancel()
    _pending, _young_pending = None, False
    if generation == 2:
        gc.unfreeze()  # what was exempt may be gone by now
    gc.collect(generation)
    if generation < 2:
        _later(REST, 2)
    else:
        _collected = time.monotonic()
        gc.freeze()  # what is left is long-lived: the next collection need not visit it
