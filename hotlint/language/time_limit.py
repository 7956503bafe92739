"""The time that what a template makes hotlint compute may take for one file altogether.

A dry run has a budget of its own. But a file may be checked in a dozen contexts, and a rule may need more than one dry
run, match patterns, or have expressions parsed: all of that together is limited here, while a file is checked.
"""

from __future__ import annotations

from contextvars import ContextVar

from hotlint.common.annotations import TYPE_CHECKING

if TYPE_CHECKING:
    from contextvars import Token

FILE_SECONDS = 4.0
"""Seconds of evaluation, patterns and expressions for one file: twice what one dry run may take."""


def file_seconds(budget: float | None) -> float:
    """Return the seconds for one file, by those that one dry run may take; None for the usual ones."""
    return FILE_SECONDS if budget is None else 2 * budget


class TimeAllowance:
    """What is left of the time for a file, of `total` seconds; below 0 it is used up."""

    __slots__ = ("_read", "left", "total")

    def __init__(self, seconds: float) -> None:
        self.total = self.left = seconds
        self._read = float("-inf")

    def unread(self, now: float, seconds: float) -> float:
        """Return how many of the `seconds` until `now` (of this thread) no other meter has read before: each counts once."""
        found = min(seconds, max(0.0, now - self._read))
        self._read = now
        return found

    @property
    def used(self) -> float:
        """The seconds that have been used."""
        return self.total - self.left

    def spend(self, seconds: float) -> bool:
        """Take seconds off. Returns whether any are left."""
        self.left -= seconds
        return self.left > 0


_current: ContextVar[TimeAllowance | None] = ContextVar("time of a file", default=None)


def current_allowance() -> TimeAllowance | None:
    """Return the time of the file that is being checked; None outside of a check."""
    return _current.get()


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
