from hotlint.heat_types.base import HeatType


class CloudWatchAlarm(HeatType):
    """AWS::CloudWatch::Alarm, beyond its schema."""

    types = ("AWS::CloudWatch::Alarm",)
    only_on_aws = (
        "AlarmName", "ActionsEnabled", "DatapointsToAlarm", "TreatMissingData", "Unit", "Metrics", "ExtendedStatistic",
    )  # fmt: skip
