from __future__ import annotations

from hotlint.heat_types.base import HeatType


class IAMUser(HeatType):
    """AWS::IAM::User, beyond its schema."""

    types = ("AWS::IAM::User",)
    refers_by_id = False
