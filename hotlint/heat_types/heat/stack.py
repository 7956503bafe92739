from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.annotations import Any
from hotlint.heat_types._shared import part
from hotlint.heat_types.base import HeatType
from hotlint.language.values import OMITTED, Value


class Stack(HeatType):
    """OS::Heat::Stack, beyond its schema."""

    types = ("OS::Heat::Stack",)
    is_updated_unmade = True
    group = "stack"
    has_stack = True

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name == "context" and part(was.get(name), "region_name") != part(values.get(name), "region_name"):
            return "replace", "a stack cannot move to another region"
        return None

    def shown(self, attributes: Mapping[str, Any], name: str) -> Value:
        value = attributes.get(name, OMITTED)
        if name == "outputs" and isinstance(value, list):
            return {item.get("output_key"): item.get("output_value") for item in value if isinstance(item, dict)}
        return value
