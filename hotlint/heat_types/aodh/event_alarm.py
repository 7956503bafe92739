from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.heat_types.aodh._alarms import Alarms
from hotlint.heat_types.items import Item, items, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_FIELD = r"[a-zA-Z.',0-9_-]*"
_BOOLEANS = ("1", "t", "true", "on", "y", "yes", "0", "f", "false", "off", "n", "no")


class EventAlarm(Alarms):
    """OS::Aodh::EventAlarm: a query that finds events."""

    types = ("OS::Aodh::EventAlarm",)
    # Source: aodh/api/controllers/v2/alarm_rules/event.py
    service_demands = (
        *Alarms.service_demands,
        "in 'query', 'field' is given, and consists of letters, digits and the characters . , _ - and '",
        "in 'query', 'type' is not datetime, and 'value' is one of its 'type'",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().refuses(owner, stack)
        for one in items(properties(owner), "query"):
            field, kind = one.text("field"), one.text("type")
            if field is not None and re.fullmatch(_FIELD, field) is None:
                yield one.refuse("field", f"{show(field, 40)} has other characters than letters, digits and .,_-'")
            elif one["field"] is None and one.is_known("field"):
                yield one.refuse("", "'field' must be given in each part of the query")
            if kind == "datetime":
                yield one.refuse("type", "a query of events compares no times")
            elif kind is not None and _is_of_another_type(one, kind):
                yield one.refuse("value", f"{show(one['value'], 40)} is not of the type {kind}")


def _is_of_another_type(one: Item, kind: str) -> bool:
    """Return whether a text is known, and no value of a type."""
    value = one.text("value")
    if value is None or kind == "string":
        return False
    if kind == "boolean":
        return value.strip().lower() not in _BOOLEANS
    try:
        (int if kind == "integer" else float)(value)
    except ValueError:
        return True
    return False
