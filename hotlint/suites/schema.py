"""The JSON Schemas of suites and of files of policies for editors, generated from the tables of their keys."""

from __future__ import annotations

import json
from typing import Any

from hotlint.policies import model as policies
from hotlint.suites import keys
from hotlint.syntax.field_reader import DocumentKey

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}
_STRINGS: dict[str, Any] = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}
_PATH: dict[str, Any] = {"type": "string", "pattern": "^(parameters|conditions|resources|outputs)[.\\[]"}
_KINDS: dict[str, dict[str, Any]] = {
    "file": {"type": "string"},
    "template": {"type": ["string", "object"]},
    "text": _TEXT,
    "expression": {"type": ["string", "boolean"]},
    "files": _STRINGS,
    "globs": _STRINGS,
    "codes": _STRINGS,
    "mapping": {"type": "object"},
    "attributes": {"type": "object", "additionalProperties": {"type": "object"}},
    "named files": {"type": "object", "additionalProperties": _STRINGS},
    "alternatives": {"type": "object", "additionalProperties": {"type": "array", "minItems": 1}},
    "boolean": {"type": "boolean"},
    "number": {"type": "integer", "minimum": 0},
    "pattern": {"type": "string", "format": "regex"},
    "path": _PATH,
    "list": {"type": "array", "minItems": 1},
    "value": {},
    "flag or pattern": {"type": ["boolean", "string"]},
    "flag or unknown": {"enum": [True, False, "unknown"]},
    "effects": {"type": "object", "additionalProperties": {"enum": list(keys.EFFECTS)}},
    "expectations": {"type": "object", "additionalProperties": {"enum": list(policies.STATES)}},
    "matrix": {"$ref": "#/$defs/matrix"},
    "tests": {"type": "array", "items": {"$ref": "#/$defs/test"}},
    "errors": {"type": "array", "items": {"$ref": "#/$defs/error"}},
    "update": {"$ref": "#/$defs/update"},
    "policies": {"type": "array", "items": {"$ref": "#/$defs/policy"}},
    "assertions": {
        "type": "object",
        "propertyNames": _PATH,
        "additionalProperties": {
            "anyOf": [
                {"type": ["string", "number", "boolean", "null", "array"]},
                {"$ref": "#/$defs/operators"},
            ]
        },
    },
}


def suite_schema() -> dict[str, Any]:
    """Return the schema of a suite as plain data."""
    return {
        "$schema": _DRAFT,
        "$id": "https://json.schemastore.org/hotlint-suite.json",
        "title": "Test suite of a Heat template (*.hot-test.yaml)",
        **_object(keys.SUITE),
        "$defs": {
            "test": _object(keys.TEST),
            "matrix": _object(keys.MATRIX),
            "error": _object(keys.ERROR) | {"minProperties": 1},
            "update": _object(keys.UPDATE),
            "operators": _object(keys.OPERATORS) | {"minProperties": 1},
        },
    }


def policy_schema() -> dict[str, Any]:
    """Return the schema of a file of policies as plain data."""
    subjects = [{"required": [name]} for name in policies.SUBJECTS]
    return {
        "$schema": _DRAFT,
        "$id": "https://json.schemastore.org/hotlint-policies.json",
        "title": "Policies of hotlint",
        **_object(policies.FILE),
        "$defs": {"policy": _object(policies.POLICY) | {"oneOf": subjects}, "test": _object(policies.TEST)},
    }


def _object(level: tuple[DocumentKey, ...]) -> dict[str, Any]:
    properties = {key.name: {"description": key.summary, **_kind(key.kind)} for key in level}
    found: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
    required = [key.name for key in level if key.required]
    return found | {"required": required} if required else found


def _kind(kind: str) -> dict[str, Any]:
    prefix = "choice of "
    return {"enum": kind.removeprefix(prefix).split()} if kind.startswith(prefix) else _KINDS[kind]


def schema_text(schema: dict[str, Any]) -> str:
    """Return a schema as JSON, ending in a newline."""
    return json.dumps(schema, indent=2) + "\n"
