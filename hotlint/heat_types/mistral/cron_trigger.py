from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import show
from hotlint.resource_types.property_relations import AtLeastOne, Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class CronTrigger(HeatType):
    """OS::Mistral::CronTrigger: a pattern or a first time."""

    types = ("OS::Mistral::CronTrigger",)
    thing = "the cron trigger"
    # Source: mistral/services/triggers.py
    service_demands = (
        "'first_time' is a time such as 2030-01-31 08:30",
        "'pattern' is given where 'first_time' is given and 'count' is above 1",
    )
    reads = (
        Reads(("pattern",)),
        Reads(("first_time",), unless="pattern"),
    )
    relations = (AtLeastOne(("pattern", "first_time"), meaning="true"),)
    bad = ("{workflow: {name: w}}",)
    good = ('{workflow: {name: w}, pattern: "0 * * * *"}',)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        trigger = properties(owner)
        first, count = trigger.text("first_time"), trigger.number("count") or 1
        if not first:
            return
        try:
            datetime.strptime(first, "%Y-%m-%d %H:%M")
        except ValueError:
            yield trigger.refuse("first_time", f"{show(first, 40)} is not a time such as 2030-01-31 08:30")
        if count > 1 and trigger["pattern"] in (None, ""):
            yield trigger.refuse("count", f"without 'pattern', nothing says when to execute it {count} times")
