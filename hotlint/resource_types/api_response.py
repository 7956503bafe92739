"""Conversion of the answer of Heat's API to "resource type show" into the facts of a type (heat/engine/service.py)."""

from __future__ import annotations

import re

from hotlint.language import constraints
from hotlint.resource_types.facts import Facts

_NAME = re.compile(r"[\w.-]+(::[\w.-]+)*")
_TYPES = frozenset(("string", "integer", "number", "boolean", "map", "list", "any"))
_SHOWN = frozenset(
    ("type", "required", "default", "constraints", "update", "immutable", "description", "items", "properties")
)
"""The facts of a property that the API shows; if it leaves one of these out, the property does not have it."""


def facts_from_response(shown: Facts, packaged: Facts | None) -> Facts:
    """Return the facts of one type from the API's answer.

    `packaged` are the packaged facts of the type, from which come those that the API does not show, such as hidden
    properties and translation rules. Raises ValueError, TypeError, KeyError or AttributeError for a malformed answer.
    """
    name = shown["resource_type"]
    if not _NAME.fullmatch(name):
        raise ValueError("its name is not a resource type name")
    old = packaged or {}
    known = {key: value for key, value in old.items() if key not in ("properties", "attributes", "support", "releases")}
    properties = {n: _property(p) for n, p in (shown.get("properties") or {}).items()}
    attributes = {n: _attribute(a) for n, a in (shown.get("attributes") or {}).items() if n != "show"}
    support = _support(shown.get("support_status") or {}, old.get("support"))
    return {
        **known,
        "type": name,
        **({"description": str(shown["description"])} if shown.get("description") else {}),
        **({"support": support} if support else {}),
        "properties": _completed(properties, old.get("properties", {})),
        "attributes": _completed(attributes, old.get("attributes", {})),
    }


def _completed(shown: dict[str, Facts], old: dict[str, Facts]) -> dict[str, Facts]:
    """Return the facts that are shown, completed by those that the API does not show."""
    merged = {name: _merged(facts, old[name]) if name in old else facts for name, facts in shown.items()}
    for name, facts in old.items():
        hidden = facts.get("support", {}).get("status") == "HIDDEN" or facts.get("implemented") is False
        if name not in merged and hidden:
            merged[name] = facts
    return merged


def _merged(shown: Facts, old: Facts) -> Facts:
    facts = {**{key: value for key, value in old.items() if key not in _SHOWN and key != "releases"}, **shown}
    if "properties" in shown and "properties" in old:
        facts["properties"] = _completed(shown["properties"], old["properties"])
    if "items" in shown and "items" in old:
        facts["items"] = _merged(shown["items"], old["items"])
    return facts


def _property(shown: Facts) -> Facts:
    kind = str(shown["type"]).lower()
    if kind not in _TYPES:
        raise ValueError(f"a property is of type {kind}")
    facts: Facts = {"type": kind}
    if shown.get("description"):
        facts["description"] = str(shown["description"])
    if shown.get("required"):
        facts["required"] = True
    if shown.get("default") is not None:
        facts["default"] = shown["default"]
    constraints = [c for c in map(_constraint, shown.get("constraints") or ()) if c]
    if constraints:
        facts["constraints"] = constraints
    if shown.get("update_allowed"):
        facts["update"] = "in-place"
    if shown.get("immutable"):
        facts["immutable"] = True
    nested = shown.get("schema")
    if kind == "list" and nested:
        facts["items"] = _property(nested["*"])
    elif kind == "map" and nested is not None:
        facts["properties"] = {name: _property(p) for name, p in nested.items()}
    return facts


def _constraint(shown: Facts) -> Facts | None:
    """Return the facts of one constraint; None for an unknown kind, which is not checked."""
    kind = next((k for k in constraints.NAMES if k in shown), None)
    if kind is None:
        return None
    described = {"description": str(shown["description"])} if shown.get("description") else {}
    return {"custom" if kind == "custom_constraint" else kind: shown[kind], **described}


def _attribute(shown: Facts) -> Facts:
    return {key: str(shown[key]) for key in ("type", "description") if shown.get(key)}


def _support(shown: Facts, old: Facts | None) -> Facts:
    facts: Facts = {}
    if shown.get("status") not in (None, "SUPPORTED"):
        facts["status"] = str(shown["status"])
    if shown.get("version"):
        facts["since"] = str(shown["version"]).strip()
    if old and "instead" in old and "status" in facts:
        facts["instead"] = old["instead"]
    if shown.get("message"):
        facts["message"] = str(shown["message"])
    if shown.get("previous_status"):
        facts["previous"] = _support(shown["previous_status"], None)
    return facts
