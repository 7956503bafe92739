from hotlint.heat_types.aodh._alarms import Alarms
from hotlint.heat_types.refusals import Range


class Alarm(Alarms):
    """OS::Aodh::Alarm: a threshold of a meter."""

    types = ("OS::Aodh::Alarm",)
    limits = (Range("evaluation_periods", 1), Range("period", 1))
