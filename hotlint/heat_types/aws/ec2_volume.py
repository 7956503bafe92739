from hotlint.heat_types.base import HeatType


class EC2Volume(HeatType):
    """AWS::EC2::Volume, beyond its schema."""

    types = ("AWS::EC2::Volume",)
    only_on_aws = ("AutoEnableIO", "Encrypted", "Iops", "KmsKeyId", "VolumeType", "Throughput")
