"""Programs as plugins write them: the reader's value of each is that of Python, or unknown, and which of the two is recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from snapshot_files import FOLDER, RecordedAnswers, sections

from hotlint.resource_types.plugins import read_plugins

RECORDED = RecordedAnswers("plugin_programs")
HEAD = "from heat.engine import properties, resource\nimport copy\nimport functools\nimport itertools\nimport os\n"
ITEMS = 18
"""How many items of VALUE are read, each alone: one that is unknown hides no other."""
PROGRAMS = sections((FOLDER / "programs" / "plugins.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_value(name: str) -> None:
    found = _read(PROGRAMS[name])
    if not name.startswith(("unknown", "endless", "errors")):
        space: dict[str, Any] = {}
        exec("import copy, functools, itertools, os\n" + PROGRAMS[name], space)
        value = json.loads(json.dumps(space["VALUE"], default=repr))
        assert [item for item, right in zip(found, value, strict=False) if item is not None and item != right] == []
    RECORDED.check(f"programs: {name}", json.dumps(found))


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only({f"programs: {name}" for name in PROGRAMS})


def _read(program: str) -> list[Any]:
    """The items of VALUE as the reader evaluates them; None where one is unknown or absent."""
    schemas = ", ".join(f"'p{i}': properties.Schema('Map', default=VALUE[{i}])" for i in range(ITEMS))
    text = f"{HEAD}{program}\nclass Thing(resource.Resource):\n    properties_schema = {{{schemas}}}\n"
    text += "def resource_mapping():\n    return {'Acme::Thing': Thing}\n"
    found = read_plugins({"thing.py": text}).types.get("Acme::Thing", {}).get("properties", {})
    return [found.get(f"p{i}", {}).get("default") for i in range(ITEMS)]
