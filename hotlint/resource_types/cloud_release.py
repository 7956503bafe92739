"""The release of the Heat of a cloud, by the resource types that it has: its API does not tell it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from hotlint.resource_types.catalog import PACKAGED, Catalog, ResourceType
from hotlint.resource_types.releases import known, number_of


def likely_release(types: Iterable[str]) -> str | None:
    """Return the series ("2025.1") of the release whose types fit best, the newest of equals; None without types.

    Types of services that the cloud does not have are missing without a reason of Heat's, so only namespaces count of which
    it has some.
    """
    present = set(types)
    spaces = {name.rpartition("::")[0] for name in present}
    if not present:
        return None
    best, fewest = None, len(present) + len(PACKAGED.index["types"])
    for release in known():
        expected = set(_names(release.number))
        missing = {n for n in expected - present if n.rpartition("::")[0] in spaces}
        unexpected = {n for n in present - expected if n in PACKAGED.index["types"]}
        if len(missing) + len(unexpected) <= fewest:
            best, fewest = release.series, len(missing) + len(unexpected)
    return best


def with_release(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot (see `hotlint.cloud.snapshot`) with the likely release of Heat, and the types that are not available."""
    heat = snapshot.get("heat") or {}
    types = heat.get("resource_types")
    release = likely_release(types or ())
    number = number_of(release) if release is not None else None
    if types is None or number is None:
        return snapshot
    rest = {name: value for name, value in heat.items() if name != "resource_types"}
    described = {
        "release": release,
        **rest,
        "resource_types": types,
        "unavailable_types": unavailable_types(types, number),
    }
    return {**snapshot, "heat": described}


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
