from hotlint.heat_types.aodh._alarms import Alarms


class PrometheusAlarm(Alarms):
    """OS::Aodh::PrometheusAlarm: a threshold of a query to Prometheus."""

    types = ("OS::Aodh::PrometheusAlarm",)
