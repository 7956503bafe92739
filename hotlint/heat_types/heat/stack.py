from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.annotations import Any
from hotlint.heat_types._shared import part
from hotlint.heat_types.base import HeatType
from hotlint.language.values import OMITTED, Value
from hotlint.resource_types.property_relations import Reads


class Stack(HeatType):
    """OS::Heat::Stack: a template that the other Heat takes."""

    types = ("OS::Heat::Stack",)
    is_updated_unmade = True
    group = "stack"
    has_stack = True
    reads = (Reads(("context",)),)
    asks = (
        "Heat of the other region or cloud whether it can be reached",
        "Heat of the other region or cloud whether 'template' is valid with 'parameters'",
    )

    names_things = {("context", "region_name"): "keystone.region"}

    update_notes = {"context": "A new `region_name` in it replaces the stack."}

    def names_with(self, values: Mapping[str, Value]) -> Mapping[tuple[str, ...], str]:
        """Return nothing where the credentials are for another cloud, which has regions of its own."""
        return self.names_things if part(values.get("context"), "credential_secret_id") in (None, OMITTED) else {}

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name == "context" and part(was.get(name), "region_name") != part(values.get(name), "region_name"):
            return "replace", "a stack cannot move to another region"
        return None

    def shown(self, attributes: Mapping[str, Any], name: str) -> Value:
        value = attributes.get(name, OMITTED)
        if name == "outputs" and isinstance(value, list):
            return {item.get("output_key"): item.get("output_value") for item in value if isinstance(item, dict)}
        return value
