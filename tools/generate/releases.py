#!/usr/bin/env python3
"""Generate the releases of Heat that have each resource type, property and attribute, into the packaged facts.

    python tools/generate/releases.py [--data hotlint/data] [--cache FOLDER]

`make catalog` runs this after the extraction of the newest release. It downloads the last release of each major version of
openstack-heat (through pip, wheels only; none is installed), up to the one that the facts were extracted from, and reads
their resources with hotlint's plugin reader, which runs nothing. It writes
    types/<NAME>.json   "releases" of parts that were added after their parent, "past" for parts that the newest release lacks
                        or has changed (`hotlint.resource_types.facts`), and whole files of removed types
    types.json          "releases" of types, and entries of removed types ("removed")
    releases.json       the releases that were read, with their names
Running it again writes the same files.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

import yaml

from hotlint.resource_types.plugins import read_plugins

Facts = dict[str, Any]
OLDEST = 11
CHANGING = ("type", "required", "default", "constraints", "update", "immutable")
SECTIONS = ("properties", "attributes", "update_policy")
BEHAVIOR = ("any_attributes", "dynamic", "reference", "retype", "snapshot", "translations")
RESOURCES = "heat/engine/resources/"

SERIES = {
    # Series of OpenStack by major version of openstack-heat, in the order of Heat's own release notes.
    5: "liberty", 6: "mitaka", 7: "newton", 8: "ocata", 9: "pike", 10: "queens", 11: "rocky", 12: "stein", 13: "train",
    14: "ussuri", 15: "victoria", 16: "wallaby", 17: "xena", 18: "yoga", 19: "zed", 20: "2023.1", 21: "2023.2",
    22: "2024.1", 23: "2024.2", 24: "2025.1", 25: "2025.2", 26: "2026.1", 27: "2026.2",
}  # fmt: skip
NAMES = {
    "2013.1": "grizzly", "2013.2": "havana", "2014.1": "icehouse", "2014.2": "juno", "2015.1": "kilo",
    "2023.1": "antelope", "2023.2": "bobcat", "2024.1": "caracal", "2024.2": "dalmatian", "2025.1": "epoxy",
    "2025.2": "flamingo", "2026.1": "gazpacho", "2026.2": "hibiscus",
}  # fmt: skip
REMOVED_BEFORE = {
    # Types that were removed before the oldest release that is read, but whose old names Heat's default environment still
    # maps. The release that removed them (7.0.0) is in Heat's change log, the one that added them in the support status of
    # the types that replace them.
    "OS::Ceilometer::Alarm": ("2013.2", "6.1.2"),
    "OS::Ceilometer::CombinationAlarm": ("2014.1", "6.1.2"),
    "OS::Ceilometer::GnocchiResourcesAlarm": ("2015.1", "6.1.2"),
    "OS::Ceilometer::GnocchiAggregationByMetricsAlarm": ("2015.1", "6.1.2"),
    "OS::Ceilometer::GnocchiAggregationByResourcesAlarm": ("2015.1", "6.1.2"),
}


def versions(newest: str) -> list[str]:
    """Return the last release of each major version up to `newest`, the oldest first. Exits when PyPI lacks `newest`."""
    command = [sys.executable, "-m", "pip", "index", "versions", "openstack-heat", "--disable-pip-version-check"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"Available versions: (.*)", listed)
    last: dict[int, str] = {}
    for version in sorted(found[1].split(", ") if found else (), key=numbers):
        if numbers(version)[0] >= OLDEST and numbers(version) <= numbers(newest):
            last[numbers(version)[0]] = version
    if last.get(numbers(newest)[0]) != newest:
        sys.exit(f"PyPI has no openstack-heat {newest}, which the facts were extracted from.")
    return [last[major] for major in sorted(last)]


def numbers(version: str) -> tuple[int, ...]:
    """Return the parts of a release number."""
    return tuple(int(part) for part in version.split("."))


def wheel(version: str, cache: pathlib.Path) -> pathlib.Path:
    """Return the wheel of one release in the cache folder, after downloading it there if necessary."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    if not (found := list(cache.glob(f"openstack_heat-{version}-*.whl"))):
        subprocess.run([*command, "--dest", str(cache), f"openstack-heat=={version}"], check=True)
        found = list(cache.glob(f"openstack_heat-{version}-*.whl"))
    return found[0]


