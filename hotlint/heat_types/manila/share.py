from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Share(HeatType):
    """OS::Manila::Share, beyond its schema."""

    types = ("OS::Manila::Share",)
    lost_when_gone = "the data of share"
