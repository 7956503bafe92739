from __future__ import annotations

from collections.abc import Mapping

from hotlint.heat_types.base import HeatType
from hotlint.language.values import Value


class UpdateWaitConditionHandle(HeatType):
    """OS::Heat::UpdateWaitConditionHandle, beyond its schema."""

    types = ("OS::Heat::UpdateWaitConditionHandle",)
    idle = "nothing waits for its signal"
    takes_signals = True

    def always_replaced(self, values: Mapping[str, Value]) -> str | None:
        return "every update of the stack replaces such a handle"
