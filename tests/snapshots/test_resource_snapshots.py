"""What is found in single resources on which Heat's verdict is known, and in nested ones whose values are of the wrong type.

The templates in `input/resources.txt` were drawn from 20,000 random ones: each is the shortest that runs a line or says something
that no other does. The name of each tells the release of Heat that refused or accepted it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from finding_lines import at, brief, findings
from hotlint_rules import TYPE_RULES
from snapshot_files import FOLDER, RecordedAnswers, sections

from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.schema import ResourceType

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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.parametrize("kind", sorted(BY_TYPE))
def test_single_resources(kind: str, folder: Path) -> None:
    lines = []
    for name in BY_TYPE[kind]:
        _, number, verdict, *release = name.split()
        (folder / ".hotlint.yaml").write_text(f"target: {release[-1]}\n" if release else "", encoding="utf-8")
        found = findings(folder, TEXTS[name], [])
        refused = any(f.severity == "error" and not f.code.startswith(STRICTER) for f in found)
        assert refused == (verdict == "refused"), name
        lines += [f"-- {number}", *(brief(f, folder) for f in found)]
    RESOURCES.check(kind, "\n".join(lines))


@pytest.mark.parametrize("kind", sorted(TYPE_RULES))
def test_nested_resources_with_values_of_the_wrong_type(kind: str, folder: Path) -> None:
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
        text = "heat_template_version: 2018-08-31\nresources:\n  nested: {type: child.yaml}\n"
        for found in findings(folder, text, []):
            if found.severity == "error":
                lines += [f"-- {title}", found.message, *(f"{at(r.span)} {r.message}" for r in found.related)]
    NESTED.check(kind, "\n".join(lines))


def test_nothing_else_is_recorded() -> None:
    RESOURCES.keep_only(set(BY_TYPE))
    NESTED.keep_only({kind for kind in TYPE_RULES if isinstance(Catalog().resource(kind), ResourceType)})
