from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import Item, items, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import Value
from hotlint.resource_types.property_values import PropertyValues
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_RULES = ("SecurityGroupEgress", "SecurityGroupIngress")
_WITHOUT_PORTS = "without ports, Heat drops the addresses, and the rule is for all of them; give -1 for both ports"


class EC2SecurityGroup(HeatType):
    """AWS::EC2::SecurityGroup: addresses only beside ports."""

    types = ("AWS::EC2::SecurityGroup",)
    ignored = tuple(Ignored("CidrIp", _WITHOUT_PORTS, "FromPort", (None,), within=(name,)) for name in _RULES)
    only_on_aws = ("GroupName", "Tags")
    ingress = "SecurityGroupIngress"
    service = "Neutron"
    thing = "the rules of the group"
    # Source: neutron/db/securitygroups_db.py
    service_demands = ("'FromPort' of a rule for tcp or udp is not above its 'ToPort'",)

    def ignores(self, values: PropertyValues) -> Iterator[tuple[Ignored, tuple[str | int, ...]]]:
        rules = (rule for name in _RULES for rule in values.items(name))
        right = [rule.path for rule in rules if rule.is_set("ToPort") is not False or rule["CidrIp"] == "0.0.0.0/0"]
        return ((fact, path) for fact, path in super().ignores(values) if path[:-1] not in right)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        for rule in (rule for name in _RULES for rule in items(properties(owner), name)):
            lowest, highest = _port(rule, "FromPort"), _port(rule, "ToPort")
            if rule["IpProtocol"] in ("tcp", "udp") and -1 < highest < lowest:
                yield rule.refuse("FromPort", f"{lowest} is above 'ToPort' ({highest})")

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name in _RULES and values.get("SecurityGroupEgress") in (None, []):
            return "update", "Heat also deletes the rules by which Neutron lets all traffic out"
        return None


def _port(rule: Item, name: str) -> int:
    """Return a port, which may be a text; -1 for all of them, or where it is not known."""
    value = rule[name]
    return int(value) if isinstance(value, int) or (isinstance(value, str) and value.isdigit()) else -1
