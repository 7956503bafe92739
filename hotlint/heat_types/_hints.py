"""Hints of the schedulers of Nova and Cinder that must be ids."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.heat_types.items import Item, mapping
from hotlint.heat_types.refusals import Refusal

_ID = r"[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}"


def unlike_ids(item: Item, *names: str, in_lists: tuple[str, ...] = ()) -> Iterator[Refusal]:
    """Yield a refusal of each hint that is no id; of those in `in_lists`, the service looks only at lists."""
    hints = mapping(item, "scheduler_hints")
    for name in (*names, *in_lists) if hints is not None else ():
        value = hints[name] if hints is not None else None
        for text in value if isinstance(value, list) else () if name in in_lists else (value,):
            if hints is not None and isinstance(text, str) and re.fullmatch(_ID, text) is None:
                yield hints.refuse(name, f"'{text}' is not an ID")
