"""The JSON Schemas of formats for editors, from the tables of their keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hotlint.formats.configuration import LISTS
from hotlint.formats.policies import STATES
from hotlint.formats.suite import EFFECTS
from hotlint.formats.table import Format, Key, Level
from hotlint.syntax.plain_yaml import load


def _list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _one_or_more(item: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [_list_of(item), item]}


def _mapping_to(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


_TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}
_SEVERAL = _one_or_more({"type": "string"})
_STRING_OR_NUMBER: dict[str, Any] = {"type": ["string", "number"]}
_SEVERAL_SETTINGS = _one_or_more(_STRING_OR_NUMBER)
_PATH: dict[str, Any] = {"type": "string", "pattern": "^(parameters|conditions|resources|outputs)[.\\[]"}
_KINDS: dict[str, dict[str, Any]] = {
    "file": {"type": "string"},
    "boolean": {"type": "boolean"},
    "mapping": {"type": "object"},
    # of configurations
    "name": _STRING_OR_NUMBER,
    "target": _STRING_OR_NUMBER,
    "targets": _SEVERAL_SETTINGS,
    "limit": {"type": "integer", "minimum": -1},
    "seconds": {"type": "number", "exclusiveMinimum": 0},
    **dict.fromkeys((*LISTS, "extends"), _SEVERAL_SETTINGS),
    "policies": _list_of({"type": ["string", "object"]}),
    "urls": _mapping_to({"type": "string"}),
    "severities": _mapping_to({"enum": ["error", "warning", "info"]}),
    # of suites and policies
    **dict.fromkeys(("text", "rule", "tested code", "policy code", "policy name"), _TEXT),
    **dict.fromkeys(("files", "patterns", "codes", "policy files"), _SEVERAL),
    "template": {"type": ["string", "object"]},
    "expression": {"type": ["string", "boolean"]},
    "attributes": _mapping_to({"type": "object"}),
    "named files": _mapping_to(_SEVERAL),
    "alternatives": _mapping_to({"type": "array", "minItems": 1}),
    "number": {"type": "integer", "minimum": 0},
    "pattern": {"type": "string", "format": "regex"},
    "value path": _PATH,
    "list": {"type": "array", "minItems": 1},
    "value": {},
    "flag or pattern": {"type": ["boolean", "string"]},
    "flag or unknown": {"enum": [True, False, "unknown"]},
    "effects": _mapping_to({"enum": list(EFFECTS)}),
    "expectations": _mapping_to({"enum": list(STATES)}),
}
_AROUND: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "templates": _mapping_to,
    "jinja": lambda entry: {"anyOf": [entry, _list_of(entry)]},
    **dict.fromkeys(("deployments", "tests", "errors", "policy list"), _list_of),
    "assertions": lambda operators: {
        "type": "object",
        "propertyNames": _PATH,
        "additionalProperties": {"anyOf": [{"type": ["string", "number", "boolean", "null", "array"]}, operators]},
    },
}
"""What is around the mappings inside a value, by its kind; nothing for others."""


def schema(form: Format) -> dict[str, Any]:
    """Return the schema of a format as plain data."""
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://json.schemastore.org/{form.address}.json",
        "title": form.title,
        **_level(form, form.top),
    }
    _, *others = form.levels.items()
    return made | ({"$defs": {n: _level(form, level) for n, level in others}} if form.has_definitions else {})


def schema_text(form: Format) -> str:
    """Return the schema of a format as JSON, ending in a newline."""
    return json.dumps(schema(form), indent=2) + "\n"


def _level(form: Format, level: Level) -> dict[str, Any]:
    properties = {key.name: key_schema(form, key) for key in level.keys}
    found: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
    return found | ({"required": level.required} if level.required else {}) | dict(level.facts)


def key_schema(form: Format, key: Key) -> dict[str, Any]:
    """Return the schema of the value of a key."""
    facts = {"description": key.description, **({"examples": [load(key.example)[key.name]]} if key.example else {})}
    if not key.inside:
        return facts | ({"enum": list(key.choices)} if key.choices else _KINDS[key.kind])
    inner = {"$ref": f"#/$defs/{key.inside}"} if form.has_definitions else _level(form, form.levels[key.inside])
    return facts | _AROUND.get(key.kind, dict)(inner)
