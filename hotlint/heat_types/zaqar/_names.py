"""Names of queues, as Heat's client of Zaqar takes them."""

from __future__ import annotations

from hotlint.heat_types.refusals import Limit


def queue_name(name: str) -> Limit:
    """Return that a property is the name of a queue."""
    return Limit(name, 1, 64, r"[a-zA-Z0-9_-]*", "consists of letters, digits, _ and -")
