"""The garbage collector, kept out of the way.

A full collection walks every node of every open document: at the wrong moment it is the longest wait that an editor
sees. Nearly nothing here forms cycles, so automatic collection is off. When nobody has typed for a while, what was made
since the last time is looked at; everything, only after a long rest.
"""

from __future__ import annotations

import asyncio
import gc
import time

QUIET = 2.0
"""Seconds without work before what is new is collected."""
REST = 30.0
"""Seconds without work before everything is."""
LONGEST = 60.0
"""Seconds of work without a pause after which everything is collected all the same."""
YOUNG = 20_000
"""New objects that are looked at without waiting for a pause: that takes a millisecond or two."""

_pending: asyncio.TimerHandle | None = None
_collected = time.monotonic()


def begin() -> None:
    """Switch automatic collection off; what exists by now stays for good."""
    gc.collect()
    gc.freeze()
    gc.disable()


def busy() -> None:
    """Work has come in: collect when it has been quiet for a while."""
    _later(QUIET, 1)


def tidy() -> None:
    """A piece of work is done: look at what it left, when that has become much."""
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
        gc.freeze()  # what is left is here to stay: the next look need not be as long
