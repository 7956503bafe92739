from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, Reads


class AutoScalingLaunchConfiguration(HeatType):
    """AWS::AutoScaling::LaunchConfiguration: an instance, or an image and a type; snapshots."""

    types = ("AWS::AutoScaling::LaunchConfiguration",)
    user_data = "UserData"
    only_on_aws = (
        "AssociatePublicIpAddress", "EbsOptimized", "IamInstanceProfile", "InstanceMonitoring",
        "LaunchConfigurationName", "MetadataOptions", "SpotPrice", "PlacementTenancy",
    )  # fmt: skip
    refers_by_id = False
    describes_servers = True
    is_replaced_for_metadata = True
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
    bad = ("{ImageId: i}",)
    good = ("{ImageId: i, InstanceType: t}",)
