"""What Heat does when a property of a resource changes: the rules of the schema, and those of single types.

The effects are "update" (in place), "replace", "refuse" and "unknown"; each comes with a reason, "" where it is plain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hotlint.analysis.environments.registry import ResolvedType
from hotlint.language.values import MARKS, Value
from hotlint.resource_types.catalog import ResourceType

_SERVER_POLICIES: Final = {
    "flavor": ("flavor_update_policy", None),
    "image": ("image_update_policy", "REBUILD"),
    "user_data": ("user_data_update_policy", "REPLACE"),
}
"""Properties of a server whose change replaces it if another property says so, with the default of that property."""


_ADDRESSES: Final = ("AllocationId", "EIP")
_ATTACHED_TO: Final = ("InstanceId", "NetworkInterfaceId")
"""The address of an association, and what it is attached to: Heat updates either in place, but not both."""
_WITH_STACK: Final = frozenset(
    {
        "AWS::AutoScaling::AutoScalingGroup", "AWS::CloudFormation::Stack", "AWS::ElasticLoadBalancing::LoadBalancer",
        "OS::Heat::AutoScalingGroup", "OS::Heat::InstanceGroup", "OS::Heat::ResourceChain", "OS::Heat::ResourceGroup",
        "OS::Heat::SoftwareDeploymentGroup", "OS::Heat::Stack", "OS::Heat::StructuredDeploymentGroup",
    }
)  # fmt: skip
"""Types whose resources have a stack of their own, which Heat always updates (heat/engine/resources/stack_resource.py)."""


def effect(kind: ResolvedType, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str]:
    """Return the effect of a new value of a property on a resource, whose properties were `was` and are then `values`."""
    if kind.location is not None:
        return "update", ""  # a nested template takes other parameters
    type_ = kind.type
    if not isinstance(type_, ResourceType):
        return "unknown", "the resource type is not known"
    if type_.any_properties:
        return "update", ""
    if name not in type_.properties:
        return "unknown", "this property is not known"
    schema = type_.properties[name]
    if schema.immutable:
        return "refuse", f"{name} must not change"
    special = _special(type_.name, name, was, values)
    if special is not None:
        return special
    return ("update", "") if schema.updatable else ("replace", f"{name} cannot be updated")


def _special(
    type_name: str, name: str, was: Mapping[str, Value], values: Mapping[str, Value]
) -> tuple[str, str] | None:
    """Return the effect by the rules of single types; None where the schema decides."""
    old, new = was.get(name), values.get(name)
    if type_name == "OS::Nova::Server" and name in _SERVER_POLICIES:
        policy, default = _SERVER_POLICIES[name]
        chosen = values.get(policy) or default
        if chosen == "REPLACE":
            return "replace", f"a new {name} replaces a server whose {policy} is REPLACE"
        return ("unknown", f"{policy} is not known") if isinstance(chosen, MARKS) else None
    if type_name == "OS::Heat::Stack" and name == "context" and _part(old, "region_name") != _part(new, "region_name"):
        return "replace", "a stack cannot move to another region"
    if type_name == "OS::Mistral::ExternalResource" and name == "input":
        listed = values.get("replace_on_change_inputs")
        for key in listed if isinstance(listed, list) else ():
            if _part(old, key) != _part(new, key):
                return "replace", f"its input {key} is among replace_on_change_inputs"
    if type_name == "OS::Heat::TestResource" and name == "value" and values.get("update_replace"):
        known = not isinstance(values["update_replace"], MARKS)
        return ("replace", "its update_replace is true") if known else ("unknown", "update_replace is not known")
    if type_name == "AWS::EC2::EIPAssociation" and name in _ATTACHED_TO and new:
        moved = next((n for n in _ADDRESSES if was.get(n) != values.get(n)), None)
        return ("replace", f"{moved} changes with {name}") if moved is not None else None
    return None


def _part(value: Value, key: Value) -> Value:
    return value.get(key) if isinstance(value, dict) and isinstance(key, str) else None


def always_replaced(kind: ResolvedType, values: Mapping[str, Value]) -> str | None:
    """Return why every update of the stack replaces a resource, whatever changes; None for any other resource."""
    name = _name(kind)
    if name == "OS::Neutron::Port" and values.get("replacement_policy") == "REPLACE_ALWAYS":
        return "its replacement_policy is REPLACE_ALWAYS: every update of the stack replaces it"
    if name == "OS::Heat::UpdateWaitConditionHandle":
        return "every update of the stack replaces such a handle"
    return None


def always_updated(kind: ResolvedType, values: Mapping[str, Value]) -> str | None:
    """Return why every update of the stack updates a resource, whatever changes; None for any other resource."""
    name = _name(kind)
    if kind.location is not None or name in _WITH_STACK:
        return "Heat updates a nested stack in every update of the stack"
    if name == "OS::Mistral::ExternalResource" and values.get("always_update") is True:
        return "its always_update is true: every update of the stack updates it"
    return None


def is_replaced_for_metadata(kind: ResolvedType) -> bool:
    """Return whether new metadata replaces a resource."""
    return _name(kind) == "AWS::AutoScaling::LaunchConfiguration"


def is_placeholder(kind: ResolvedType) -> bool:
    """Return whether a resource is a placeholder, to which nothing happens."""
    return _name(kind) == "OS::Heat::None" or (isinstance(kind.type, ResourceType) and kind.type.placeholder)


def _name(kind: ResolvedType) -> str:
    return kind.type.name if kind.location is None else ""
