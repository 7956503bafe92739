from hotlint.heat_types.base import HeatType


class S3Bucket(HeatType):
    """AWS::S3::Bucket, beyond its schema."""

    types = ("AWS::S3::Bucket",)
    only_on_aws = (
        "BucketName", "BucketEncryption", "CorsConfiguration", "LifecycleConfiguration", "LoggingConfiguration",
        "NotificationConfiguration", "OwnershipControls", "PublicAccessBlockConfiguration", "ReplicationConfiguration",
        "VersioningConfiguration",
    )  # fmt: skip
    refers_by_id = False
