"""What an update does to a resource of each type when one property changes, and what a resource takes of a project's quotas."""

from __future__ import annotations

from typing import Any

from snapshot_files import RecordedAnswers

from hotlint import heat_types
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.dry_run.update_effects import (
    always_replaced,
    always_updated,
    effect,
    is_placeholder,
    is_replaced_for_metadata,
)
from hotlint.language.values import Partial, Unknown
from hotlint.resource_types.catalog import Catalog, ResourceType

EFFECTS = RecordedAnswers("effects")
TYPES = {name: kind for name in Catalog().names() if isinstance(kind := Catalog().resource(name), ResourceType)}
CLOUD = Unknown("only the cloud knows")
SPECIAL: dict[str, tuple[dict[str, Any], ...]] = {
    "OS::Nova::Server": tuple(
        {"flavor": "a", policy: chosen}
        for policy in ("flavor_update_policy", "image_update_policy", "user_data_update_policy")
        for chosen in ("REPLACE", "RESIZE", CLOUD)
    ),
    "OS::Heat::Stack": ({"context": {"region_name": "b"}}, {"context": {"region_name": "a"}}, {"context": CLOUD}),
    "OS::Mistral::ExternalResource": (
        {"always_update": True}, {"always_update": False}, {"input": {"a": 1, "b": 2}, "replace_on_change_inputs": ["a", "c"]},
        {"input": {"a": 1, "b": 2}, "replace_on_change_inputs": ["c", "b"]}, {"input": {"b": 2}, "replace_on_change_inputs": CLOUD},
    ),
    "OS::Heat::TestResource": ({"update_replace": True}, {"update_replace": False}, {"update_replace": CLOUD}),
    "AWS::EC2::EIPAssociation": ({"EIP": "b", "InstanceId": "i"}, {"AllocationId": "b", "InstanceId": "i"}, {"InstanceId": "i"}),
    "OS::Neutron::Port": ({"replacement_policy": "REPLACE_ALWAYS"}, {"replacement_policy": "AUTO"}),
}  # fmt: skip
"""Values that the effect of a change depends on."""
BEFORE: dict[str, Any] = {"context": {"region_name": "a"}, "input": {"a": 1}, "EIP": "a"}
PORT, RULE = {"network": "n"}, {"protocol": "tcp"}
VALUES: tuple[dict[str, Any], ...] = (
    {},
    {"flavor": "small", "InstanceType": "small", "size": 5, "networks": [PORT], "port": "p", "rules": []},
    {"flavor": "odd", "size": CLOUD, "networks": [{"port": "p"}, PORT, {"allocate_network": "none"}], "rules": [RULE, RULE]},
    {"flavor": CLOUD, "networks": [{"allocate_network": "auto"}], "rules": [{**RULE, "direction": "egress"}, RULE]},
    {"networks": Partial([PORT], CLOUD), "rules": [RULE, CLOUD], "size": "5"},
    {"networks": [Partial(PORT, CLOUD), CLOUD], "rules": CLOUD, "port": CLOUD},
    {
        "block_device_mapping_v2": [
            {"image": "i", "volume_size": 3}, {"snapshot_id": "s"}, {"volume_id": "v", "image": "i"}, {"volume_size": 1}, CLOUD,
            Partial({"image_id": "i", "volume_size": CLOUD}, CLOUD),
        ],
        "block_device_mapping": Partial([{"snapshot_id": "s", "volume_size": 4}, {"volume_id": "v"}], CLOUD),
    },
)  # fmt: skip
FLAVORS: dict[str, dict[str, Any]] = {"small": {"vcpus": 2, "ram": 512}, "odd": {"vcpus": "many"}}


def flavors(value: Any) -> dict[str, Any] | None:
    return FLAVORS.get(value) if isinstance(value, str) else None


def test_changes_of_properties() -> None:
    lines = []
    for name, found in sorted(TYPES.items()):
        kind = ResolvedType(found)
        for values in ({}, *SPECIAL.get(name, ())):
            said: dict[tuple[Any, ...], list[str]] = {}
            for property_name in [*found.properties, "no_such_property"]:
                action, why = effect(kind, property_name, BEFORE, values)
                said.setdefault((action, why.replace(property_name, "...")), []).append(property_name)
            lines += [f"-- {name} {values or ''}", *(f"{a} ({w}): {' '.join(n)}" for (a, w), n in sorted(said.items()))]
            always = (always_replaced(kind, values), always_updated(kind, values))
            lines += [f"{always} {is_replaced_for_metadata(kind)} {is_placeholder(kind)}"] * any(
                (*always, is_replaced_for_metadata(kind), is_placeholder(kind))
            )
    EFFECTS.check("changes of properties", "\n".join(lines))


def test_quotas() -> None:
    lines = []
    for name in sorted(TYPES):
        for number, values in enumerate(VALUES):
            found = list(heat_types.of(name).costs(values, flavors))
            lines += [f"{name} {number}: {'; '.join(f'{c.quota} {c.amount} {c.unknown}' for c in found)}"] * bool(found)
    EFFECTS.check("quotas", "\n".join(lines))


def test_nothing_else_is_recorded() -> None:
    EFFECTS.keep_only({"changes of properties", "quotas"})
