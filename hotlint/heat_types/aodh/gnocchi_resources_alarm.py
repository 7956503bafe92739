from hotlint.heat_types.aodh._alarms import GnocchiAlarms


class GnocchiResourcesAlarm(GnocchiAlarms):
    """OS::Aodh::GnocchiResourcesAlarm: a threshold of a metric of one resource."""

    types = ("OS::Aodh::GnocchiResourcesAlarm",)
