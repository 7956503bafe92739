"""Take a snapshot of a cloud: the facts that templates depend on, as plain data. What cannot be read is a note in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from hotlint.cloud import quotas
from hotlint.cloud.addresses import ranges
from hotlint.cloud.connection import SERVICES, CloudConnection
from hotlint.cloud.errors import CloudError, is_told, unknown_since
from hotlint.cloud.facts import CloudFacts
from hotlint.cloud.sections import SECTIONS, Entry, Section, entries

FORM: Final = 1
"""The version of the form of snapshots."""
Snapshot = dict[str, Any]
_Read = TypeVar("_Read")
_AT_ONCE: Final = 4
"""Lists of a service that are read at a time."""
_WITH_MICROVERSIONS: Final = ("compute",)
"""Services of which the newest microversion says what they refuse."""
_HOT = "heat_template_version."


class _Reader:
    """Reads a service, and keeps why something could not be read: {why: what}; `unanswered` are those where nothing came."""

    def __init__(self, connection: CloudConnection, with_quotas: bool = True, with_ids: bool = False) -> None:
        self.connection = connection
        self.with_quotas = with_quotas
        self.with_ids = with_ids
        self.notes: dict[str, list[str]] = {}
        self.unanswered: set[str] = set()

    def read(self, about: str, work: Callable[[], _Read]) -> _Read | None:
        """Return what `work` returns; None, and a note, where the cloud does not tell it."""
        try:
            return work()
        except CloudError as exc:
            why = str(exc)
            if not is_told(exc):
                self.unanswered.add(why)
        except (KeyError, TypeError, ValueError, AttributeError) as exc:
            why = f"the answer has a form that is not known ({type(exc).__name__})"
        self.notes.setdefault(why, []).append(about)
        return None

    def service(self, service: str) -> Snapshot:
        """Return what a service tells, by section."""
        found: Snapshot = {}
        sections = [s for s in SECTIONS if s.service == service and (self.with_ids or not s.asked)]
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            parts = list(pool.map(lambda s: self.read(s.name, partial(self._section, s)), sections))
        found |= {s.name: listed for s, listed in zip(sections, parts, strict=True) if listed is not None}
        if service == "orchestration":
            found["heat"] = self.heat()
        if service in _WITH_MICROVERSIONS:
            newest = self.read(f"microversion of {service}", lambda: self._microversion(service))
            found |= {"microversions": {service: newest}} if newest else {}
        if found.get("subnets"):
            self._used_addresses(found["subnets"])
        if service in quotas.READERS and self.with_quotas:
            counted = self.read(f"quotas of {service}", lambda: quotas.READERS[service](self.connection))
            if counted is not None:
                found["quotas"] = {service: counted}
        return found

    def _section(self, section: Section) -> list[Entry]:
        return entries(section, self.connection.pages(section.service, section.path, section.key))

    def _microversion(self, service: str) -> str:
        return str(self.connection.get(service, "/")["version"].get("version") or "")

    def heat(self) -> Snapshot:
        """Return the versions of HOT, each with its functions, and the names of the resource types."""
        get = self.connection.get
        listed = self.read("versions", lambda: _hot_versions(get("orchestration", "/template_versions")))
        names = sorted(listed or ())
        versions = [{"version": n.removeprefix(_HOT), **self._functions(n)} for n in names]
        types = self.read("resource_types", lambda: _type_names(get("orchestration", "/resource_types")))
        found = {"versions": versions if listed is not None else None, "resource_types": types}
        return {name: value for name, value in found.items() if value is not None}

    def _functions(self, version: str) -> Snapshot:
        path = f"/template_versions/{version}/functions?with_condition_func=true"
        names = self.read("functions", lambda: _function_names(self.connection.get("orchestration", path)))
        return {"functions": names} if names is not None else {}

    def _used_addresses(self, subnets: list[Entry]) -> None:
        """Add the addresses in use to each subnet, as far as the credentials may see them."""
        used = self.read("used addresses", self._addresses_of_ports)
        if used is None:
            return
        for subnet in subnets:
            subnet["used"] = used.get(subnet["id"], [])
        counted = self.read("used addresses of other projects", self._counted_subnets)
        hidden = [subnet for subnet in subnets if subnet["id"] not in (counted or ()) and not subnet["used"]]
        for subnet in hidden:
            del subnet["used"]  # Neutron lists only the ports of the project, and does not say so
        if hidden and counted is not None:
            names = ", ".join(sorted(str(subnet["name"] or subnet["id"]) for subnet in hidden))
            why = f"Neutron does not show ports of other projects to the credentials, in the subnets {names}"
            self.notes.setdefault(why, []).append("used addresses")

    def _addresses_of_ports(self) -> dict[str, list[str]]:
        """Return the ranges of addresses of the ports that the credentials may see, by the id of their subnet."""
        used: dict[str, list[str]] = {}
        for port in self.connection.pages("network", "/ports?fields=fixed_ips&fields=id", "ports"):
            for address in port.get("fixed_ips") or ():
                used.setdefault(address["subnet_id"], []).append(address["ip_address"])
        return {subnet: ranges(addresses) for subnet, addresses in used.items()}

    def _counted_subnets(self) -> set[str]:
        """Return the ids of the subnets of which Neutron counts all addresses: those that the credentials see completely."""
        answer = self.connection.get("network", "/network-ip-availabilities")["network_ip_availabilities"]
        return {subnet["subnet_id"] for network in answer for subnet in network["subnet_ip_availability"]}


def take(connection: CloudConnection, with_ids: bool = False) -> Snapshot:
    """Return a snapshot of a cloud, with its servers, ports and volumes `with_ids`. Services are asked at the same time.

    Raises CloudError where nothing at all can be read.
    """
    readers = {service: _Reader(connection, with_ids=with_ids) for service in SERVICES}
    with ThreadPoolExecutor(len(readers)) as pool:
        parts = list(pool.map(lambda item: item[1].service(item[0]), readers.items()))
    if not any(part.get("heat") or any(key != "heat" for key in part) for part in parts):
        raise CloudError(next(why for reader in readers.values() for why in reader.notes))
    merged: Snapshot = {key: value for part in parts for key, value in part.items()}
    counted = {service: c for part in parts for service, c in part.get("quotas", {}).items()}
    _name_networks(merged)
    found: Snapshot = {
        "snapshot": FORM,
        "cloud": connection.name,
        "region": connection.region,
        "project": connection.project_name,
        "role": connection.role,
        "services": list(connection.services),
    }
    found |= {
        name: merged[name]
        for name in ("heat", "microversions", *(s.name for s in SECTIONS))
        if merged.get(name) is not None
    }
    if counted:
        found["quotas"] = dict(sorted(counted.items()))
    notes = _notes(readers.values())
    return found | ({"notes": notes} if notes else {})


def facts_now(connection: CloudConnection) -> CloudFacts:
    """Return what a cloud has at this moment: names, sizes and addresses.

    What cannot be read is unknown; `unread` says so where the cloud does not answer.
    """
    readers = {
        service: _Reader(connection, with_quotas=False, with_ids=True)
        for service in SERVICES
        if service != "orchestration"
    }
    with ThreadPoolExecutor(len(readers)) as pool:
        parts = list(pool.map(lambda item: item[1].service(item[0]), readers.items()))
    found = CloudFacts({"cloud": connection.name, **{name: value for part in parts for name, value in part.items()}})
    found.unread = tuple(
        unknown_since(why, sorted(about))
        for reader in readers.values()
        for why, about in reader.notes.items()
        if why in reader.unanswered
    )
    return found


def _notes(readers: Iterable[_Reader]) -> list[Entry]:
    """Return what could not be read and why, each reason once."""
    reasons: dict[str, list[str]] = {}
    for reader in readers:
        for why, about in reader.notes.items():
            reasons.setdefault(why, []).extend(about)
    return [{"about": sorted(set(about)), "note": why} for why, about in sorted(reasons.items())]


def _hot_versions(answer: Any) -> list[str]:
    return [v["version"] for v in answer["template_versions"] if v.get("type") == "hot"]


def _function_names(answer: Any) -> list[str]:
    return sorted({f["functions"] for f in answer["template_functions"]})


def _type_names(answer: Any) -> list[str]:
    return sorted({t["resource_type"] if isinstance(t, dict) else str(t) for t in answer["resource_types"]})


def _name_networks(found: Snapshot) -> None:
    """Add the names of networks to what refers to them by id."""
    names = {n["id"]: n["name"] for n in found.get("networks") or () if n.get("id") and n.get("name")}
    for section, key in (("subnets", "network"), ("routers", "external_network")):
        found_entries: list[Entry] = found.get(section) or []
        for index, entry in enumerate(found_entries):
            name = names.get(entry.get(f"{key}_id", ""))
            if name is not None:
                rest = {k: v for k, v in entry.items() if k != "name"}
                found_entries[index] = {"name": entry["name"], key: name, **rest}
