from hotlint.heat_types.base import HeatType


class IAMUser(HeatType):
    """AWS::IAM::User, beyond its schema."""

    types = ("AWS::IAM::User",)
    only_on_aws = ("UserName", "ManagedPolicyArns", "PermissionsBoundary", "Tags")
    refers_by_id = False
