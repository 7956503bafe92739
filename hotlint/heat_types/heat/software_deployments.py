from __future__ import annotations

from hotlint.heat_types.base import HeatType


class SoftwareDeployments(HeatType):
    """OS::Heat::SoftwareDeployments, beyond its schema."""

    types = ("OS::Heat::SoftwareDeployments",)
    group = "deployments"
    names_stack = True
    counts_members = "servers"
    member_type = "OS::Heat::SoftwareDeployment"
    successor = "OS::Heat::SoftwareDeploymentGroup"
