"""The JSON Schema of .hotlint.yaml for editors, generated from the table of its keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hotlint.analysis.environments.file import to_plain
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.linter.settings.keys import DEPLOYMENT, JINJA, KEYS, Key
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

_STRINGS: dict[str, Any] = {
    "anyOf": [{"type": "array", "items": {"type": ["string", "number"]}}, {"type": ["string", "number"]}]
}
_SEVERITY: dict[str, Any] = {"enum": list(SEVERITIES)}
_KINDS: dict[str, dict[str, Any]] = {
    "text": {"type": ["string", "number"]},
    "target": {"type": ["string", "number"]},
    "file": {"type": "string"},
    "boolean": {"type": "boolean"},
    "limit": {"type": "integer", "minimum": -1},
    "seconds": {"type": "number", "exclusiveMinimum": 0},
    "strings": _STRINGS,
    "mapping": {"type": "object"},
    "paths": _STRINGS,
    "folders": _STRINGS,
    "globs": _STRINGS,
    "selectors": _STRINGS,
    "profiles": _STRINGS,
    "policies": {"type": "array", "items": {"type": ["string", "object"]}},
    "extends": _STRINGS,
    "severity": _SEVERITY,
    "severities": {"type": "object", "additionalProperties": _SEVERITY},
}


def schema() -> dict[str, Any]:
    """Return the schema as plain data."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://json.schemastore.org/hotlint.json",
        "title": "Configuration of hotlint (.hotlint.yaml)",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {key.name: _key(key) for key in KEYS.values()},
    }


def schema_text() -> str:
    """Return the schema as JSON, ending in a newline: the text of docs/hotlint-schema.json."""
    import json

    return json.dumps(schema(), indent=2) + "\n"


def _key(key: Key) -> dict[str, Any]:
    facts = {"description": key.description, **({"examples": [_example(key)]} if key.example else {})}
    if key.kind == "templates":
        section = _section(k for k in KEYS.values() if k.in_templates)
        return facts | {"type": "object", "additionalProperties": section}
    if key.kind == "deployments":
        return facts | {"type": "array", "items": _section(DEPLOYMENT) | {"required": ["name", "template"]}}
    if key.kind == "jinja":
        section = _section(JINJA)
        return facts | {"anyOf": [section, {"type": "array", "items": section}]}
    return facts | ({"enum": key.choices} if key.choices else _KINDS[key.kind])


def _section(keys: Iterable[Key]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": {k.name: _key(k) for k in keys}}


def _example(key: Key) -> Any:
    document = parse(Source(key.name, key.example))
    assert document.root is not None
    example: dict[str, Any] = to_plain(document.root)
    return example[key.name]
