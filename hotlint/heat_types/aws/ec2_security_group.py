from __future__ import annotations

from hotlint.heat_types.base import HeatType


class EC2SecurityGroup(HeatType):
    """AWS::EC2::SecurityGroup, beyond its schema."""

    types = ("AWS::EC2::SecurityGroup",)
    only_on_aws = ("GroupName", "Tags")
    ingress = "SecurityGroupIngress"
