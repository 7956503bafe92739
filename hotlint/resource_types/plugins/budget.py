"""Bounds on the work that reading a plugin may take, whatever its author wrote."""

from __future__ import annotations

from typing import Final

STEPS_PER_MODULE: Final = 200_000
STEPS: Final = 2_000_000
"""All of Heat's own resources, some 200 modules, take 60,000."""
DEPTH: Final = 120
"""Nested expressions, statements and calls; deeper ones are Unknown. Stays well inside Python's own limit."""
CALLS: Final = 16
"""Calls within calls; deeper ones are Unknown."""
TURNS: Final = 20_000
"""Turns of one loop."""
TEXT: Final = 100_000
"""Characters of a text that is built."""
ITEMS: Final = 100_000
"""Members of a container that is built."""
BITS: Final = 256
"""Size of a whole number that is built."""


class OutOfBudgetError(Exception):
    """The steps for a module, or for all of them, are spent."""


class ReaderBudget:
    """Counts steps: one a node that is evaluated, and one for every few members that are copied."""

    __slots__ = ("_module_end", "total", "used")

    def __init__(self, total: int = STEPS) -> None:
        self.total = total
        self.used = 0
        self._module_end = total

    def begin_module(self, steps: int = STEPS_PER_MODULE) -> tuple[int, int]:
        """Start counting for one module; returns what `end_module` wants back."""
        before = (self._module_end, self.used)
        self._module_end = min(self.total, self.used + steps)
        return before

    def end_module(self, before: tuple[int, int]) -> None:
        """Back to the module that imported this one, which is not charged for it."""
        end, used = before
        self._module_end = min(self.total, end + self.used - used)

    def spend(self, steps: int = 1) -> None:
        """Raises OutOfBudgetError when nothing is left."""
        self.used += steps
        if self.used > self._module_end:
            raise OutOfBudgetError
