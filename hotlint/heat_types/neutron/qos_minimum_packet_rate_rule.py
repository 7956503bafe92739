from hotlint.heat_types.neutron._qos import QosRule


class QoSMinimumPacketRateRule(QosRule):
    """OS::Neutron::QoSMinimumPacketRateRule, beyond its schema."""

    types = ("OS::Neutron::QoSMinimumPacketRateRule",)
