"""The examples of the pages of resource types: each type has one, and hotlint finds nothing in it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.rewriting.formatter import format_text

FOLDER = Path(hotlint.__file__).parent / "data" / "examples"
TYPES = Catalog()


def offered() -> list[str]:
    """Every type that a new template may use."""
    found = (TYPES.resource(name) for name in TYPES.names())
    return [kind.name for kind in found if isinstance(kind, ResourceType) and kind.support.status != "HIDDEN"]


def test_there_are_no_other_examples() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {name.replace("::", "__") for name in offered()}


@pytest.mark.parametrize("name", offered())
def test_an_example_passes_check(name: str, tmp_path: Path) -> None:
    path = FOLDER / f"{name.replace('::', '__')}.yaml"
    text = path.read_text(encoding="utf-8")
    assert f"type: {name}\n" in text
    found = TYPES.resource(name)
    assert isinstance(found, ResourceType)
    config = tmp_path / ".hotlint.yaml"
    config.write_text("default_environment: true\n")  # as Heat is packaged, which has a few types of AWS
    report = hotlint.check(path, config=config)
    outdated = {"HOT511"} if found.support.status != "SUPPORTED" else set()
    assert {finding.code for finding in report.diagnostics} <= outdated
    assert format_text(text).text == text
