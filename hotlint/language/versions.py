"""What each version of HOT has: sections, keys, policies, constraint kinds (HOT specification, by version).

Functions tell their own versions (`hotlint.language.functions`); everything else that changes with the version is here.
A version is named by its canonical date; dates compare as text, so "since" is a plain `<=`.
"""

from __future__ import annotations

from typing import Final

VERSIONS: Final = (
    "2013-05-23", "2014-10-16", "2015-04-30", "2015-10-15", "2016-04-08", "2016-10-14",
    "2017-02-24", "2017-09-01", "2018-03-02", "2018-08-31", "2021-04-16",
)  # fmt: skip
NEWEST: Final = VERSIONS[-1]
RELEASE_NAMES: Final = {
    "newton": "2016-10-14",
    "ocata": "2017-02-24",
    "pike": "2017-09-01",
    "queens": "2018-03-02",
    "rocky": "2018-08-31",
    "wallaby": "2021-04-16",
}
"""The release names that Heat takes for a version, and the date that each stands for."""

RELEASES: Final = {
    "2013-05-23": "Icehouse", "2014-10-16": "Juno", "2015-04-30": "Kilo", "2015-10-15": "Liberty",
    "2016-04-08": "Mitaka", "2016-10-14": "Newton", "2017-02-24": "Ocata", "2017-09-01": "Pike",
    "2018-03-02": "Queens", "2018-08-31": "Rocky", "2021-04-16": "Wallaby",
}  # fmt: skip
"""The OpenStack release that brought each version."""

_CONDITIONS_SINCE = "2016-10-14"

SECTIONS: Final = {
    "heat_template_version": "2013-05-23",
    "description": "2013-05-23",
    "parameter_groups": "2013-05-23",
    "parameters": "2013-05-23",
    "conditions": _CONDITIONS_SINCE,
    "resources": "2013-05-23",
    "outputs": "2013-05-23",
}
"""Top-level keys, each with the version that brought it, in the order in which authors write them."""

RESOURCE_KEYS: Final = {
    "type": "2013-05-23",
    "description": "2013-05-23",
    "condition": _CONDITIONS_SINCE,
    "external_id": _CONDITIONS_SINCE,
    "depends_on": "2013-05-23",
    "properties": "2013-05-23",
    "metadata": "2013-05-23",
    "deletion_policy": "2013-05-23",
    "update_policy": "2013-05-23",
}
OUTPUT_KEYS: Final = {"description": "2013-05-23", "condition": _CONDITIONS_SINCE, "value": "2013-05-23"}
PARAMETER_KEYS: Final = {
    "type": "2013-05-23",
    "label": "2013-05-23",
    "description": "2013-05-23",
    "default": "2013-05-23",
    "hidden": "2013-05-23",
    "immutable": "2013-05-23",
    "tags": "2018-03-02",
    "constraints": "2013-05-23",
}
GROUP_KEYS: Final = {"label": "2013-05-23", "description": "2013-05-23", "parameters": "2013-05-23"}
PARAMETER_TYPES: Final = ("string", "number", "json", "comma_delimited_list", "boolean")
DELETION_POLICIES: Final = {
    "Delete": "2013-05-23",
    "Retain": "2013-05-23",
    "Snapshot": "2013-05-23",
    "delete": _CONDITIONS_SINCE,
    "retain": _CONDITIONS_SINCE,
    "snapshot": _CONDITIONS_SINCE,
}
PSEUDO_PARAMETERS: Final = ("OS::stack_id", "OS::stack_name", "OS::project_id")


def canonical(version: object) -> str | None:
    """The date that a `heat_template_version` stands for, or None when Heat knows no such version."""
    if not isinstance(version, str):
        return None
    return version if version in VERSIONS else RELEASE_NAMES.get(version)


def first_version(table: dict[str, str], version: str) -> list[str]:
    """The names of a table that exist in a version."""
    return [name for name, first in table.items() if first <= version]


def display_name(version: str) -> str:
    """A version as messages say it: the date, with its release."""
    return f"{version} ({RELEASES[version]})"
