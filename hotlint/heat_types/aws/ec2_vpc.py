from hotlint.heat_types.base import HeatType


class EC2VPC(HeatType):
    """AWS::EC2::VPC, beyond its schema."""

    types = ("AWS::EC2::VPC",)
    only_on_aws = ("EnableDnsHostnames", "EnableDnsSupport", "InstanceTenancy")
