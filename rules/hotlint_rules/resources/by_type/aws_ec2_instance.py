"""The own rules of AWS::EC2::Instance: security groups or network interfaces; devices from snapshots."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne, AtMostOne
from hotlint.rule import Example, TypeRules


class Ec2Instance(TypeRules):
    """The own rules of AWS::EC2::Instance."""

    types = ("AWS::EC2::Instance",)
    source = "heat/engine/resources/aws/ec2/instance.py"
    reads = (Reads(("SecurityGroups", "SecurityGroupIds", "NetworkInterfaces", "SubnetId", "BlockDeviceMappings")),)
    relations = (
        AtMostOne(("SecurityGroups", "NetworkInterfaces"), meaning="true"),
        AtMostOne(("SecurityGroupIds", "NetworkInterfaces"), meaning="true"),
        AtLeastOne(("Ebs",), within=("BlockDeviceMappings",), meaning="true"),
        AtLeastOne(("SnapshotId",), within=("BlockDeviceMappings", "Ebs"), meaning="true"),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::EC2::Instance
    properties:
      ImageId: i
      InstanceType: t
      SecurityGroups: [a]
      NetworkInterfaces: [b]
      ^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::EC2::Instance
    properties: {ImageId: i, InstanceType: t, SecurityGroups: [a]}
"""),
    )
