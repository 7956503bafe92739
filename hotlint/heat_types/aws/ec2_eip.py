from hotlint.heat_types.base import HeatType


class EC2EIP(HeatType):
    """AWS::EC2::EIP, beyond its schema."""

    types = ("AWS::EC2::EIP",)
    only_on_aws = ("NetworkBorderGroup", "PublicIpv4Pool", "Tags")
    refers_by_id = False
