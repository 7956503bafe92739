from hotlint.heat_types.heat._deployments import DeploymentGroups


class SoftwareDeploymentGroup(DeploymentGroups):
    """OS::Heat::SoftwareDeploymentGroup: the servers of the group; the rest is checked with its members."""

    types = ("OS::Heat::SoftwareDeploymentGroup",)
    has_stack = True
    member_type = "OS::Heat::SoftwareDeployment"
