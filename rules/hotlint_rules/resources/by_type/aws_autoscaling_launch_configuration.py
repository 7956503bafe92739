"""The own rules of AWS::AutoScaling::LaunchConfiguration: an instance, or an image and a type; snapshots."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne
from hotlint.rule import Example, TypeRules


class AwsLaunchConfiguration(TypeRules):
    """The own rules of AWS::AutoScaling::LaunchConfiguration."""

    types = ("AWS::AutoScaling::LaunchConfiguration",)
    source = "heat/engine/resources/aws/autoscaling/launch_config.py"
    reads = (
        Reads(("InstanceId", "BlockDeviceMappings")),
        Reads(("ImageId", "InstanceType"), unless="InstanceId"),
    )
    relations = (
        AtLeastOne(("Ebs",), within=("BlockDeviceMappings",), meaning="true"),
        AtLeastOne(("SnapshotId",), within=("BlockDeviceMappings", "Ebs"), meaning="true"),
        AtLeastOne(("InstanceId", "ImageId"), meaning="true"),
        AtLeastOne(("InstanceId", "InstanceType"), meaning="true"),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::AutoScaling::LaunchConfiguration
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {ImageId: i}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::AutoScaling::LaunchConfiguration
    properties: {ImageId: i, InstanceType: t}
"""),
    )
