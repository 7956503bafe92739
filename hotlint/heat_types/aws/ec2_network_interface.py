from hotlint.heat_types.base import HeatType


class EC2NetworkInterface(HeatType):
    """AWS::EC2::NetworkInterface, beyond its schema."""

    types = ("AWS::EC2::NetworkInterface",)
    only_on_aws = ("InterfaceType", "PrivateIpAddresses", "SecondaryPrivateIpAddressCount", "SourceDestCheck")
