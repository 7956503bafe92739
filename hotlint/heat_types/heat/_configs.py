"""What Heat's own resources refuse only when they are created: defaults that do not fit their type, and missing signals."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, items, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class SoftwareConfigs(HeatType):
    """What Heat refuses of OS::Heat::SoftwareConfig and its kin when it creates them."""

    thing = "the configuration"
    # Source: heat/engine/software_config_io.py
    service_demands = ("in 'inputs', 'default' of 'type' Number is a number, and of Boolean true or false",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        for one in items(properties(owner), "inputs"):
            problem = _problem(one)
            if problem is not None:
                yield one.refuse("default", problem, "heat")


def _problem(one: Item) -> str | None:
    """Return why a default does not fit its type, as a clause; None where it does, or that is not known."""
    kind, value = one.text("type"), one["default"]
    if value is None or not one.is_known("default") or kind is None:
        return None
    if kind == "Number" and isinstance(value, str):
        return None if _is_number(value) else f"'{value}' is not a number"
    if kind == "Boolean" and isinstance(value, str):
        return None if value.lower() in ("true", "false") else f"'{value}' is not a boolean (true or false)"
    return None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
