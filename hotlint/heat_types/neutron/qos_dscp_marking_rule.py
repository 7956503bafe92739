from hotlint.heat_types.neutron._qos import QosRule


class QoSDscpMarkingRule(QosRule):
    """OS::Neutron::QoSDscpMarkingRule, beyond its schema."""

    types = ("OS::Neutron::QoSDscpMarkingRule",)
