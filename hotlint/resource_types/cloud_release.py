"""The release of the Heat of a cloud, by its resource types and HOT versions: its API does not tell it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from hotlint.language.versions import SINCE_HEAT
from hotlint.resource_types.catalog import PACKAGED, Catalog, ResourceType
from hotlint.resource_types.releases import known, number_of

_ADMINISTRATORS = re.compile(
    r"OS::(Keystone::.*|Blazar::Host|Cinder::(EncryptedVolumeType|VolumeType|Quota|QoS.*)|Manila::ShareType"
    r"|Neutron::(Quota|ProviderNet|QoS.*|Segment)|Nova::(Flavor|Quota|HostAggregate)"
    r"|Octavia::(Quota|Flavor|FlavorProfile|AvailabilityZone|AvailabilityZoneProfile))"
)
"""Types that the policy of Heat hides from everyone but administrators (heat/policies/resource_types.py)."""


class LikelyRelease(NamedTuple):
    """The release whose types fit best, and the first that has all types and HOT versions of the cloud, as series."""

    series: str
    at_least: str


def likely_release(types: Iterable[str], versions: Iterable[str] = ()) -> LikelyRelease | None:
    """Return the release by its types and HOT versions, the newest of equals; None without types.

    Types of services that the cloud does not have are missing without a reason of Heat's, so only namespaces count of which
    it has some. Types that only administrators see do not count where they are missing.
    """
    present = set(types)
    spaces = {name.rpartition("::")[0] for name in present}
    if not present:
        return None
    described = set(versions)
    fits: list[tuple[int, str]] = []
    own = {n for n in present if n in PACKAGED.index["types"]}
    fewest = len(present)
    for release in known():
        has = set(_names(release.number))
        missing = {n for n in has - present if n.rpartition("::")[0] in spaces and not _ADMINISTRATORS.fullmatch(n)}
        later = [
            v for v, since in SINCE_HEAT.items() if v in described and int(since) > int(release.number.split(".")[0])
        ]
        unexpected = len(own - has) + len(later)
        if unexpected < fewest:
            fits, fewest = [], unexpected
        if unexpected == fewest:
            fits.append((len(missing), release.series))
    least = min(fits)[0]
    return LikelyRelease([series for count, series in fits if count == least][-1], fits[0][1])


def with_release(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot (see `hotlint.cloud.snapshot`) with the likely release of Heat, and the types that are not available."""
    heat = snapshot.get("heat") or {}
    types = heat.get("resource_types")
    release = likely_release(types or (), (str(v.get("version")) for v in heat.get("versions") or ()))
    number = number_of(release.series) if release is not None else None
    if types is None or release is None or number is None:
        return snapshot
    rest = {name: value for name, value in heat.items() if name != "resource_types"}
    described = {
        "release": release.series,
        **rest,
        "resource_types": types,
        "unavailable_types": unavailable_types(types, number),
    }
    found = {**snapshot, "heat": described}
    if release.at_least != release.series:
        why = f"Heat's types and versions are those of {release.at_least} at least; templates are checked for {release.series}"
        found["notes"] = [*snapshot.get("notes", ()), {"about": ["release of Heat"], "note": why}]
    return found


def unavailable_types(types: Collection[str], number: str) -> list[str]:
    """Return the names of types that Heat of a release has, and a cloud with these types does not, sorted.

    Heat's list of types leaves out hidden ones, so these are left out here, too.
    """
    catalog = Catalog(target=number)
    missing = sorted(set(_names(number)).difference(types))
    return [n for n in missing if isinstance(t := catalog.resource(n), ResourceType) and t.support.status != "HIDDEN"]


def _names(number: str) -> list[str]:
    """Return the names of the types that Heat itself has in a release."""
    catalog = Catalog(target=number, default_environment=False)
    entries = PACKAGED.index["types"]
    return [n for n in catalog.names() if n in entries and entries[n].get("origin") != "environment"]
