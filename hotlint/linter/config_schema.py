"""The JSON Schema of .hotlint.yaml, made from the same table that reads it: for editors, and to be looked up."""

from __future__ import annotations

from typing import Any

from hotlint.linter.config import KEYS, Key
from hotlint.linter.diagnostic import SEVERITIES

_TEXTS: dict[str, Any] = {
    "anyOf": [{"type": "array", "items": {"type": ["string", "number"]}}, {"type": ["string", "number"]}]
}
_SEVERITY: dict[str, Any] = {"enum": list(SEVERITIES)}
_KINDS: dict[str, dict[str, Any]] = {
    "text": {"type": ["string", "number"]},
    "texts": _TEXTS,
    "paths": _TEXTS,
    "globs": _TEXTS,
    "selectors": _TEXTS,
    "severity": _SEVERITY,
    "severities": {"type": "object", "additionalProperties": _SEVERITY},
}


def schema() -> dict[str, Any]:
    """The schema, as data."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Configuration of hotlint (.hotlint.yaml)",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {key.name: _key(key) for key in KEYS.values()},
    }


def schema_text() -> str:
    """The schema as the file that is shipped."""
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
    import yaml

    return yaml.safe_load(key.example)[key.name]
