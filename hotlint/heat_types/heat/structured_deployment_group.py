from __future__ import annotations

from hotlint.heat_types.heat._deployments import DeploymentGroups


class StructuredDeploymentGroup(DeploymentGroups):
    """OS::Heat::StructuredDeploymentGroup: the servers of the group; the rest is checked with its members."""

    types = ("OS::Heat::StructuredDeploymentGroup",)
    has_stack = True
    member_type = "OS::Heat::StructuredDeployment"
