from hotlint.heat_types.heat._deployments import DeploymentGroups


class SoftwareDeployments(DeploymentGroups):
    """OS::Heat::SoftwareDeployments: the servers of the group; the rest is checked with its members."""

    types = ("OS::Heat::SoftwareDeployments",)
    member_type = "OS::Heat::SoftwareDeployment"
    successor = "OS::Heat::SoftwareDeploymentGroup"
