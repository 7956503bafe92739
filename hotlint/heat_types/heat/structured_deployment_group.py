from __future__ import annotations

from hotlint.heat_types.base import HeatType


class StructuredDeploymentGroup(HeatType):
    """OS::Heat::StructuredDeploymentGroup, beyond its schema."""

    types = ("OS::Heat::StructuredDeploymentGroup",)
    group = "deployments"
    has_stack = True
    names_stack = True
    counts_members = "servers"
    member_type = "OS::Heat::StructuredDeployment"