def types_of(path: pathlib.Path) -> dict[str, Facts]:
    """Return the facts of each type of a release that its resources or its default environment register."""
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        sources = {
            name.removeprefix(RESOURCES): archive.read(name).decode()
            for name in sorted(names)
            if name.startswith(RESOURCES) and name.endswith(".py")
        }

        def library(module: str) -> str | None:
            base = module.replace(".", "/")
            file = next((name for name in (f"{base}.py", f"{base}/__init__.py") if name in names), None)
            return archive.read(file).decode() if file and file.startswith("heat/") else None

        found = read_plugins(sources, package="heat.engine.resources", library=library)
        for problem in found.problems:
            print(f"  {path.name}: {problem.path}: {problem.message}")
        opened = [name for name, facts in found.types.items() if "open" in facts]
        print(f"{path.name}: {len(found.types)} types{', partly unknown: ' if opened else ''}{', '.join(opened)}")
        return {**found.types, **template_types(archive)}


def template_types(archive: zipfile.ZipFile) -> dict[str, Facts]:
    """Return the types that are templates; their parameters are properties, their outputs attributes (names only)."""
    files = {name.partition("/data/etc/heat/")[2]: name for name in archive.namelist() if "/data/etc/heat/" in name}
    registry = yaml.safe_load(archive.read(files["environment.d/default.yaml"]))["resource_registry"]
    found = {}
    for name, value in registry.items():
        file = files.get(f"templates/{str(value).rpartition('/')[2]}")
        if file:
            template = yaml.safe_load(archive.read(file))
            parts = {key.lower(): part for key, part in template.items()}
            found[name] = {
                "type": name,
                "properties": {key: {} for key in parts.get("parameters", ())},
                "attributes": {key: {} for key in parts.get("outputs", ())},
                "origin": "environment",
            }
    return found


class History:
    """The same type or property in each release that has it: its facts by the index of the release."""

    def __init__(self, releases: list[str], facts: dict[int, Facts]) -> None:
        self.releases = releases
        self.facts = facts

    @property
    def span(self) -> list[str]:
        """First and last release that have it."""
        return [self.releases[min(self.facts)], self.releases[max(self.facts)]]

    def children(self, section: str) -> dict[str, History]:
        """Return the history of each part that a section has in any release, in the order of the newest one."""
        names: dict[str, None] = {}
        for index in sorted(self.facts, reverse=True):
            names.update(dict.fromkeys(self.facts[index].get(section, ())))
        return {
            name: History(
                self.releases, {i: f[section][name] for i, f in self.facts.items() if name in f.get(section, ())}
            )
            for name in names
        }

    def items(self) -> History:
        """Return the history of the schema of list items."""
        return History(self.releases, {i: f["items"] for i, f in self.facts.items() if "items" in f})


def dated(history: History, facts: Facts, path: str) -> Facts:
    """Return `facts`, those of the last release that has the part, with the differences of earlier releases."""
    result = {key: value for key, value in facts.items() if key not in ("past", "releases")}
    past = {**placeholder(history, facts), **changed(history)}
    for section in SECTIONS:
        current = facts.get(section, {})
        for name, child in history.children(section).items():
            own = dated(child, current.get(name, child.facts[max(child.facts)]), f"{path}.{name}")
            if child.facts.keys() != history.facts.keys():
                own["releases"] = child.span
                report_gap(child, history, f"{path}.{name}")
            if name in current:
                result[section] = {**result[section], name: own}
            else:
                past.setdefault(section, {})[name] = own
    if "items" in facts and (items := history.items()).facts:
        result["items"] = dated(items, facts["items"], f"{path}.*")
    return {**result, **({"past": past} if past else {})}


def placeholder(history: History, facts: Facts) -> Facts:
    """Return {"before", "facts"}: the facts of a placeholder, schemas aside, before it became one; empty for other types."""
    if not facts.get("any_properties"):
        return {}
    real = [index for index, old in history.facts.items() if not old.get("any_properties")]
    if not real:
        return {}
    before = history.releases[max(real) + 1]
    return {"before": before, "facts": {k: v for k, v in history.facts[max(real)].items() if k in BEHAVIOR}}


def changed(history: History) -> Facts:
    """Return {"was": [[last release, facts that differed until then], ...]}, the oldest first; empty when none did."""
    stated = {index: {key: facts.get(key) for key in CHANGING} for index, facts in history.facts.items()}
    was: list[list[Any]] = []
    for index in sorted(stated)[:-1]:
        following = min(other for other in stated if other > index)
        if stated[index] != stated[following]:
            newest = stated[max(stated)]
            was.append([history.releases[index], {k: v for k, v in stated[index].items() if v != newest[k]}])
    return {"was": was} if was else {}


