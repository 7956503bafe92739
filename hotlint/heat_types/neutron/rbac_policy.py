from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.resource import StackResource

_OBJECTS = {
    "address_scope": ("OS::Neutron::AddressScope",),
    "network": ("OS::Neutron::Net", "OS::Neutron::ProviderNet"),
    "qos_policy": ("OS::Neutron::QoSPolicy",),
    "security_group": ("OS::Neutron::SecurityGroup",),
    "subnetpool": ("OS::Neutron::SubnetPool",),
}
"""The types of `object_type`, and the resource types that make them."""


class RBACPolicy(HeatType):
    """OS::Neutron::RBACPolicy, beyond its schema."""

    types = ("OS::Neutron::RBACPolicy",)
    service = "Heat"
    thing = "the policy"
    service_source = "heat/engine/resources/openstack/neutron/rbac_policy.py"
    service_demands = ("'object_id' is of the type that 'object_type' names",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        policy = properties(owner)
        wanted = _OBJECTS.get(policy.text("object_type") or "")
        made = stack.maker(policy["object_id"], *(kind for kinds in _OBJECTS.values() for kind in kinds))
        if wanted is not None and made is not None and made.type not in wanted:
            message = f"'{made.name}' is {made.type}, and no {policy['object_type']}"
            yield policy.refuse("object_id", message, "neighbor", made)
