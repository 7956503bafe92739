from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types._shared import unknown_choice
from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import ID, Limit, Refusal
from hotlint.heat_types.rights import Right
from hotlint.language.values import Value
from hotlint.resource_types.property_relations import Reads, invalid, quoted
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_OBJECTS = {
    "address_scope": ("OS::Neutron::AddressScope",),
    "network": ("OS::Neutron::Net", "OS::Neutron::ProviderNet"),
    "qos_policy": ("OS::Neutron::QoSPolicy",),
    "security_group": ("OS::Neutron::SecurityGroup",),
    "subnetpool": ("OS::Neutron::SubnetPool",),
}
"""The types of `object_type`, and the resource types that make them."""
_OTHERS = ("OS::Neutron::Port", "OS::Neutron::Router", "OS::Neutron::Subnet")
"""Types of what no policy is about."""

_SHARED = ("access_as_shared",)
_ACTIONS = {"network": ("access_as_shared", "access_as_external")}
"""What may be done with each type of object; with any other, it may be shared."""


class RBACPolicy(HeatType):
    """OS::Neutron::RBACPolicy: an action that fits the type of object."""

    types = ("OS::Neutron::RBACPolicy",)
    rights = (Right("create_rbac_policy:target_tenant", ("target_tenant",), value="*"),)
    unique = (Unique("Neutron", "policy", ("object_id", "target_tenant", "action"), is_whole=True),)
    thing = "the policy"
    # Source: neutron/db/rbac_db_models.py
    limits = (
        Limit(
            "target_tenant",
            pattern=rf"{ID}|\*",
            words="is the id of a project, or *, since no name is looked up",
            kind="setting",
        ),
    )
    service_demands = (
        "'object_id' is of the type that 'object_type' names",
        "no other policy has the same 'object_id', 'target_tenant' and 'action'",
    )
    reads = (Reads(("object_type", "action")),)
    demands = ("'action' is one that the 'object_type' has: 'access_as_external' is for a 'network' only",)
    bad = (
        """
        object_type: qos_policy
        object_id: o
        target_tenant: t
        action: access_as_external
                ^^^^^^^^^^^^^^^^^^
        """,
    )
    good = ("{object_type: network, object_id: o, target_tenant: t, action: access_as_external}",)

    def names_with(self, values: Mapping[str, Value]) -> Mapping[tuple[str, ...], str]:
        kind = values.get("object_type")
        return {("object_id",): f"neutron.{kind}"} if isinstance(kind, str) and kind in _OBJECTS else {}

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        policy = properties(owner)
        wanted = _OBJECTS.get(policy.text("object_type") or "")
        made = stack.maker(policy["object_id"], *(kind for kinds in _OBJECTS.values() for kind in kinds), *_OTHERS)
        if wanted is not None and made is not None and made.type not in wanted:
            message = f"'{made.place}' is {made.type}, and no {policy['object_type']}"
            yield policy.refuse("object_id", message, "neighbor", made)
        is_for_all = policy["target_tenant"] == "*" and policy["action"] == "access_as_shared"
        if made is not None and is_for_all and made.values.get("shared") is True:
            message = f"'{made.place}' is shared with all projects by itself"
            yield Refusal(owner, (), message, "neighbor", made)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "object_type", it)
        action, kind = values["action"], values["object_type"]
        allowed = _ACTIONS.get(kind, _SHARED) if isinstance(kind, str) else None
        if allowed is not None and isinstance(action, str) and action not in allowed:
            message = f"'action' of {it.type} must be {quoted(allowed)} when 'object_type' is '{kind}', not '{action}'"
            yield invalid(values, "action", message)
