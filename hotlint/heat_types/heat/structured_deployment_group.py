from __future__ import annotations

from hotlint.heat_types.heat._deployments import DeploymentGroups


class StructuredDeploymentGroup(DeploymentGroups):
    """OS::Heat::StructuredDeploymentGroup: the servers of the group; the rest is checked with its members."""

    types = ("OS::Heat::StructuredDeploymentGroup",)
    group = "deployments"
    has_stack = True
    names_stack = True
    counts_members = "servers"
    member_type = "OS::Heat::StructuredDeployment"
