"""Answers about a cloud from its snapshot: what it has, how large a flavor is, which addresses are in use."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple

KINDS = {
    "nova.flavor": ("flavors", "flavor"),
    "nova.keypair": ("key_pairs", "key pair"),
    "glance.image": ("images", "image"),
    "neutron.network": ("networks", "network"),
    "neutron.subnet": ("subnets", "subnet"),
    "neutron.router": ("routers", "router"),
    "neutron.security_group": ("security_groups", "security group"),
    "neutron.subnetpool": ("subnet_pools", "subnet pool"),
    "neutron.qos_policy": ("qos_policies", "QoS policy"),
    "neutron.address_scope": ("address_scopes", "address scope"),
    "cinder.vtype": ("volume_types", "volume type"),
    "keystone.role": ("roles", "role"),
    "keystone.domain": ("domains", "domain"),
    "keystone.group": ("user_groups", "user group"),
    "keystone.project": ("projects", "project"),
    "keystone.region": ("regions", "region"),
    "keystone.service": ("identity_services", "service of Keystone"),
    "keystone.user": ("users", "user"),
    "designate.zone": ("dns_zones", "DNS zone"),
    "nova.server": ("servers", "server"),
    "neutron.port": ("ports", "port"),
    "cinder.volume": ("volumes", "volume"),
    "host aggregate": ("aggregates", "host aggregate"),
    "cinder.snapshot": ("volume_snapshots", "volume snapshot"),
    "compute zone": ("compute_zones", "availability zone"),
    "volume zone": ("volume_zones", "availability zone"),
}
"""Custom constraint (or a kind that has none) -> the section of a snapshot that holds such things, and what one is called."""
_FOUND_BY_SERVICE = frozenset(
    ("glance.image", *(kind for kind in KINDS if kind.startswith("neutron.") and kind != "neutron.security_group"))
)
"""The kinds of which Heat takes what the service finds by a name. Of the others, Heat compares the names itself."""


class Thing(NamedTuple):
    """One thing of a cloud: its custom constraint as `kind`, its name and id, and its entry in the snapshot."""

    kind: str
    name: str
    id: str
    entry: Mapping[str, Any]

    @property
    def noun(self) -> str:
        """What such a thing is called: "image"."""
        return KINDS[self.kind][1]

    @property
    def summary(self) -> str:
        """What matters when one is chosen, on one line; empty where there is nothing to say."""
        from hotlint.cloud.summaries import summary

        return summary(self.kind, self.entry)


class CloudFacts:
    """The facts of one snapshot. `path` is its file, `name` the cloud's name in clouds.yaml.

    What the snapshot does not list at all, such as images where Glance did not answer, is unknown; `unread` are sentences
    about it, where the cloud was asked just now.
    """

    def __init__(self, data: Mapping[str, Any], path: str = "") -> None:
        self.path = path
        self.name = str(data.get("cloud") or "")
        self.data = data
        self.unread: tuple[str, ...] = ()
        self._named: dict[str, dict[str, tuple[Thing, ...]]] = {}

    @property
    def release(self) -> str | None:
        """The series of the release of Heat ("2025.1"); None where it is not known."""
        release = self.data.get("heat", {}).get("release")
        return str(release) if release else None

    @property
    def role(self) -> str | None:
        """The role of who took the snapshot, "admin" or "member"; None where it is not known."""
        return {"admin": "admin", "member": "member"}.get(str(self.data.get("role")))

    @property
    def resource_types(self) -> frozenset[str] | None:
        """The names of the resource types that are available; None where they are not known."""
        types = self.data.get("heat", {}).get("resource_types")
        return frozenset(types) if types is not None else None

    @property
    def versions(self) -> frozenset[str] | None:
        """The versions of HOT, as dates; None where they are not known."""
        versions = self.data.get("heat", {}).get("versions")
        return frozenset(item["version"] for item in versions) if versions is not None else None

    @property
    def services(self) -> frozenset[str] | None:
        """The types of the services in the catalog ("compute"); None where they are not known."""
        services = self.data.get("services")
        return frozenset(services) if services is not None else None

    def has_microversion(self, service: str, least: tuple[int, int]) -> bool | None:
        """Return whether the newest microversion of a service is at least this one; None where it is not known."""
        found = str((self.data.get("microversions") or {}).get(service) or "").split(".")
        return tuple(map(int, found)) >= least if len(found) == 2 and all(map(str.isdecimal, found)) else None

    @property
    def quotas(self) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
        """The quotas, by service and by what is counted: {"limit": -1 for no limit, "used": ...}."""
        return self.data.get("quotas") or {}

    def is_known(self, kind: str) -> bool:
        """Return whether all things of a kind (see `KINDS`) are listed."""
        return kind in KINDS and self.data.get(KINDS[kind][0]) is not None

    def things(self, kind: str) -> list[Thing]:
        """Return the things of a kind, by name; none where they are not known."""
        return [thing for name in self._by_name(kind).values() for thing in name]

    def find(self, kind: str, value: str) -> tuple[Thing, ...]:
        """Return the things that a name or an id means, as Heat looks them up: an id first, then all of that name."""
        by_id = self._by_id(kind).get(value)
        return by_id or self._by_name(kind).get(value, ())

    def differing_in_case(self, kind: str, value: str) -> str | None:
        """Return the one name that the service finds for a value if its database ignores case, as MySQL does; None for none."""
        found = [name for name in self.names(kind) if name.casefold() == value.casefold()]
        return found[0] if kind in _FOUND_BY_SERVICE and len(found) == 1 and found[0] != value else None

    def names(self, kind: str) -> list[str]:
        """Return the names of the things of a kind, each once, sorted."""
        return list(self._by_name(kind))

    def subnets_of(self, network: Thing) -> list[Thing]:
        """Return the subnets of a network."""
        return [s for s in self.things("neutron.subnet") if s.entry.get("network_id") == network.id]

    def _by_name(self, kind: str) -> dict[str, tuple[Thing, ...]]:
        return self._index(kind, "name")

    def _by_id(self, kind: str) -> dict[str, tuple[Thing, ...]]:
        return self._index(kind, "id")

    def _index(self, kind: str, key: str) -> dict[str, tuple[Thing, ...]]:
        index = self._named.get(f"{kind} {key}")
        if index is None:
            index = {}
            for entry in self.data.get(KINDS[kind][0]) or () if kind in KINDS else ():
                thing = Thing(kind, str(entry["name"]), str(entry.get("id") or ""), entry)
                value = thing.name if key == "name" else thing.id
                if value:
                    index[value] = (*index.get(value, ()), thing)
            self._named[f"{kind} {key}"] = index
        return index
