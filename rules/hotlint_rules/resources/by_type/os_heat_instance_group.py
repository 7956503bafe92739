"""The own rules of OS::Heat::InstanceGroup: a launch configuration and a size that can be read."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class InstanceGroup(TypeRules):
    """What Heat reads of OS::Heat::InstanceGroup in a nested stack; the rest is checked with its members."""

    types = ("OS::Heat::InstanceGroup",)
    source = "heat/engine/resources/openstack/heat/instance_group.py"
    reads = (Reads(("LaunchConfigurationName", "Size", "Tags")),)
