"""The schema of configurations that is shipped is the one that the table of settings makes."""

from __future__ import annotations

import json
from pathlib import Path

from for_each import for_each

import hotlint
from hotlint.formats.configuration import CONFIGURATION, KEYS
from hotlint.formats.schema import schema, schema_text

SHIPPED = json.loads((Path(hotlint.__file__).parent / "data" / "config.schema.json").read_text(encoding="utf-8"))


@for_each("part", ["$schema", "$id", "title", "type", "additionalProperties", "properties"])
def test_a_part_of_the_schema(part: str) -> None:
    assert schema(CONFIGURATION)[part] == SHIPPED[part], "`make docs`"
    assert list(schema(CONFIGURATION)) == list(SHIPPED)


@for_each("name", [key.name for key in KEYS.values() if not key.in_templates])
def test_a_key_for_all_files_in_the_schema(name: str) -> None:
    """That of `templates` has all the others in it."""
    assert schema(CONFIGURATION)["properties"][name] == SHIPPED["properties"][name], "`make docs`"


def test_the_text_of_the_schema() -> None:
    assert schema_text(CONFIGURATION) == json.dumps(SHIPPED, indent=2) + "\n"
