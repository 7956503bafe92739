from hotlint.heat_types.neutron._qos import QosRule


class QoSBandwidthLimitRule(QosRule):
    """OS::Neutron::QoSBandwidthLimitRule, beyond its schema."""

    types = ("OS::Neutron::QoSBandwidthLimitRule",)
