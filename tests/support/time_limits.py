"""Limits of time for tests: a busy machine takes ten times as long by the clock, but the same processor time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, process_time

from hotlint.language.sandbox.client import worked

HANG_SECONDS = 900.0
"""Seconds by the clock after which something that should have ended hangs."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail when the code within takes more processor time, that of the expressions in the sandbox included."""
    start = process_time() + worked()
    yield
    took = process_time() + worked() - start
    assert took < seconds, f"{took:.1f} s of processor time"


def tries() -> Iterator[int]:
    """Yield numbers for so long that what a loop waits for hangs if it has not happened, on a busy machine, too."""
    end, number = monotonic() + HANG_SECONDS, 0
    while monotonic() < end:
        yield number
        number += 1
