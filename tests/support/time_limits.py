"""Limits of time for tests: a busy machine takes ten times as long by the clock, but the same processor time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, process_time

import pytest

from hotlint.analysis.budget import Budget
from hotlint.common import time_limit
from hotlint.language.sandbox.client import worked

HANG_SECONDS = 900.0
"""Seconds by the clock after which something that should have ended hangs."""
QUARTER_SECONDS = time_limit.FILE_SECONDS / 4
"""Seconds for one file after `quarter`."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail when the code within takes more processor time, that of the expressions in the sandbox included."""
    start = process_time() + worked()
    yield
    took = process_time() + worked() - start
    assert took < seconds, f"{took:.1f} s of processor time"


def quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the limits of a dry run, of a file and of patterns together to a quarter of the usual ones."""
    usual = Budget()
    monkeypatch.setattr(Budget.__new__, "__defaults__", (usual.seconds / 4, usual.units // 4))
    monkeypatch.setattr(time_limit, "FILE_SECONDS", QUARTER_SECONDS)
    monkeypatch.setattr(time_limit.one_file.__init__, "__defaults__", (QUARTER_SECONDS,))
    monkeypatch.setattr(time_limit, "_elsewhere", time_limit.TimeAllowance(time_limit.ELSEWHERE_SECONDS / 4))


def tries() -> Iterator[int]:
    """Yield numbers for so long that what a loop waits for hangs if it has not happened, on a busy machine, too."""
    end, number = monotonic() + HANG_SECONDS, 0
    while monotonic() < end:
        yield number
        number += 1
