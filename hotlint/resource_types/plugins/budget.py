"""Limits on the work of reading plugins, which are not trusted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STEPS_PER_MODULE: Final = 200_000
"""Steps for one module, without the modules that it imports."""
STEPS: Final = 2_000_000
"""Steps for all modules of a reading; the 200 modules of Heat's own resources take 60,000."""
DEPTH: Final = 120
"""Levels of nested expressions, statements and calls, well below Python's own limit; deeper ones are Unknown."""
CALLS: Final = 16
"""Levels of nested calls; deeper ones are Unknown."""
ITERATIONS: Final = 20_000
"""Iterations of one loop."""
TEXT: Final = 100_000
"""Code points of a string that is built."""
ITEMS: Final = 100_000
"""Items of a container that is built."""
BITS: Final = 256
"""Bits of an integer that is built."""


class OutOfBudgetError(Exception):
    """Raised when the steps for a module, or for all modules, are used up."""


class ReaderBudget:
    """Counts steps: one for each evaluated node, and one for every few items that are copied."""

    __slots__ = ("_module_end", "total", "used")

    def __init__(self, total: int = STEPS) -> None:
        self.total = total
        self.used = 0
        self._module_end = total

    @contextmanager
    def module(self, steps: int = STEPS_PER_MODULE) -> Iterator[None]:
        """Count the steps of one module; a module that imports it is not charged for them."""
        end, used = self._module_end, self.used
        self._module_end = min(self.total, used + steps)
        try:
            yield
        finally:
            self._module_end = min(self.total, end + self.used - used)

    def spend(self, steps: int = 1) -> None:
        """Use up steps. Raises OutOfBudgetError when none are left."""
        self.used += steps
        if self.used > self._module_end:
            raise OutOfBudgetError
