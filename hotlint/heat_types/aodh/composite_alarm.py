from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.aodh._alarms import Alarms
from hotlint.heat_types.items import Item, items, mapping, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_TYPES = (
    "gnocchi_resources_threshold",
    "gnocchi_aggregation_by_metrics_threshold",
    "gnocchi_aggregation_by_resources_threshold",
    "prometheus",
    "threshold",
)
"""The types of rules that Aodh combines, in any of its releases."""


class CompositeAlarm(Alarms):
    """OS::Aodh::CompositeAlarm: rules that are combined."""

    types = ("OS::Aodh::CompositeAlarm",)
    # Source: aodh/api/controllers/v2/alarm_rules/composite.py
    service_demands = (
        *Alarms.service_demands,
        f"each of the 'rules' has a 'type' ({', '.join(_TYPES)}), or is 'and' or 'or' with a list of rules",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().refuses(owner, stack)
        composite = mapping(properties(owner), "composite_rule")
        if composite is not None:
            yield from _refused(composite, "rules")


def _refused(combined: Item, name: str) -> Iterator[Refusal]:
    """Yield what is wrong with the rules in a list of a mapping, and with those that they combine."""
    for rule in items(combined, name):
        operator = next((one for one in ("and", "or") if list(rule.values) == [one]), None)
        kind = rule.text("type")
        if operator is not None:
            yield from _refused(rule, operator)
        elif rule["type"] in (None, "") and rule.is_known("type"):
            yield rule.refuse("", "'type' must be given in each rule")
        elif kind is not None and kind not in _TYPES:
            yield rule.refuse("type", f"{show(kind, 40)} is no type of rule that Aodh combines")
