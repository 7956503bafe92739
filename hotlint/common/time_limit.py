"""The time that what a template makes hotlint compute may take for one file altogether.

A dry run has a budget of its own. But a file may be checked in a dozen contexts, and a rule may need more than one dry
run, match patterns, have expressions parsed, or look for similar names: all of that together is limited here, while a
file is checked. Elsewhere, what `metered` calls is limited altogether.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from time import monotonic

from hotlint.common.annotations import TypeVar
from hotlint.common.platforms import thread_time

Result = TypeVar("Result")

FILE_SECONDS = 4.0
"""Seconds of evaluation, patterns and expressions for one file: twice what one dry run may take."""


STEPS = 10_000_000
"""Steps for one file, of a tenth of a microsecond, to compile patterns."""
COMPARISONS = 3_000_000
"""Such steps to compare names: each compares a letter of one name with a letter of another one."""
ELSEWHERE_SECONDS = 2.0
"""Seconds of metered calls in a row, where no file is checked."""
REFILL = 0.1
"""Part of each second that is given back to them."""


def file_seconds(budget: float | None) -> float:
    """Return the seconds for one file, by those that one dry run may take; None for the usual ones."""
    return FILE_SECONDS if budget is None else 2 * budget


class TimeAllowance:
    """What is left of the time for a file, of `total` seconds; below 0 it is used up.

    `steps` are what is left to compiling patterns, and `comparisons` what is left to comparing names. They are counted, since
    whether a finding has a suggestion must not depend on the speed of the machine.
    """

    __slots__ = ("_read", "_refilled", "comparisons", "left", "steps", "total")

    def __init__(self, seconds: float) -> None:
        self.total = self.left = seconds
        self.steps, self.comparisons = STEPS, COMPARISONS
        self._read = float("-inf")
        self._refilled = 0.0

    def unread(self, now: float, seconds: float) -> float:
        """Return how many of the `seconds` until `now` (of this thread) no other meter has read before: each counts once."""
        found = min(seconds, max(0.0, now - self._read))
        self._read = now
        return found

    @property
    def used(self) -> float:
        """The seconds that have been used."""
        return self.total - self.left

    def step(self, steps: int) -> bool:
        """Count steps, where as many are left. Returns whether that is so."""
        if steps > self.steps:
            return False
        self.steps -= steps
        return True

    def compare(self, steps: int) -> bool:
        """Count steps of comparing names. Returns whether as many are left; once they are not, none are."""
        self.comparisons = max(0, self.comparisons - steps)
        return self.comparisons > 0

    def refill(self, now: float) -> None:
        """Give back a part of the seconds since the last time that this was called, of which it is `now`."""
        part = (now - self._refilled) * REFILL
        self._refilled = now
        self.left = min(self.total, self.left + part)
        self.steps = min(STEPS, self.steps + int(part * STEPS))
        self.comparisons = min(COMPARISONS, self.comparisons + int(part * COMPARISONS))

    def spend(self, seconds: float) -> bool:
        """Take seconds off. Returns whether any are left."""
        self.left -= seconds
        return self.left > 0


_current: ContextVar[TimeAllowance | None] = ContextVar("time of a file", default=None)


def current_allowance() -> TimeAllowance | None:
    """Return the time of the file that is being checked; None outside of a check."""
    return _current.get()


_elsewhere = TimeAllowance(ELSEWHERE_SECONDS)


def allowance() -> TimeAllowance:
    """Return the time of the file that is being checked; outside of a check, the time of this process, which refills."""
    found = _current.get()
    if found is None:
        found = _elsewhere
        found.refill(monotonic())
    return found


def metered(work: Callable[..., Result], *arguments: object) -> Result | None:
    """Return what `work` does, and take its processor time off the allowance; None, and no work, when that is used up."""
    limit = allowance()
    if limit.left <= 0:
        return None
    start = thread_time()
    try:
        return work(*arguments)
    finally:
        now = thread_time()
        limit.spend(limit.unread(now, now - start))


class one_file:  # noqa: N801 - it is called like a function
    """Limits what happens within to the time for one file; within another `one_file`, that one counts."""

    __slots__ = ("_seconds", "_token")

    def __init__(self, seconds: float = FILE_SECONDS) -> None:
        self._seconds = seconds
        self._token: Token[TimeAllowance | None] | None = None

    def __enter__(self) -> TimeAllowance:
        allowance = _current.get()
        if allowance is None:
            allowance = TimeAllowance(self._seconds)
            self._token = _current.set(allowance)
        return allowance

    def __exit__(self, *exception: object) -> None:
        if self._token is not None:
            _current.reset(self._token)
