from __future__ import annotations

from collections.abc import Mapping

from hotlint.heat_types._shared import part
from hotlint.heat_types.base import HeatType
from hotlint.language.values import Value


class ExternalResource(HeatType):
    """OS::Mistral::ExternalResource, beyond its schema."""

    types = ("OS::Mistral::ExternalResource",)

    update_notes = {"input": "A new value of a key that `replace_on_change_inputs` lists replaces it."}

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        listed = values.get("replace_on_change_inputs") if name == "input" else None
        for key in listed if isinstance(listed, list) else ():
            if part(was.get(name), key) != part(values.get(name), key):
                return "replace", f"its input {key} is among replace_on_change_inputs"
        return None

    def always_updated(self, values: Mapping[str, Value]) -> str | None:
        if values.get("always_update") is True:
            return "its always_update is true: every update of the stack updates it"
        return None
