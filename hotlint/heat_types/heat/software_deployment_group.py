from __future__ import annotations

from hotlint.heat_types.base import HeatType


class SoftwareDeploymentGroup(HeatType):
    """OS::Heat::SoftwareDeploymentGroup, beyond its schema."""

    types = ("OS::Heat::SoftwareDeploymentGroup",)
    group = "deployments"
    has_stack = True
    names_stack = True
    counts_members = "servers"
    member_type = "OS::Heat::SoftwareDeployment"
