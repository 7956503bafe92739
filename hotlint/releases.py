"""Releases of OpenStack as people name them (2025.1, epoxy, 24), and the release of openstack-heat that each stands for."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.catalogue import PACKAGED


class Release(NamedTuple):
    """`number` is of openstack-heat (24.0.0), `series` of OpenStack (2025.1), `name` its code name (epoxy)."""

    number: str
    series: str
    name: str


def known() -> list[Release]:
    """The releases that the packaged catalogue tells apart, oldest first."""
    try:
        return [Release(*row) for row in PACKAGED.file("releases.json")["releases"]]
    except OSError:
        return []


def spellings() -> list[str]:
    """Every way to name a release: series and names first."""
    found = known()
    return [*(r.series for r in found), *(r.name for r in found), *(r.number for r in found)]


def number_of(target: str) -> str | None:
    """The release of openstack-heat that a name stands for; None for one that is not known."""
    folded = target.casefold()
    for release in known():
        if folded in (release.number, release.series, release.name, release.number.split(".")[0]):
            return release.number
    return None
