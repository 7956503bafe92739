from __future__ import annotations

from hotlint.heat_types.base import HeatType


class RandomString(HeatType):
    """OS::Heat::RandomString, beyond its schema."""

    types = ("OS::Heat::RandomString",)
    refers_by_id = False
    always_new = ("value",)
    secret_attributes = ("value",)
    lost_when_gone = "the value of random string"
