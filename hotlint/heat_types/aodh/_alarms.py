"""Alarms of Aodh: actions and times of all, and the measures of those that compare metrics of Gnocchi."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import items, properties, texts
from hotlint.heat_types.refusals import Limit, Range, Refusal
from hotlint.language.values import show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_ACTIONS = ("alarm_actions", "ok_actions", "insufficient_data_actions")
_METHODS = "(rate:)?(mean|sum|last|max|min|std|median|first|count|nunique|moving-average|[1-9][0-9]?pct)"
_METHODS_WORDS = "is mean, sum, last, max, min, std, median, first, count or such as 95pct, or begins with rate:"


class Alarms(HeatType):
    """Base of all alarms: actions that are URLs, and times with different names."""

    thing = "the alarm"
    # Source: aodh/api/controllers/v2/alarms.py
    service_demands: ClassVar[tuple[str, ...]] = (
        "each of 'alarm_actions', 'ok_actions' and 'insufficient_data_actions' is a URL, or names a resource of the template",
        "no two 'time_constraints' have the same 'name'",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        alarm = properties(owner)
        for name in _ACTIONS:
            for index, text in texts(alarm, name):
                if text and ":" not in text and not any(one.name == text for one in stack.all):
                    yield Refusal(
                        owner, (name, index), f"{show(text, 40)} is not a URL, nor a resource of the template"
                    )
        seen = set[str]()
        for time in items(alarm, "time_constraints"):
            which = time.text("name")
            if which is not None and which in seen:
                yield time.refuse("name", f"{show(which, 40)} is given twice")
            seen.add(which or "")


class GnocchiAlarms(Alarms):
    """Base of the alarms that compare metrics of Gnocchi."""

    # Source: aodh/api/controllers/v2/alarm_rules/gnocchi.py
    limits = (
        Range("evaluation_periods", 1),
        Range("granularity", 1),
        Limit("aggregation_method", pattern=_METHODS, words=_METHODS_WORDS),
    )
    service_demands = (*Alarms.service_demands, "'aggregation_method' is given")

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().refuses(owner, stack)
        if properties(owner)["aggregation_method"] in (None, ""):
            yield Refusal(owner, (), "needs 'aggregation_method'", of_type=True)
