"""What Neutron refuses of what administrators set up: policies of quality, quotas, segments and what projects share."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import NEUTRON_NAME, Limit, Range
from hotlint_rules.services._model import Item, Refusal, ServiceRules, properties
from hotlint_rules.services._neighbors import Neighbors, by, key

BANDWIDTH = "OS::Neutron::QoSBandwidthLimitRule"
LEAST_BANDWIDTH = "OS::Neutron::QoSMinimumBandwidthRule"
MARKING = "OS::Neutron::QoSDscpMarkingRule"
PACKETS = "OS::Neutron::QoSMinimumPacketRateRule"
_OBJECTS = {
    "address_scope": ("OS::Neutron::AddressScope",),
    "network": ("OS::Neutron::Net", "OS::Neutron::ProviderNet"),
    "qos_policy": ("OS::Neutron::QoSPolicy",),
    "security_group": ("OS::Neutron::SecurityGroup",),
    "subnetpool": ("OS::Neutron::SubnetPool",),
}
"""The types of `object_type`, and the resource types that make them."""


class QosPolicyRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::QoSPolicy."""

    types = ("OS::Neutron::QoSPolicy",)
    service = "Neutron"
    thing = "the policy"
    source = "neutron/extensions/qos.py"
    limits = (*NEUTRON_NAME, Limit("description", 0, 255))


class QosRuleRules(ServiceRules):
    """What Neutron refuses of the rules of a QoS policy."""

    types = (BANDWIDTH, LEAST_BANDWIDTH, MARKING, PACKETS)
    service = "Neutron"
    thing = "the rule"
    source = "neutron/objects/qos/qos_policy_validator.py"
    limits = tuple(Range(name, 0) for name in ("max_kbps", "max_burst_kbps", "min_kbps", "min_kpps"))
    demands = (
        "the policy has no other rule of the type, in the same direction",
        "the least bandwidth of a policy is not above its limit, in the same direction",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        rule = properties(owner)
        policy = key(rule["policy"])
        if policy is None or not rule.is_known("direction"):
            return
        for other in stack.rivals(owner, stack.sharing(policy, by("policy"), *self.types)):
            its = properties(other)
            if not its.is_known("direction") or its["direction"] != rule["direction"]:
                continue
            if other.type.name == owner.type.name:
                message = f"the policy has a rule of the type already, by '{other.resource.name}'"
                yield rule.refuse("policy", message, "neighbor", other)
                return
            yield from _crossed(rule, its)


def _crossed(rule: Item, its: Item) -> Iterator[Refusal]:
    """Yield a refusal where one rule demands more bandwidth than another one allows."""
    name = "min_kbps" if rule.owner.type.name == LEAST_BANDWIDTH else "max_kbps"
    least, most = (rule, its) if name == "min_kbps" else (its, rule)
    low, high = least.number("min_kbps"), most.number("max_kbps")
    if low is not None and high is not None and low > high:
        message = f"the policy would demand {low} kbit/s and allow {high} kbit/s, by '{its.owner.resource.name}'"
        yield rule.refuse(name, message, "neighbor", its.owner)


class SegmentRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::Segment."""

    types = ("OS::Neutron::Segment",)
    service = "Neutron"
    thing = "the segment"
    source = "neutron_lib/api/definitions/segment.py"
    limits = (*NEUTRON_NAME, Limit("physical_network", 0, 64))


class MeteringLabelRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::MeteringLabel."""

    types = ("OS::Neutron::MeteringLabel",)
    service = "Neutron"
    thing = "the label"
    source = "neutron_lib/api/definitions/metering.py"
    limits = (*NEUTRON_NAME, Limit("description", 0, 1024))


class NeutronQuotaRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::Quota."""

    types = ("OS::Neutron::Quota",)
    service = "Neutron"
    verb = "sets"
    thing = "the quota"
    source = "neutron/extensions/quotasv2.py"
    limits = tuple(
        Range(name, -1)
        for name in (
            "floatingip", "network", "port", "rbac_policy", "router", "security_group", "security_group_rule", "subnet",
            "subnetpool",
        )
    )  # fmt: skip


class SharingRules(ServiceRules):
    """What Heat does not find for OS::Neutron::RBACPolicy when it creates it."""

    types = ("OS::Neutron::RBACPolicy",)
    service = "Heat"
    thing = "the policy"
    source = "heat/engine/resources/openstack/neutron/rbac_policy.py"
    demands = ("'object_id' is of the type that 'object_type' names",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        policy = properties(owner)
        wanted = _OBJECTS.get(policy.text("object_type") or "")
        made = stack.maker(policy["object_id"], *(kind for kinds in _OBJECTS.values() for kind in kinds))
        if wanted is not None and made is not None and made.type.name not in wanted:
            message = f"'{made.resource.name}' is {made.type.name}, and no {policy['object_type']}"
            yield policy.refuse("object_id", message, "neighbor", made)
