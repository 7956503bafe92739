from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.nova.server import costs
from hotlint.heat_types.quotas import Cost, Flavors
from hotlint.language.values import Value
from hotlint.resource_types.property_relations import AtLeastOne, AtMostOne, Reads


class EC2Instance(HeatType):
    """AWS::EC2::Instance: security groups or network interfaces; devices from snapshots."""

    types = ("AWS::EC2::Instance",)
    user_data = "UserData"
    only_on_aws = (
        "EbsOptimized", "IamInstanceProfile", "LaunchTemplate", "CreditSpecification", "MetadataOptions", "Monitoring",
        "Tenancy", "InstanceInitiatedShutdownBehavior", "PlacementGroupName", "PrivateIpAddress", "SourceDestCheck",
        "DisableApiTermination",
    )  # fmt: skip
    describes_servers = True
    reads = (Reads(("SecurityGroups", "SecurityGroupIds", "NetworkInterfaces", "SubnetId", "BlockDeviceMappings")),)
    relations = (
        AtMostOne(("SecurityGroups", "NetworkInterfaces"), meaning="true"),
        AtMostOne(("SecurityGroupIds", "NetworkInterfaces"), meaning="true"),
        AtLeastOne(("Ebs",), within=("BlockDeviceMappings",), meaning="true"),
        AtLeastOne(("SnapshotId",), within=("BlockDeviceMappings", "Ebs"), meaning="true"),
    )
    bad = (
        """
        ImageId: i
        InstanceType: t
        SecurityGroups: [a]
        NetworkInterfaces: [b]
        ^^^^^^^^^^^^^^^^^
        """,
    )
    good = ("{ImageId: i, InstanceType: t, SecurityGroups: [a]}",)

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        return costs({"flavor": values.get("InstanceType"), "networks": [{}]}, flavors)
