from __future__ import annotations

import json
from collections.abc import Iterator

from hotlint.heat_types.aodh._alarms import GnocchiAlarms
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class GnocchiAggregationByResourcesAlarm(GnocchiAlarms):
    """OS::Aodh::GnocchiAggregationByResourcesAlarm: a threshold of a metric of the resources that a query finds."""

    types = ("OS::Aodh::GnocchiAggregationByResourcesAlarm",)
    service_demands = (*GnocchiAlarms.service_demands, "'query' is JSON")

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().refuses(owner, stack)
        alarm = properties(owner)
        query = alarm.text("query")
        try:
            json.loads("{}" if query is None else query)
        except (ValueError, RecursionError):
            yield alarm.refuse("query", f"{show(query, 40)} is not JSON")
