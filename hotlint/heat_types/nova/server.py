from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.heat_types._shared import claim, is_answer, mappings_in, volume_costs
from hotlint.heat_types.base import FixedAddress, Follows, HeatType
from hotlint.heat_types.quotas import COMPUTE, NETWORK, Cost, Flavors
from hotlint.language.values import MARKS, OMITTED, Partial, Value

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts
    from hotlint.stacks.resource import RunningThing


class Server(HeatType):
    """OS::Nova::Server, beyond its schema."""

    types = ("OS::Nova::Server",)
    made_for = "nova.server"
    names_things = {
        ("availability_zone",): "compute zone",
        ("security_groups",): "neutron.security_group",
        ("networks", "subnet"): "neutron.subnet",
    }
    echoes = ("name",)
    follows = {"networks": ("accessIPv4", "accessIPv6", "addresses", "first_address")}
    allocated = dict.fromkeys(("addresses", "first_address", "networks"), Follows("networks", ("fixed_ip", "port")))
    always_new = ("instance_name",)
    secret_attributes = ("os_collect_config", "console_urls")
    own_attributes = ("name", "os_collect_config")
    shown_properties = ("name", "metadata", "key_name")
    is_kept_while_it_exists = True
    lost_when_gone = "the local disks and addresses of server"
    unavailable_when_replaced = "until its replacement has started"
    interrupted_by = {
        "flavor": "while it is resized",
        "image": "while it is rebuilt, which empties its disk",
        "networks": "while its ports change",
    }
    looked_up = frozenset({("networks", "network"), ("networks", "port"), ("networks", "subnet")})

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name not in _POLICIES:
            return None
        policy, default = _POLICIES[name]
        chosen = values.get(policy) or default
        if chosen == "REPLACE":
            return "replace", f"a new {name} replaces a server whose {policy} is REPLACE"
        return ("unknown", f"{policy} is not known") if isinstance(chosen, MARKS) else None

    def shown(self, attributes: Mapping[str, Any], name: str) -> Value:
        if not is_answer(attributes):
            return attributes.get(name, OMITTED)
        addresses = attributes.get("addresses")
        if name == "first_address" and isinstance(addresses, dict):
            listed = [addresses[network] for network in sorted(addresses, reverse=True) if addresses[network]]
            return str(listed[0][0].get("addr") or "") if listed else ""
        if name == "instance_name":
            return attributes.get("OS-EXT-SRV-ATTR:instance_name", OMITTED)
        return attributes.get(name, OMITTED) if name in _SHOWN else OMITTED

    def fails_by_now(
        self, changed: Mapping[str, tuple[Value, Value]], runs: RunningThing, cloud: CloudFacts | None
    ) -> str:
        return _smaller_disk(*changed["flavor"], runs, cloud) if "flavor" in changed and cloud is not None else ""

    def holds(self, values: Mapping[str, Value]) -> set[str]:
        listed = [values.get(name) for name in ("block_device_mapping", "block_device_mapping_v2")]
        devices = [device for each in listed if isinstance(each, list) for device in each if isinstance(device, dict)]
        return {device["volume_id"] for device in devices if isinstance(device.get("volume_id"), str)}

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        return costs(values, flavors)

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        for path, item in mappings_in(values, "networks"):
            yield from claim(path, item, "fixed_ip", item.get("network"), item.get("subnet"))


_POLICIES = {
    "flavor": ("flavor_update_policy", None),
    "image": ("image_update_policy", "REBUILD"),
    "user_data": ("user_data_update_policy", "REPLACE"),
}
"""Properties whose change replaces a server if another property says so, with the default of that property."""
_SHOWN = ("accessIPv4", "accessIPv6", "addresses", "name", "tags")
"""Attributes that Nova shows under their own name."""


def _smaller_disk(old: Value, new: Value, runs: RunningThing, cloud: CloudFacts) -> str:
    """Return why Nova does not resize a server that boots from an image.

    Nova keeps the disk of the flavor that a server was created with as the least that its image needs.
    """
    if not runs.properties.get("image"):
        return ""
    flavors = (runs.properties.get("flavor"), new)  # `old` may be redacted
    found = [cloud.find("nova.flavor", flavor) for flavor in flavors if isinstance(flavor, str)]
    disks = [things[0].entry.get("disk") for things in found if len(things) == 1]
    before, after = disks if len(disks) == 2 else (None, None)
    if not isinstance(before, int) or not isinstance(after, int) or after >= before:
        return ""
    if after == 0:
        return f"Nova resizes no server to a flavor without a disk, and '{new}' has none"
    is_first = runs.is_as_created
    return f"Nova makes no disk smaller, and '{new}' has {after} GiB, '{old}' {before} GiB" if is_first else ""


def costs(values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    """Yield what a server with these properties takes of the quotas of a project."""
    yield Cost((COMPUTE, "instances"), 1)
    flavor = flavors(values.get("flavor"))
    for name, key in (("cores", "vcpus"), ("ram", "ram")):
        amount = flavor.get(key) if flavor is not None else None
        yield Cost((COMPUTE, name), amount if isinstance(amount, int) else None, "its flavor")
    yield from _ports(values.get("networks"))
    for name in ("block_device_mapping_v2", "block_device_mapping"):
        yield from _volumes(values.get(name))


def _ports(networks: Value) -> Iterator[Cost]:
    """Yield the ports of a server: Nova, or Heat, makes one for each network that is given without a port."""
    listed = networks.known if isinstance(networks, Partial) else networks
    if not isinstance(listed, list) or not listed or isinstance(networks, Partial):
        yield Cost((NETWORK, "ports"), None, "its networks")
        return
    for item in listed:
        known = item.known if isinstance(item, Partial) else item
        if not isinstance(known, dict) or known.get("allocate_network") == "auto":
            yield Cost((NETWORK, "ports"), None, "its networks")
        elif known.get("allocate_network") != "none" and known.get("port") is None:
            yield Cost((NETWORK, "ports"), 1)


def _volumes(mapping: Value) -> Iterator[Cost]:
    """Yield the volumes that Nova makes for a server, from an image or a snapshot."""
    listed = mapping.known if isinstance(mapping, Partial) else mapping
    for item in listed if isinstance(listed, list) else ():
        known = item.known if isinstance(item, Partial) else item
        if not isinstance(known, dict) or known.get("volume_id") is not None:
            continue
        if any(known.get(name) is not None for name in ("image", "image_id", "snapshot_id")):
            yield from volume_costs(known.get("volume_size"))
