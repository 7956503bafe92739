from hotlint.heat_types.base import HeatType


class IAMAccessKey(HeatType):
    """AWS::IAM::AccessKey, beyond its schema."""

    types = ("AWS::IAM::AccessKey",)
    refers_by_id = False
    secret_attributes = ("SecretAccessKey",)
