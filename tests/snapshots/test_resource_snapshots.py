"""What is found in single resources on which Heat's verdict is known, and in nested ones whose values are of the wrong type.

The templates in `input/resources.txt` were drawn from 20,000 random ones: each is the shortest that runs a line or says something
that no other does. The name of each tells the release of Heat that refused or accepted it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from finding_lines import TEMPLATE, Checks, at, brief
from snapshot_files import FOLDER, RecordedAnswers, sections

from hotlint.linter.packs import registry
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.schema import ResourceType

TYPE_RULES = registry.load().type_rules.names()

RESOURCES = RecordedAnswers("types", "alone")
NESTED = RecordedAnswers("types", "nested")
TEXTS = sections((FOLDER / "input" / "resources.txt").read_text(encoding="utf-8"))
BY_TYPE: defaultdict[str, list[str]] = defaultdict(list)
for _name in TEXTS:
    BY_TYPE[_name.split()[0]].append(_name)
WRONG: dict[str, Any] = {"list": "x", "map": "x", "string": {"a": "b"}, "integer": "x", "number": "x", "boolean": "x"}
"""A value that cannot be converted to a property's type."""
STRICTER = ("HOT002", "HOT401", "HOT55")
"""Errors that Heat lets pass, by the beginning of their codes: services refuse some later."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    made = tmp_path_factory.mktemp("resources")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(made / "cache"))
        yield made


@pytest.fixture(scope="module")
def checks_for(folder: Path) -> Callable[[str], Checks]:
    """Checks of a single template for a release of Heat; for any release without one."""

    @cache
    def made(release: str) -> Checks:
        own = folder / f"release {release}"
        own.mkdir()
        (own / ".hotlint.yaml").write_text(f"target: {release}\n" if release else "", encoding="utf-8")
        return Checks(own / TEMPLATE)

    return made


@pytest.fixture(scope="module")
def nesting(folder: Path) -> Checks:
    """Checks of a template next to its nested ones."""
    return Checks(folder / TEMPLATE)


@pytest.mark.parametrize("kind", sorted(BY_TYPE))
def test_single_resources(kind: str, folder: Path, checks_for: Callable[[str], Checks]) -> None:
    lines = []
    for name in BY_TYPE[kind]:
        _, number, verdict, *release = name.split()
        found = checks_for("".join(release[-1:])).findings(TEXTS[name])
        refused = any(f.severity == "error" and not f.code.startswith(STRICTER) for f in found)
        assert refused == (verdict == "refused"), name
        lines += [f"-- {number}", *(brief(f, folder) for f in found)]
    RESOURCES.check(kind, "\n".join(lines))


@pytest.mark.parametrize("kind", sorted(TYPE_RULES))
def test_nested_resources_with_values_of_the_wrong_type(kind: str, folder: Path, nesting: Checks) -> None:
    """Heat validates a nested stack without its values, but for those that the type's own checks read."""
    declared = Catalog().resource(kind)
    if not isinstance(declared, ResourceType):
        pytest.skip("a type of former releases only")
    wrong = {name: WRONG[p.type] for name, p in declared.properties.items() if p.type in WRONG}
    right = dict.fromkeys((name for name, p in declared.properties.items() if p.type in ("string", "any")), "x")
    lines = []
    for title, members in [("", [{}, wrong]), *((name, [{name: v}, {**right, name: v}]) for name, v in wrong.items())]:
        resources = {f"r{number}": {"type": kind, "properties": given} for number, given in enumerate(members)}
        child = {"heat_template_version": "2018-08-31", "resources": resources}
        (folder / "child.yaml").write_text(json.dumps(child), encoding="utf-8")
        nesting.changed(folder / "child.yaml")
        text = "heat_template_version: 2018-08-31\nresources:\n  nested: {type: child.yaml}\n"
        for found in nesting.findings(text):
            if found.severity == "error":
                lines += [f"-- {title}", found.message, *(f"{at(r.span)} {r.message}" for r in found.related)]
    NESTED.check(kind, "\n".join(lines))


def test_nothing_else_is_recorded() -> None:
    RESOURCES.keep_only(set(BY_TYPE))
    NESTED.keep_only({kind for kind in TYPE_RULES if isinstance(Catalog().resource(kind), ResourceType)})
