"""JSON that others have written."""

from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


def from_json(text: str | bytes) -> Any:
    """Return the data of a JSON text. Raises ValueError, also for one that is nested too deeply."""
    from json import loads  # costs start-up time

    try:
        return loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
