from hotlint.heat_types.heat._deployments import DeploymentGroups


class StructuredDeployments(DeploymentGroups):
    """OS::Heat::StructuredDeployments: the servers of the group; the rest is checked with its members."""

    types = ("OS::Heat::StructuredDeployments",)
    member_type = "OS::Heat::StructuredDeployment"
    successor = "OS::Heat::StructuredDeploymentGroup"
