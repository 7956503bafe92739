from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import MARKS, Value
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class TestResource(HeatType):
    """OS::Heat::TestResource, beyond its schema."""

    types = ("OS::Heat::TestResource",)
    mirrors = {"output": "value"}
    thing = "the resource"
    # Source: heat/engine/resources/openstack/heat/test_resource.py
    service_demands = ("'fail' is not true",)

    update_notes = {"value": "With `update_replace: true`, it replaces the resource."}

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name != "value" or not values.get("update_replace"):
            return None
        known = not isinstance(values["update_replace"], MARKS)
        return ("replace", "its update_replace is true") if known else ("unknown", "update_replace is not known")

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        if item["fail"] is True:
            yield item.refuse("fail", "the resource is told to fail", "heat")
