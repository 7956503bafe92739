"""The lists of a snapshot: which service each comes from, and which fields of an item are kept.

Only named fields are kept, so that nothing private of a cloud comes into a file that is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

Item = dict[str, Any]
Entry = dict[str, Any]


class Section(NamedTuple):
    """One list of a snapshot. `key` holds the items of an answer; `entry` makes the entry of one, None to leave it out.

    `asked`: the list holds what comes and goes, and is only read where it is asked for.
    """

    name: str
    service: str
    path: str
    key: str
    entry: Callable[[Item], Entry | None]
    asked: bool = False


def _fields(**names: str) -> Callable[[Item], Entry]:
    """Return what keeps the name and the id of an item, and these fields: name in the snapshot -> name in the answer."""

    def entry(item: Item) -> Entry:
        kept = {
            "name": item.get("name"),
            **{ours: item.get(theirs) for ours, theirs in names.items()},
            "id": item.get("id"),
        }
        return {name: value for name, value in kept.items() if value is not None}

    return entry


def _named(**names: str) -> Callable[[Item], Entry]:
    """Return what keeps the same of an item that may have no name."""
    entry = _fields(**names)
    return lambda item: {"name": item.get("name") or "", **{k: v for k, v in entry(item).items() if k != "name"}}


def _flavor(item: Item) -> Entry:
    entry = _fields(vcpus="vcpus", ram="ram", disk="disk", ephemeral="OS-FLV-EXT-DATA:ephemeral", swap="swap")(item)
    entry = {name: value for name, value in entry.items() if name not in ("ephemeral", "swap") or value not in (0, "")}
    if item.get("os-flavor-access:is_public") is False:
        entry["public"] = False
    return entry


def _image(item: Item) -> Entry | None:
    if item.get("status") in ("deleted", "pending_delete"):
        return None
    return _fields(
        status="status", visibility="visibility", disk_format="disk_format", min_disk="min_disk", min_ram="min_ram",
        size="size", os_distro="os_distro", os_version="os_version", architecture="architecture",
    )(item)  # fmt: skip


def _subnet(item: Item) -> Entry:
    entry = _fields(
        network_id="network_id", cidr="cidr", ip_version="ip_version", gateway="gateway_ip", dhcp="enable_dhcp"
    )
    pools = [f"{pool['start']}-{pool['end']}" for pool in item.get("allocation_pools") or ()]
    made = {**entry(item), "pools": sorted(pools)}
    return {"name": made.pop("name", ""), **made, "id": made["id"]}  # without an id, it is left out


def _router(item: Item) -> Entry:
    gateway = item.get("external_gateway_info") or {}
    outside = {"external_network_id": gateway["network_id"]} if gateway.get("network_id") else {}
    entry = _fields()(item)
    return {"name": entry.pop("name", ""), **outside, **entry}


def _keypair(item: Item) -> Entry:
    pair = item.get("keypair", item)
    return {"name": pair["name"], "type": pair.get("type", "ssh")}


def _aggregate(item: Item) -> Entry:
    return {"name": item["name"], "id": str(item["id"])}


def _zone(item: Item) -> Entry:
    return {"name": item["zoneName"], "available": bool((item.get("zoneState") or {}).get("available", True))}


def _network_zone(item: Item) -> Entry:
    return {"name": item["name"], "resource": item.get("resource", ""), "available": item.get("state") == "available"}


_COMPUTE_ZONES, _VOLUME_ZONES, _NETWORK_ZONES = "compute_zones", "volume_zones", "network_zones"

SECTIONS: Final = (
    Section("flavors", "compute", "/flavors/detail?is_public=None", "flavors", _flavor),
    Section("key_pairs", "compute", "/os-keypairs", "keypairs", _keypair),
    Section(_COMPUTE_ZONES, "compute", "/os-availability-zone", "availabilityZoneInfo", _zone),
    Section("aggregates", "compute", "/os-aggregates", "aggregates", _aggregate),
    Section("images", "image", "/images?limit=500", "images", _image),
    Section(
        "networks", "network", "/networks", "networks",
        _fields(
            external="router:external", shared="shared", mtu="mtu", port_security="port_security_enabled",
            network_type="provider:network_type", physical_network="provider:physical_network",
            segmentation_id="provider:segmentation_id",
        ),
    ),
    Section("subnets", "network", "/subnets", "subnets", _subnet),
    Section("routers", "network", "/routers", "routers", _router),
    Section("security_groups", "network", "/security-groups?fields=id&fields=name", "security_groups", _fields()),
    Section("subnet_pools", "network", "/subnetpools", "subnetpools", _fields(prefixes="prefixes")),
    Section("address_scopes", "network", "/address-scopes", "address_scopes", _fields()),
    Section("qos_policies", "network", "/qos/policies", "policies", _fields()),
    Section(_NETWORK_ZONES, "network", "/availability_zones", "availability_zones", _network_zone),
    Section("volume_types", "block_storage", "/types", "volume_types", _fields(description="description")),
    Section(_VOLUME_ZONES, "block_storage", "/os-availability-zone", "availabilityZoneInfo", _zone),
    Section("servers", "compute", "/servers?limit=1000", "servers", _fields(), asked=True),
    Section("server_groups", "compute", "/os-server-groups", "server_groups", _fields(), asked=True),
    Section(
        "ports", "network", "/ports?fields=id&fields=name&fields=network_id", "ports", _named(network_id="network_id"),
        asked=True,
    ),
    Section("volumes", "block_storage", "/volumes?limit=1000", "volumes", _named(), asked=True),
    Section("volume_snapshots", "block_storage", "/snapshots?limit=1000", "snapshots", _named(), asked=True),
    Section("roles", "identity", "/roles", "roles", _fields()),
    Section("regions", "identity", "/regions", "regions", lambda item: {"name": item["id"], "id": item["id"]}),
    Section("domains", "identity", "/domains", "domains", _fields()),
    Section("identity_services", "identity", "/services", "services", _named(type="type")),
    Section("projects", "identity", "/projects", "projects", _fields(domain_id="domain_id"), asked=True),
    Section("users", "identity", "/users", "users", _fields(domain_id="domain_id"), asked=True),
    Section("user_groups", "identity", "/groups", "groups", _fields(domain_id="domain_id"), asked=True),
    Section("dns_zones", "dns", "/zones", "zones", _fields(type="type")),
)  # fmt: skip
"""The lists of a snapshot, in the order of the file."""


_REFERENCES = ("id", "network_id", "external_network_id")
"""What other entries are found by."""


def entries(section: Section, items: Iterable[Any]) -> list[Entry]:
    """Return the entries of a section, sorted by name; what has no form that hotlint knows is left out."""
    kept = []
    for item in items:
        try:
            entry = section.entry(item) if isinstance(item, dict) else None
        except (KeyError, TypeError, AttributeError):
            continue
        if entry is not None and all(isinstance(entry.get(name, ""), str) for name in _REFERENCES):
            kept.append(entry)
    return sorted(kept, key=lambda entry: (str(entry.get("name", "")), str(entry.get("id", ""))))
