"""What Neutron refuses of pools of subnets and scopes of addresses."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint_rules.resources._addresses import parse_cidr
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import Limit
from hotlint_rules.services._model import Refusal, ServiceRules, properties, texts
from hotlint_rules.services._neighbors import Neighbors


class SubnetPoolRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::SubnetPool."""

    types = ("OS::Neutron::SubnetPool",)
    service = "Neutron"
    thing = "the pool"
    source = "neutron/ipam/subnet_alloc.py"
    limits = (Limit("name", 0, 255),)
    demands = ("all 'prefixes' are of one IP version",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        pool = properties(owner)
        first = None
        for index, text in texts(pool, "prefixes"):
            cidr = parse_cidr(text)
            if cidr is not None and first is not None and cidr.version != first.version:
                message = f"{cidr} is of IPv{cidr.version}, but {first} is of IPv{first.version}"
                yield Refusal(owner, ("prefixes", index), message)
                return
            first = first or cidr


class AddressScopeRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::AddressScope."""

    types = ("OS::Neutron::AddressScope",)
    service = "Neutron"
    thing = "the scope"
    source = "neutron/extensions/address_scope.py"
    limits = (Limit("name", 0, 255),)
