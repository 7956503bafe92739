from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Instance(HeatType):
    """OS::Trove::Instance, beyond its schema."""

    types = ("OS::Trove::Instance",)
    lost_when_gone = "the data of database"
