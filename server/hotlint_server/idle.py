"""The garbage collector, kept out of the way.

A full collection walks every node of every open document: at the wrong moment it is the longest wait that an editor
sees. Nearly nothing here forms cycles, so automatic collection is off; it is done when nobody has typed for a while.
"""

from __future__ import annotations

import asyncio
import gc

QUIET = 2.0
"""Seconds without work before garbage is collected."""

_pending: asyncio.TimerHandle | None = None


def begin() -> None:
    """Switch automatic collection off; what exists by now stays for good."""
    gc.collect()
    gc.freeze()
    gc.disable()


def busy() -> None:
    """Work has come in: collect when it has been quiet for a while."""
    global _pending
    if _pending is not None:
        _pending.cancel()
    _pending = asyncio.get_running_loop().call_later(QUIET, _collect)


def _collect() -> None:
    global _pending
    _pending = None
    gc.collect()
