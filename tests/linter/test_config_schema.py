"""The schema of configurations that is shipped is the one that the table of settings makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from for_each import for_each

import hotlint
from hotlint.linter.settings.keys import KEYS
from hotlint.linter.settings.schema import schema, schema_text

SHIPPED = json.loads((Path(hotlint.__file__).parent / "data" / "config.schema.json").read_text(encoding="utf-8"))


@for_each("part", ["$schema", "$id", "title", "type", "additionalProperties", "properties"])
def test_a_part_of_the_schema(part: str) -> None:
    assert schema()[part] == SHIPPED[part], "`make docs`"
    assert list(schema()) == list(SHIPPED)


@pytest.mark.parametrize("name", [key.name for key in KEYS.values() if not key.in_templates])
def test_a_key_for_all_files_in_the_schema(name: str) -> None:
    """That of `templates` has all the others in it."""
    assert schema()["properties"][name] == SHIPPED["properties"][name], "`make docs`"


def test_the_text_of_the_schema() -> None:
    assert schema_text() == json.dumps(SHIPPED, indent=2) + "\n"
