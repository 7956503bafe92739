"""Versions of HOT, and what each one has: sections, keys, policies, parameter types.

Each fact is here once; functions and constraints name their own versions (`hotlint.language.functions`,
`constraints`). A version is identified by its canonical date; dates compare as strings, so "since" is a plain `<=`.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#heat-template-version
Heat: heat.engine.hot.template
"""

from __future__ import annotations

RELEASES = {
    "2013-05-23": "Icehouse", "2014-10-16": "Juno", "2015-04-30": "Kilo", "2015-10-15": "Liberty",
    "2016-04-08": "Mitaka", "2016-10-14": "Newton", "2017-02-24": "Ocata", "2017-09-01": "Pike",
    "2018-03-02": "Queens", "2018-08-31": "Rocky", "2021-04-16": "Wallaby",
}  # fmt: skip
"""OpenStack release that brought each version."""
VERSIONS = tuple(RELEASES)
NEWEST = VERSIONS[-1]
RELEASE_NAMES = {name.lower(): version for version, name in RELEASES.items() if version >= "2016-10-14"}
"""Release names that Heat accepts as a version -> date of that version."""

SINCE_HEAT = {"2021-04-16": "16"}
"""Version -> major release of Heat that brought it, for those that came after Rocky (11), the oldest target release."""

_CONDITIONS_SINCE = "2016-10-14"

SECTIONS = {
    "heat_template_version": "2013-05-23",
    "description": "2013-05-23",
    "parameter_groups": "2013-05-23",
    "parameters": "2013-05-23",
    "conditions": _CONDITIONS_SINCE,
    "resources": "2013-05-23",
    "outputs": "2013-05-23",
}
"""Top-level keys, in the order in which authors write them -> version that brought each."""

RESOURCE_KEYS = {
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
OUTPUT_KEYS = {"description": "2013-05-23", "condition": _CONDITIONS_SINCE, "value": "2013-05-23"}
PARAMETER_KEYS = {
    "type": "2013-05-23",
    "label": "2013-05-23",
    "description": "2013-05-23",
    "default": "2013-05-23",
    "hidden": "2013-05-23",
    "immutable": "2013-05-23",
    "tags": "2018-03-02",
    "constraints": "2013-05-23",
}
GROUP_KEYS = {"label": "2013-05-23", "description": "2013-05-23", "parameters": "2013-05-23"}
PARAMETER_TYPES = ("string", "number", "json", "comma_delimited_list", "boolean")
DELETION_POLICIES = {
    "Delete": "2013-05-23",
    "Retain": "2013-05-23",
    "Snapshot": "2013-05-23",
    "delete": _CONDITIONS_SINCE,
    "retain": _CONDITIONS_SINCE,
    "snapshot": _CONDITIONS_SINCE,
}
SHARED_PSEUDO_PARAMETER = "OS::project_id"
"""The pseudo parameter that is the same in a nested stack."""
PSEUDO_PARAMETERS = ("OS::stack_id", "OS::stack_name", SHARED_PSEUDO_PARAMETER)


def canonical(version: object) -> str | None:
    """Return the date of a `heat_template_version`, which may be a release name; None for a version unknown to Heat."""
    if not isinstance(version, str):
        return None
    return version if version in VERSIONS else RELEASE_NAMES.get(version)


def is_pseudo(name: str) -> bool:
    """Return whether a name is one of those that Heat reserves for pseudo parameters, also of one that it does not have."""
    return name.startswith("OS::")


def first_version(table: dict[str, str], version: str) -> list[str]:
    """Return the names of a table that a version has."""
    return [name for name, first in table.items() if first <= version]


def display_name(version: str) -> str:
    """Return a version as messages name it: the date, with its OpenStack release."""
    return f"{version} ({RELEASES[version]})"
