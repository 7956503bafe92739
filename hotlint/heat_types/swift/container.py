from __future__ import annotations

from collections.abc import Mapping

from hotlint.heat_types.base import HeatType
from hotlint.language.values import Value


class Container(HeatType):
    """OS::Swift::Container, beyond its schema."""

    types = ("OS::Swift::Container",)
    id_property = "name"
    refers_by_id = False
    lost_when_gone = "the objects of container"

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        fixed = values.get("name")
        if isinstance(fixed, str) and fixed and was.get("name") == fixed:
            return (
                "replace",
                f"{name} cannot be updated; the new container has the old one's name, which Heat then deletes",
            )
        return None
