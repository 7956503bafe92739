from __future__ import annotations

from hotlint.heat_types.base import HeatType


class AutoScalingLaunchConfiguration(HeatType):
    """AWS::AutoScaling::LaunchConfiguration, beyond its schema."""

    types = ("AWS::AutoScaling::LaunchConfiguration",)
    refers_by_id = False
    describes_servers = True
    is_replaced_for_metadata = True
