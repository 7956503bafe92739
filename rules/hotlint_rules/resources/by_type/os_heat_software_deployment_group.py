"""The own rules of groups of deployments: the servers of the group."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class SoftwareDeploymentGroup(TypeRules):
    """What Heat reads of groups of deployments in a nested stack; the rest is checked with its members."""

    types = (
        "OS::Heat::SoftwareDeploymentGroup",
        "OS::Heat::SoftwareDeployments",
        "OS::Heat::StructuredDeploymentGroup",
        "OS::Heat::StructuredDeployments",
    )
    source = "heat/engine/resources/openstack/heat/software_deployment.py"
    reads = (
        Reads(("servers",)),
        Reads(("config", "input_values", "actions", "name", "signal_transport"), when="servers"),
    )
