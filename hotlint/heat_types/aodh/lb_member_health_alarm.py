from hotlint.heat_types.aodh._alarms import Alarms


class LBMemberHealthAlarm(Alarms):
    """OS::Aodh::LBMemberHealthAlarm: the health of the members of a pool."""

    types = ("OS::Aodh::LBMemberHealthAlarm",)
