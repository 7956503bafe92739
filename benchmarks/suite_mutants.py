"""How many broken templates their suites notice: each template is broken in 20 ways that change what is deployed.

    python benchmarks/suite_mutants.py [SUITE...]      (default: the suites of examples/tests)

A mutation changes one thing in the parameters' defaults, conditions, resources or outputs: a value, a reference, the branches
of an `if`, a condition, an item of a list, a property that goes missing. It counts where the preview changes with the
values of the suite, or when one parameter has another of its allowed values, or all strings have other ones.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Callable, Iterator
from glob import glob
from pathlib import Path
from typing import Any

import yaml

import hotlint
from hotlint.analysis.files.project import Project
from hotlint.linter.checking.engine import Engine
from hotlint.output.formats import renderer
from hotlint.resource_types.catalog import Catalog
from hotlint.suites.model import PlannedTest, Suite
from hotlint.suites.reader import read_suite
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.syntax.source import Source

MUTANTS = 20
SECTIONS = ("parameters", "conditions", "resources", "outputs")
KEPT = {"type", "description", "label", "constraints", "hidden", "depends_on"}
"""Keys whose values are no part of what is deployed, or whose change Heat refuses at once."""
Path_ = tuple[Any, ...]


class Overlay:
    """Surroundings in which one template has another text."""

    def __init__(self, path: str, text: str) -> None:
        self._project = Project(Catalog(), {path: Source(path, text)})

    def project(self, template: str) -> Project:
        """Return the project with the text."""
        return self._project

    def environments(self, template: str) -> tuple[str, ...]:
        """Return no environments."""
        return ()

    def engine(self) -> Engine:
        """Return an engine without configurations."""
        return Engine(use_config=False)


def places(node: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Yield every node of a tree with its path, but for those that are no part of what is deployed."""
    yield path, node
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        if not (key in KEPT and len(path) == 2):
            yield from places(value, (*path, key))


def changed(tree: Any, path: Path_, change: Callable[[Any, Any], None]) -> Any:
    """Return a copy of a tree in which `change` was called with the parent of a node and its key."""
    copied = copy.deepcopy(tree)
    parent = copied
    for step in path[:-1]:
        parent = parent[step]
    change(parent, path[-1])
    return copied


def put(value: Any) -> Callable[[Any, Any], None]:
    """Return a change that puts another value in the place of a node."""

    def change(parent: Any, key: Any) -> None:
        parent[key] = value

    return change


def remove(parent: Any, key: Any) -> None:
    """Remove a node."""
    del parent[key]


def mutations(tree: Any) -> Iterator[Any]:
    """Yield trees with one change each."""
    names = list(tree.get("parameters") or {})
    for path, node in places({name: tree.get(name) or {} for name in SECTIONS}):
        if len(path) < 3:
            continue
        key, section = path[-1], path[0]
        in_default = section == "parameters" and key == "default"
        if section == "parameters" and not in_default:
            continue
        if isinstance(node, bool):
            yield changed(tree, path, put(not node))
        elif isinstance(node, int | float):
            yield changed(tree, path, put(node + 1))
        elif isinstance(node, str) and key not in ("get_param", "get_resource", "get_file", "condition", "type"):
            middle = len(node) // 2
            yield changed(tree, path, put(f"{node[:middle]}x{node[middle:]}"))
        if key == "get_param" and isinstance(node, str):
            yield from (changed(tree, path, put(other)) for other in names if other != node)
        if key == "if" and isinstance(node, list) and len(node) == 3:
            yield changed(tree, path, put([node[0], node[2], node[1]]))
        if key == "condition" or (section == "conditions" and len(path) == 2):
            yield changed(tree, path, put({"not": node}))
        if len(path) == 4 and path[2] == "properties" and section == "resources":
            yield changed(tree, path, remove)
        if isinstance(key, int) and len(path) > 4:
            yield changed(tree, path, remove)
    for name, condition in (tree.get("conditions") or {}).items():
        yield changed(tree, ("conditions", name), put({"not": condition}))


def grid(suite: Suite, tree: Any) -> list[dict[str, Any]]:
    """Return the sets of values with which two templates are compared."""
    given = dict(suite.inputs.parameters)
    found = [given]
    strings = {}
    for name, parameter in (tree.get("parameters") or {}).items():
        allowed = [v for c in parameter.get("constraints") or [] for v in c.get("allowed_values") or []]
        if parameter["type"] == "boolean":
            allowed = [True, False]
        found += [{**given, name: value} for value in allowed]
        if parameter["type"] == "string" and not parameter.get("constraints"):
            strings[name] = f"another-{name}"
    return [*found, {**given, **strings}]


def results(suite: Suite, text: str, values: list[dict[str, Any]]) -> list[str]:
    """Return what a template is resolved to, for each set of values."""
    found = []
    for parameters in values:
        preview = hotlint.preview(
            suite.inputs.template,
            text=text,
            parameters=parameters,
            attributes=suite.inputs.attributes,
            show_hidden=True,
        )
        data = preview.to_dict()
        del data["parameters"]
        found.append(json.dumps(data, sort_keys=True, default=str))
    return found


def kills(suite: Suite, text: str, *, snapshots: bool) -> bool:
    """Return whether a test of the suite fails with another text of its template."""

    def wanted(_: Suite, planned: PlannedTest) -> bool:
        return snapshots or planned.test.snapshot is None

    runner = SuiteRunner(Overlay(suite.inputs.template, text), RunOptions(renderer("preview", "yaml"), wanted=wanted))
    return not runner.run_file(suite.path).ok


def measure(path: str) -> tuple[int, int, int]:
    """Return how many mutants of a template there are, how many tests kill without snapshots, and how many with them."""
    suite = read_suite(path, Path(path).read_text(encoding="utf-8"))
    tree = yaml.load(Path(suite.inputs.template).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    tree = yaml.safe_load(Path(suite.inputs.template).read_text(encoding="utf-8")) | {
        "heat_template_version": tree["heat_template_version"]
    }
    values = grid(suite, tree)
    original = results(suite, yaml.safe_dump(tree, sort_keys=False), values)
    assert not kills(suite, yaml.safe_dump(tree, sort_keys=False), snapshots=False), path
    candidates = list(mutations(tree))
    random.Random(16).shuffle(candidates)
    count = plain = whole = 0
    for candidate in candidates:
        text = yaml.safe_dump(candidate, sort_keys=False)
        if results(suite, text, values) == original:
            continue
        count += 1
        plain += kills(suite, text, snapshots=False)
        whole += kills(suite, text, snapshots=True)
        if count == MUTANTS:
            break
    return count, plain, whole


def main(paths: list[str]) -> int:
    """Print a row for each suite. Returns the exit code."""
    total = [0, 0, 0]
    print(f"{'suite':<44} mutants  killed by assertions  and with snapshots")
    for path in paths or sorted(glob("examples/tests/*.hot-test.yaml")):
        found = measure(path)
        total = [a + b for a, b in zip(total, found, strict=True)]
        print(f"{Path(path).name:<44} {found[0]:7}  {found[1]:20}  {found[2]:18}", flush=True)
    shares = [100 * n / total[0] for n in total[1:]]
    print(f"{'all':<44} {total[0]:7}  {f'{total[1]} = {shares[0]:.1f} %':>20}  {f'{total[2]} = {shares[1]:.1f} %':>18}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
