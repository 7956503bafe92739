from __future__ import annotations

from collections.abc import Mapping

from hotlint.heat_types.base import HeatType
from hotlint.language.values import MARKS, Value


class TestResource(HeatType):
    """OS::Heat::TestResource, beyond its schema."""

    types = ("OS::Heat::TestResource",)
    mirrors = {"output": "value"}

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name != "value" or not values.get("update_replace"):
            return None
        known = not isinstance(values["update_replace"], MARKS)
        return ("replace", "its update_replace is true") if known else ("unknown", "update_replace is not known")
