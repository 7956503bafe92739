from __future__ import annotations

from hotlint.heat_types.base import HeatType


class StructuredDeployments(HeatType):
    """OS::Heat::StructuredDeployments, beyond its schema."""

    types = ("OS::Heat::StructuredDeployments",)
    group = "deployments"
    names_stack = True
    counts_members = "servers"
    member_type = "OS::Heat::StructuredDeployment"
    successor = "OS::Heat::StructuredDeploymentGroup"
