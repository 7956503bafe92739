"""Record of a custom constraint."""

from __future__ import annotations

from collections.abc import Callable

from hotlint.common.records import NamedTuple

Check = Callable[[object], "str | None"]
"""A known value -> a message, a sentence without its full stop; None for a value that passes."""


class CustomConstraint(NamedTuple):
    """A check that Heat knows by name; `doc` is one line. `check` is None where only the cloud knows."""

    name: str
    doc: str
    check: Check | None = None
