from hotlint.heat_types.heat._deployments import DeploymentGroups
from hotlint.resource_types.property_relations import Reads


class StructuredDeploymentGroup(DeploymentGroups):
    """OS::Heat::StructuredDeploymentGroup: the servers of the group; the rest is checked with its members."""

    types = ("OS::Heat::StructuredDeploymentGroup",)
    has_stack = True
    member_type = "OS::Heat::StructuredDeployment"
    reads = (*DeploymentGroups.reads, Reads(("input_key", "input_values_validate"), when="servers"))
