"""Whole deployments, and Heat 27.0.1's verdict on each: hotlint has the same verdict, through its public door.

tests/data/composition/NAME.case holds the files of a deployment, each below a line `=== name`; root.yaml is the template,
env*.yaml are its environments, in order. index.json has Heat's verdicts: `valid` of the client and of the validation of
the template alone, with its values; `create` of what a real creation validates besides: nested templates and members
of groups. hotlint has an error where `valid` is false, and at least a warning where only `create` is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import hotlint

DATA = Path(__file__).parents[1] / "data" / "composition"
INDEX: dict[str, dict[str, Any]] = json.loads((DATA / "index.json").read_text())
STRICTER = {"HOT002"}
"""Duplicate keys: Heat drops one of the two without a word, which hotlint calls an error on purpose."""


def unpacked(name: str, folder: Path) -> list[Path]:
    """Write the files of a case into a folder; its environments."""
    files: dict[str, list[str]] = {}
    for line in (DATA / f"{name}.case").read_text().splitlines(keepends=True):
        if line.startswith("=== "):
            lines = files[line[4:].strip()] = []
        else:
            lines.append(line)
    for path, lines in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("".join(lines))
    return [folder / f for f in sorted(files) if f.startswith("env")]


def findings(name: str, folder: Path) -> Sequence[Any]:
    environments = unpacked(name, folder)
    return hotlint.check(folder / "root.yaml", environments=environments, config=False).diagnostics


@pytest.mark.parametrize("name", sorted(INDEX))
def test_verdict(name: str, tmp_path: Path) -> None:
    heat, found = INDEX[name], findings(name, tmp_path)
    errors = [f"{d.code}: {d.message}" for d in found if d.severity == "error" and d.code not in STRICTER]
    if heat["valid"]:
        assert errors == []
    else:
        assert errors, heat["error"]
    if not heat["create"]:
        assert errors or [d for d in found if d.severity == "warning"], heat["create_error"]


def test_enough_cases() -> None:
    assert len(INDEX) >= 60
    assert {p.stem for p in DATA.glob("*.case")} == set(INDEX)
