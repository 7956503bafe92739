from hotlint.heat_types.aodh._alarms import GnocchiAlarms


class GnocchiAggregationByMetricsAlarm(GnocchiAlarms):
    """OS::Aodh::GnocchiAggregationByMetricsAlarm: a threshold of several metrics."""

    types = ("OS::Aodh::GnocchiAggregationByMetricsAlarm",)
