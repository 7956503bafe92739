"""Releases of OpenStack as people name them (2025.1, epoxy, 24), and the release of openstack-heat that each stands for.

The table is data/releases.json, which tools/releases.py writes.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from hotlint.resource_types.catalog import PACKAGED


class Release(NamedTuple):
    """`number` is of openstack-heat (24.1.2), `series` of OpenStack (2025.1), `name` its code name (epoxy)."""

    number: str
    series: str
    name: str

    @property
    def title(self) -> str:
        """As a message has it: "Rocky", "2025.1 Epoxy"."""
        return self.name.title() if self.name == self.series else f"{self.series} {self.name.title()}"


@cache
def _table() -> dict[str, Any]:
    try:
        return PACKAGED.file("releases.json")
    except OSError:
        return {"releases": [], "older": {}}


@cache
def known() -> tuple[Release, ...]:
    """The releases that the packaged catalogue tells apart, oldest first."""
    return tuple(Release(*row) for row in _table()["releases"])


def spellings() -> list[str]:
    """Every way to name a release: series and names first."""
    found = known()
    return [*(r.series for r in found), *(r.name for r in found), *(r.number for r in found)]


def parse_release(text: str) -> Release | None:
    """The release that a text names: "24", "24.0.0", "2025.1", "epoxy", "2025.1 Epoxy"; None for one that is not known.

    Any number of a series stands for the last one of that series, whose types are known.
    """
    folded = " ".join(text.casefold().split())
    major = folded.partition(".")[0] if folded.replace(".", "").isdecimal() else None
    for release in known():
        if folded in (release.series, release.name, release.title.casefold()):
            return release
        if release.number.partition(".")[0] == major:
            return release
    return None


def number_of(target: str) -> str | None:
    """The release of openstack-heat that a name stands for; None for one that is not known."""
    release = parse_release(target)
    return release.number if release else None


def title(number: str) -> str:
    """A release number of the facts, such as a "since", as a message has it: "10.0.0" is "Queens"."""
    release = parse_release(number)
    if release is not None:
        return release.title
    older = _table()["older"]
    name = older.get(number.partition(".")[0]) or older.get(".".join(number.split(".")[:2]))
    return str(name).title() if name else number


def span(first: str, last: str) -> str:
    """When something existed, as a message has it: "since 2024.1 Caracal", "until Zed", "from Train to Zed"."""
    numbers = [release.number for release in known()]
    if not numbers or last == numbers[-1]:
        return f"since {title(first)}"
    if first == numbers[0]:
        return f"until {title(last)}"
    return f"only in {title(first)}" if first == last else f"from {title(first)} to {title(last)}"
