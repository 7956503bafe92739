"""The budget of a dry run: how much time and work it may take, and the meter that counts it."""

from __future__ import annotations

from hotlint.common.annotations import NoReturn
from hotlint.common.platforms import thread_time
from hotlint.common.records import NamedTuple
from hotlint.common.time_limit import current_allowance
from hotlint.language.values import EvaluationError


class Budget(NamedTuple):
    """How much one dry run may take: seconds, and units of work (one value, or 100 characters of text, each)."""

    seconds: float = 2.0
    units: int = 400_000

    @classmethod
    def of(cls, seconds: float | None) -> Budget:
        """Return a budget of so many seconds (None: the usual ones), with units in proportion."""
        usual = cls()
        return usual if seconds is None else cls(seconds, int(usual.units * seconds / usual.seconds))


PREVIEW_SECONDS = 10.0
"""The usual seconds of a dry run whose whole result a command shows: the overcloud of an OpenStack takes three quarters."""
_UNITS_PER_CLOCK_READ = 500
_LONGEST_COUNTED = 0.1
"""Seconds between two readings of the clock that are counted, at most."""


class BudgetError(EvaluationError):
    """Raised when a dry run is stopped, since the template needs more than the budget allows."""

    def __init__(self, message: str) -> None:
        super().__init__(message, slug="budget")


class Meter:
    """The rest of a budget. One meter serves the dry run of a template with all templates nested in it.

    Of the time for a file that is checked (`hotlint.common.time_limit`), every meter takes its part.
    Only time during evaluation counts: a dry run may be continued much later, and what happens meanwhile is not its own.
    `exhausted` says what the budget was too small for; None while some of it is left.
    """

    __slots__ = ("_next_read", "_of_file", "_since", "budget", "exhausted", "left", "seconds")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.left = budget.units
        self._next_read = budget.units - _UNITS_PER_CLOCK_READ
        self.seconds = budget.seconds
        self._since: float | None = None
        self._of_file = current_allowance()
        self.exhausted: str | None = None

    def spend(self, amount: int) -> None:
        """Count units of work. Raises BudgetError when the budget is used up, and on every later call."""
        self.left -= amount
        if self.left < 0:
            self._stop(f"the values are more, or larger, than a dry run of {self.budget.seconds:g} seconds allows")
        if self.left < self._next_read:
            self._next_read = self.left - _UNITS_PER_CLOCK_READ
            now = thread_time()
            # Between two readings there are some milliseconds; a longer time was not spent here.
            seconds = 0.0 if self._since is None else min(now - self._since, _LONGEST_COUNTED)
            self._since = now
            self._count(seconds, seconds if self._of_file is None else self._of_file.unread(now, seconds))

    def used(self) -> str:
        """Return how much of the budget is used, in words."""
        seconds, units = self.budget.seconds - self.seconds, self.budget.units - self.left
        return f"{seconds:.2f} of {self.budget.seconds:g} seconds, and {units:,} of {self.budget.units:,} units of work"

    def wait(self, seconds: float) -> None:
        """Count seconds that another process worked for this dry run. Raises BudgetError as `spend` does."""
        self._count(seconds, seconds)

    def _count(self, seconds: float, of_file: float) -> None:
        """Take seconds off this meter, and off the time for the file."""
        self.seconds -= seconds
        if self._of_file is not None and not self._of_file.spend(of_file):
            self._stop(
                f"evaluation takes more than the {self._of_file.total:g} seconds that a file may take altogether"
            )
        if self.seconds < 0:
            self._stop(f"evaluation takes more than the {self.budget.seconds:g} seconds that a dry run allows")

    def _stop(self, why: str) -> NoReturn:
        self.exhausted = why
        raise BudgetError(why)
