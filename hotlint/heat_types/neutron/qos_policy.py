from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import NEUTRON_NAME, Limit


class QoSPolicy(HeatType):
    """OS::Neutron::QoSPolicy, beyond its schema."""

    types = ("OS::Neutron::QoSPolicy",)
    makes = "neutron.qos_policy"
    made_for = "neutron.qos_policy"
    thing = "the policy"
    # Source: neutron/extensions/qos.py
    limits = (*NEUTRON_NAME, Limit("description", 0, 255))
