from hotlint.heat_types.neutron._qos import QosRule


class QoSMinimumBandwidthRule(QosRule):
    """OS::Neutron::QoSMinimumBandwidthRule, beyond its schema."""

    types = ("OS::Neutron::QoSMinimumBandwidthRule",)
