from __future__ import annotations

from hotlint.heat_types.base import HeatType


class ElasticLoadBalancingLoadBalancer(HeatType):
    """AWS::ElasticLoadBalancing::LoadBalancer, beyond its schema."""

    types = ("AWS::ElasticLoadBalancing::LoadBalancer",)
    refers_by_id = False
    has_stack = True
    names_stack = True
