from __future__ import annotations

from hotlint.heat_types.base import HeatType


class QoSPolicy(HeatType):
    """OS::Neutron::QoSPolicy, beyond its schema."""

    types = ("OS::Neutron::QoSPolicy",)
    makes = "neutron.qos_policy"
