from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.designate._kept import KEPT


class RecordSet(HeatType):
    """OS::Designate::RecordSet, beyond its schema."""

    types = ("OS::Designate::RecordSet",)
    unremovable = dict.fromkeys(("description", "ttl"), KEPT)
