"""What Neutron refuses of the rules of a QoS policy, whatever their type."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, properties
from hotlint.heat_types.refusals import Range, Refusal
from hotlint.stacks.neighbors import Neighbors, by, key
from hotlint.stacks.records import StackResource

BANDWIDTH = "OS::Neutron::QoSBandwidthLimitRule"
LEAST_BANDWIDTH = "OS::Neutron::QoSMinimumBandwidthRule"
MARKING = "OS::Neutron::QoSDscpMarkingRule"
PACKETS = "OS::Neutron::QoSMinimumPacketRateRule"
_RULES = (BANDWIDTH, LEAST_BANDWIDTH, MARKING, PACKETS)


class QosRule(HeatType):
    """What Neutron refuses of the rules of a QoS policy."""

    thing = "the rule"
    # Source: neutron/objects/qos/qos_policy_validator.py
    limits = tuple(Range(name, 0) for name in ("max_kbps", "max_burst_kbps", "min_kbps", "min_kpps"))
    service_demands = (
        "the policy has no other rule of the type, in the same direction (of packets: nor one in any beside one in another)",
        "the least bandwidth of a policy is not above its limit, in the same direction, where one rule is made after the other",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        rule = properties(owner)
        policy = key(rule["policy"])
        if policy is None or not rule.is_known("direction"):
            return
        for other in stack.rivals(owner, stack.sharing(policy, by("policy"), *_RULES)):
            its = properties(other)
            if not its.is_known("direction"):
                continue
            if its["direction"] != rule["direction"]:
                if owner.type == other.type == PACKETS and "any" in (its["direction"], rule["direction"]):
                    message = f"the policy has a rule for {its['direction']} already, by '{other.place}'"
                    yield rule.refuse("direction", message, "neighbor", other)
                    return
                continue
            if other.type == owner.type:
                message = f"the policy has a rule of the type already, by '{other.place}'"
                yield rule.refuse("policy", message, "neighbor", other)
                return
            if stack.is_after(owner, other):  # Neutron compares with what is there, and finds nothing meanwhile
                yield from _crossed(rule, its)


def _crossed(rule: Item, its: Item) -> Iterator[Refusal]:
    """Yield a refusal where one rule demands more bandwidth than another one allows."""
    name = "min_kbps" if rule.owner.type == LEAST_BANDWIDTH else "max_kbps"
    least, most = (rule, its) if name == "min_kbps" else (its, rule)
    low, high = least.number("min_kbps"), most.number("max_kbps")
    if low is not None and high is not None and low > high:
        message = f"the policy would demand {low} kbit/s and allow {high} kbit/s, by '{its.owner.place}'"
        yield rule.refuse(name, message, "neighbor", its.owner)
