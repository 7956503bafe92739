"""The JSON Schema of .hotlint.yaml for editors, generated from the table of its keys."""

from __future__ import annotations

from typing import Any

from hotlint.analysis.environment import to_plain
from hotlint.linter.config_keys import KEYS, Key
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

_STRINGS: dict[str, Any] = {
    "anyOf": [{"type": "array", "items": {"type": ["string", "number"]}}, {"type": ["string", "number"]}]
}
_SEVERITY: dict[str, Any] = {"enum": list(SEVERITIES)}
_JINJA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "files": _STRINGS,
        "variables": {"type": "object"},
        "variable_files": _STRINGS,
        "search_path": _STRINGS,
        "trim_blocks": {"type": "boolean"},
        "lstrip_blocks": {"type": "boolean"},
    },
}
_KINDS: dict[str, dict[str, Any]] = {
    "string": {"type": ["string", "number"]},
    "target": {"type": ["string", "number"]},
    "snapshot": {"type": "string"},
    "boolean": {"type": "boolean"},
    "seconds": {"type": "number", "exclusiveMinimum": 0},
    "strings": _STRINGS,
    "paths": _STRINGS,
    "globs": _STRINGS,
    "selectors": _STRINGS,
    "profiles": _STRINGS,
    "policies": {"type": "array", "items": {"type": ["string", "object"]}},
    "extends": _STRINGS,
    "deployments": {
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": False,
            "required": ["name", "template"],
            "properties": {
                "name": {"type": ["string", "number"]},
                "template": {"type": "string"},
                "environments": _STRINGS,
                "values": {"type": "object"},
                "target": {"type": ["string", "number"]},
            },
        },
    },
    "jinja": {"anyOf": [_JINJA, {"type": "array", "items": _JINJA}]},
    "severity": _SEVERITY,
    "severities": {"type": "object", "additionalProperties": _SEVERITY},
}


def schema() -> dict[str, Any]:
    """Return the schema as plain data."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
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
    facts = {"description": key.summary, "examples": [_example(key)]}
    if key.kind != "templates":
        return facts | _KINDS[key.kind]
    under = {k.name: _key(k) for k in KEYS.values() if k.in_templates}
    section = {"type": "object", "additionalProperties": False, "properties": under}
    return facts | {"type": "object", "additionalProperties": section}


def _example(key: Key) -> Any:
    document = parse(Source(key.name, key.example))
    assert document.root is not None
    example: dict[str, Any] = to_plain(document.root)
    return example[key.name]