def report_gap(child: History, parent: History, path: str) -> None:
    """Print parts that are missing in a release between their first and last: a range cannot express that."""
    inside = {i for i in parent.facts if min(child.facts) <= i <= max(child.facts)}
    if inside != child.facts.keys():
        print(f"  {path} is missing in releases between: {sorted(inside - child.facts.keys())}")


def merge(data: pathlib.Path, releases: list[str], read: list[dict[str, Facts]]) -> None:
    """Write the histories into the files of the packaged facts."""
    index = json.loads((data / "types.json").read_text("utf-8"))
    entries = {name: e for name, e in index["types"].items() if "removed" not in e}
    names = dict.fromkeys([*entries, *(name for types in read for name in types), *REMOVED_BEFORE])
    everywhere = set(range(len(releases)))
    for name in names:
        history = History(releases, {i: types[name] for i, types in enumerate(read) if name in types})
        entry = {key: value for key, value in entries.get(name, {}).items() if key != "releases"}
        if name not in entries:
            entry = removed(name, history, index["aliases"])
        elif history.facts.keys() != everywhere:
            entry["releases"] = history.span
        entries[name] = entry
        if history.facts:
            file = data / "types" / f"{name.replace('::', '__')}.json"
            newest = json.loads(file.read_text("utf-8")) if file.exists() else history.facts[max(history.facts)]
            facts = dated(history, newest, name)
            write(file, {**facts, **({"releases": entry["releases"]} if "releases" in entry else {})})
    index["types"] = {name: entries[name] for name in sorted(entries)}
    write(data / "types.json", index)


def removed(name: str, history: History, aliases: dict[str, str]) -> Facts:
    """Return the index entry of a type that the newest release does not have."""
    if not history.facts:
        return {"removed": True, "releases": list(REMOVED_BEFORE[name]), "instead": aliases[name]}
    support = history.facts[max(history.facts)].get("support", {})
    instead = support.get("instead")
    return {"removed": True, "releases": history.span, **({"instead": instead} if instead else {})}


def names_of(releases: Iterable[str]) -> Facts:
    """Return the table of releases: number, series and name of each that was read, and the names of older ones."""
    rows = []
    for number in releases:
        series = SERIES[numbers(number)[0]]
        rows.append([number, series, NAMES.get(series, series)])
    older = {f"{major}": name for major, name in SERIES.items() if major < OLDEST}
    return {"releases": rows, "older": {**{k: v for k, v in NAMES.items() if numbers(k) < (2016,)}, **older}}


def write(path: pathlib.Path, facts: Facts) -> None:
    """Write facts as JSON on one line."""
    path.write_text(json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8", newline="\n")


def changes(facts: Facts, path: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the path and the range of each part of a type that has a range of releases."""
    for section in SECTIONS:
        for items in (facts.get(section, {}), facts.get("past", {}).get(section, {})):
            for name, item in items.items():
                if "releases" in item:
                    yield f"{path} {section}.{name}", item["releases"]
                yield from changes(item, f"{path} {section}.{name}")
    if "items" in facts:
        yield from changes(facts["items"], f"{path}.*")


def main() -> int:
    """Generate the releases and print a summary."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("hotlint/data"))
    parser.add_argument("--cache", type=pathlib.Path, help="a folder to keep the releases in, 45 MB")
    args = parser.parse_args()
    newest = json.loads((args.data / "types.json").read_text("utf-8"))["heat"]
    releases = versions(newest)
    with tempfile.TemporaryDirectory() as scratch:
        cache = args.cache or pathlib.Path(scratch)
        cache.mkdir(parents=True, exist_ok=True)
        read = [types_of(wheel(version, cache)) for version in releases]
    merge(args.data, releases, read)
    write(args.data / "releases.json", names_of(releases))
    index = json.loads((args.data / "types.json").read_text("utf-8"))["types"]
    files = [json.loads(file.read_text("utf-8")) for file in (args.data / "types").glob("*.json")]
    ranges = sum(1 for facts in files for _ in changes(facts, ""))
    gone = [name for name, entry in index.items() if "removed" in entry]
    print(
        f"{len(releases)} releases, {len(index)} types ({len(gone)} removed), {ranges} ranges of properties and attributes"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
