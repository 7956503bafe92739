#!/usr/bin/env python3
"""How well the plugin reader agrees with importing, on Heat's own resources.

    python benchmarks/bench_plugin_reader.py PYTHON-WITH-HEAT

One side imports: hotlint/resource_types/extraction, run by the interpreter named on the command line. The other reads the files of
that Heat's heat/engine/resources without running them: first these files alone; then as a site's plugins are read, with
the packaged facts for what they import of the rest of Heat; then with the sources of that rest. Every property (of the
schema and of the update policy, at every depth) and every attribute counts once; it agrees when type, required flag and
constraints are the same. What only the reader has counts against it too.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from hotlint.resource_types.plugins import read_plugins
from hotlint.resource_types.plugins.folders import packaged_facts

Facts = dict[str, Any]
HERE = pathlib.Path(__file__).resolve().parent
COMPARED = ("type", "required", "constraints")
FURTHER = ("default", "update", "immutable", "implemented", "support", "cache")


def imported(python: str) -> tuple[dict[str, Facts], pathlib.Path]:
    """Facts of each registered type by importing, and the folder of the heat package."""
    find = "import heat, os; print(os.path.dirname(heat.__file__))"
    folder = subprocess.run([python, "-c", find], check=True, capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as out:
        subprocess.run(
            [python, str(HERE.parent / "hotlint" / "resource_types" / "extraction"), "--out", out], check=True
        )
        files = pathlib.Path(out, "types").glob("*.json")
        types = {facts["type"]: facts for facts in map(json.loads, (file.read_text("utf-8") for file in files))}
    return {name: facts for name, facts in types.items() if facts.get("origin") != "environment"}, pathlib.Path(folder)


def read(heat: pathlib.Path, **given: Any) -> tuple[dict[str, Facts], float]:
    """Facts of each type by reading, and the seconds that it took."""
    root = heat / "engine" / "resources"
    sources = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in root.rglob("*.py")}
    start = time.perf_counter()
    found = read_plugins(sources, package="heat.engine.resources", **given)
    return found.types, time.perf_counter() - start


def items(facts: Facts, path: str) -> Iterator[tuple[str, Facts]]:
    """Every property and attribute below a type or property, with its path."""
    for key in ("properties", "attributes", "update_policy"):
        for name, item in facts.get(key, {}).items():
            yield f"{path} {key}.{name}", item
            yield from items(item, f"{path} {key}.{name}")
    if "items" in facts:
        yield f"{path}.*", facts["items"]
        yield from items(facts["items"], f"{path}.*")


def report(title: str, truth: dict[str, Facts], ours: dict[str, Facts], seconds: float, show: bool) -> float:
    """Print the agreement; returns it as a share of 1."""
    expected = {path: item for name, facts in truth.items() for path, item in items(facts, name)}
    found = {path: item for name, facts in ours.items() for path, item in items(facts, name)}
    same = [p for p, item in expected.items() if p in found and all(item.get(k) == found[p].get(k) for k in COMPARED)]
    extra = found.keys() - expected.keys()
    share = len(same) / (len(expected) + len(extra))
    print(f"{title}: {len(truth.keys() & ours.keys())} of {len(truth)} types, {len(ours.keys() - truth.keys())} more")
    print(f"  properties and attributes: {len(same)} of {len(expected)} agree, {len(extra)} more: {share:.2%}")
    for key in FURTHER:
        count = sum(p in found and item.get(key) == found[p].get(key) for p, item in expected.items())
        print(f"  {key}: {count / len(expected):.2%}")
    whole = {key: sum(truth[n].get(key) == ours.get(n, {}).get(key) for n in truth) for key in type_keys(truth)}
    print("  types: " + ", ".join(f"{key} {count}" for key, count in whole.items()))
    print(f"  {seconds:.2f} s")
    if show:
        for path in sorted(expected.keys() - {*same} | extra):
            print("   ", path, expected.get(path), "<>", found.get(path))
    return share


def type_keys(truth: dict[str, Facts]) -> list[str]:
    keys = {key for facts in truth.values() for key in facts}
    return sorted(keys - {"type", "properties", "attributes", "update_policy", "module", "class"})


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("python", help="an interpreter that has openstack-heat")
    parser.add_argument("--differences", action="store_true", help="list what does not agree")
    args = parser.parse_args()
    truth, heat = imported(args.python)

    def library(name: str) -> str | None:
        place = heat.parent.joinpath(*name.split("."))
        files = (place.with_suffix(".py"), place / "__init__.py")
        return next((f.read_text("utf-8") for f in files if name.startswith("heat.") and f.is_file()), None)

    alone = report("heat/engine/resources alone", truth, *read(heat), args.differences)
    report("with packaged facts, as plugins are", truth, *read(heat, facts=packaged_facts), args.differences)
    report("with the heat package next to it", truth, *read(heat, library=library), args.differences)
    return 0 if alone >= 0.97 else 1


if __name__ == "__main__":
    sys.exit(main())
