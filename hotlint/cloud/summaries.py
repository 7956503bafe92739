"""What matters of a thing of a cloud, on one line: the size of a flavor, the addresses of a subnet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.common.annotations import Any, Final

Entry = Mapping[str, Any]
MIB = 1024


def summary(kind: str, entry: Entry) -> str:
    """Return what matters of an entry of a snapshot (kinds: see `hotlint.cloud.facts.KINDS`); empty where nothing does."""
    describe = _SUMMARIES.get(kind)
    return ", ".join(part for part in describe(entry) if part) if describe is not None else ""


def size(mib: Any) -> str:
    """Return a number of MiB with its unit: "512 MiB", "8 GiB"."""
    if not isinstance(mib, int):
        return ""
    return f"{mib // MIB} GiB" if mib >= MIB and mib % MIB == 0 else f"{mib} MiB"


def _flavor(entry: Entry) -> list[str]:
    parts = [f"{entry['vcpus']} vCPU" if "vcpus" in entry else "", size(entry.get("ram"))]
    parts += [
        f"{entry[key]} GiB {label}" for key, label in (("disk", "disk"), ("ephemeral", "ephemeral")) if key in entry
    ]
    return [*parts, "" if entry.get("public", True) else "not public"]


def _image(entry: Entry) -> list[str]:
    system = " ".join(str(entry[k]) for k in ("os_distro", "os_version") if entry.get(k))
    least = [f"at least {entry['min_disk']} GiB disk" if entry.get("min_disk") else ""]
    least += [f"at least {size(entry['min_ram'])}" if entry.get("min_ram") else ""]
    status = entry.get("status", "active")
    return [system, str(entry.get("disk_format") or ""), *least, "" if status == "active" else str(status)]


def _network(entry: Entry) -> list[str]:
    return ["external" if entry.get("external") else "", "shared" if entry.get("shared") else ""]


def _subnet(entry: Entry) -> list[str]:
    gateway = f"gateway {entry['gateway']}" if entry.get("gateway") else "no gateway"
    return [str(entry.get("cidr") or ""), f"network {entry['network']}" if entry.get("network") else "", gateway]


def _router(entry: Entry) -> list[str]:
    outside = entry.get("external_network")
    return [f"gateway to {outside}" if outside else "no gateway"]


def _zone(entry: Entry) -> list[str]:
    return ["" if entry.get("available", True) else "not available"]


def _described(entry: Entry) -> list[str]:
    return [" ".join(str(entry.get("description") or "").split())]


def _prefixes(entry: Entry) -> list[str]:
    return [str(prefix) for prefix in entry.get("prefixes") or ()]


_SUMMARIES: Final[dict[str, Callable[[Entry], list[str]]]] = {
    "nova.flavor": _flavor,
    "glance.image": _image,
    "neutron.network": _network,
    "neutron.subnet": _subnet,
    "neutron.router": _router,
    "neutron.subnetpool": _prefixes,
    "cinder.vtype": _described,
    "compute zone": _zone,
    "volume zone": _zone,
}
