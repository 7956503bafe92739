"""The own rules of AWS::EC2::EIPAssociation: one address, and what it is for."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne, ExactlyOne, Requires
from hotlint.rule import Example, TypeRules


class EipAssociation(TypeRules):
    """The own rules of AWS::EC2::EIPAssociation."""

    types = ("AWS::EC2::EIPAssociation",)
    source = "heat/engine/resources/aws/ec2/eip.py"
    reads = (Reads(("InstanceId", "EIP", "AllocationId", "NetworkInterfaceId")),)
    relations = (
        ExactlyOne(("EIP", "AllocationId"), meaning="true"),
        Requires("EIP", ("InstanceId",), meaning="true"),
        AtLeastOne(("InstanceId", "NetworkInterfaceId"), meaning="true"),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::EC2::EIPAssociation
    properties:
      EIP: 10.0.0.1
      AllocationId: a
      ^^^^^^^^^^^^
      InstanceId: i
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::EC2::EIPAssociation
    properties: {EIP: 10.0.0.1, InstanceId: i}
"""),
    )
