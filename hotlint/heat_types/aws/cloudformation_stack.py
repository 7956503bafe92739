from __future__ import annotations

from hotlint.heat_types.base import HeatType


class CloudFormationStack(HeatType):
    """AWS::CloudFormation::Stack, beyond its schema."""

    types = ("AWS::CloudFormation::Stack",)
    refers_by_id = False
    has_stack = True
