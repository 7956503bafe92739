"""Releases of OpenStack by their names (2025.1, epoxy, 24), and the release of openstack-heat of each.

The table is data/releases.json, which tools/generate/releases.py writes.
"""

from __future__ import annotations

from functools import cache, lru_cache

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.resource_types.catalog import PACKAGED


class Release(NamedTuple):
    """A release: `number` of openstack-heat (24.1.2), `series` of OpenStack (2025.1), code `name` (epoxy)."""

    number: str
    series: str
    name: str

    @property
    def title(self) -> str:
        """The name for messages: "Rocky", "2025.1 Epoxy"."""
        return self.name.title() if self.name == self.series else f"{self.series} {self.name.title()}"


@cache
def _table() -> dict[str, Any]:
    try:
        return PACKAGED.file("releases.json")
    except OSError:
        return {"releases": [], "older": {}}


@cache
def known() -> tuple[Release, ...]:
    """Return the releases that the packaged facts distinguish, the oldest first."""
    return tuple(Release(*row) for row in _table()["releases"])


def spellings() -> list[str]:
    """Return every way to write a release: series, then names, then numbers."""
    rows = known()
    return [*(r.series for r in rows), *(r.name for r in rows), *(r.number for r in rows)]


def parse_release(text: str) -> Release | None:
    """Return the release that is written as "24", "24.0.0", "2025.1", "epoxy" or "2025.1 Epoxy"; None for any other.

    Every number of a series means the last one of that series, the one whose types are known.
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
    """Return the release number of openstack-heat for the name of a release; None for an unknown name."""
    release = parse_release(target)
    return release.number if release else None


@lru_cache(maxsize=1_000)
def title(number: str) -> str:
    """Return the name for messages of a release number in the facts: "Queens" for "10.0.0"."""
    release = parse_release(number)
    if release is not None:
        return release.title
    older = _table()["older"]
    name = older.get(number.partition(".")[0]) or older.get(".".join(number.split(".")[:2]))
    return str(name).title() if name else number


def span(first: str, last: str) -> str:
    """Return a range of releases in words: "since 2024.1 Caracal", "until Zed", "from Train to Zed"."""
    numbers = [release.number for release in known()]
    if not numbers or last == numbers[-1]:
        return f"since {title(first)}"
    if first == numbers[0]:
        return f"until {title(last)}"
    return f"only in {title(first)}" if first == last else f"from {title(first)} to {title(last)}"
