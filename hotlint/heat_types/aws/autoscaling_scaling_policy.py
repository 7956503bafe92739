from __future__ import annotations

from hotlint.heat_types.base import HeatType


class AutoScalingScalingPolicy(HeatType):
    """AWS::AutoScaling::ScalingPolicy, beyond its schema."""

    types = ("AWS::AutoScaling::ScalingPolicy",)
    refers_by_id = False
