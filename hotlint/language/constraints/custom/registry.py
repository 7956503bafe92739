"""The record of a custom constraint."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Check = Callable[[object], "str | None"]
"""A known value -> what is wrong with it, a sentence without its full stop; None when nothing is."""


class CustomConstraint(NamedTuple):
    """A check that Heat knows by name. `check` is None where only the cloud can tell."""

    name: str
    doc: str
    check: Check | None = None
