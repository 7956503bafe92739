from hotlint.heat_types.base import HeatType


class EC2Subnet(HeatType):
    """AWS::EC2::Subnet, beyond its schema."""

    types = ("AWS::EC2::Subnet",)
    only_on_aws = ("AvailabilityZoneId", "AssignIpv6AddressOnCreation", "Ipv6CidrBlock", "MapPublicIpOnLaunch")
