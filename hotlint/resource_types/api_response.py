"""Conversion of the answer of Heat's API to "resource type show" into the facts of a type (heat/engine/service.py)."""

from __future__ import annotations

import re
from typing import Any

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
    properties and translation rules. Raises ValueError for a malformed answer.
    """
    name = shown["resource_type"]
    if not _NAME.fullmatch(name):
        raise ValueError("its name is not a resource type name")
    old = packaged or {}
    known = {key: value for key, value in old.items() if key not in ("properties", "attributes", "support", "releases")}
    properties = {n: _property(n, p) for n, p in _mapping("'properties'", shown.get("properties")).items()}
    listed = _mapping("'attributes'", shown.get("attributes")).items()
    attributes = {n: _attribute(_mapping(f"attribute '{n}'", a)) for n, a in listed if n != "show"}
    support = _support(shown.get("support_status"), old.get("support"))
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


def _mapping(what: str, shown: Any) -> Facts:
    """Return a part of the answer, empty for null. Raises ValueError where it is no mapping."""
    if not isinstance(shown or {}, dict):
        raise ValueError(f"{what} must be a mapping")
    return shown or {}


def _property(name: str, shown: Any) -> Facts:
    shown = _mapping(f"property '{name}'", shown)
    kind = str(shown.get("type") or "").lower()
    if kind not in _TYPES:
        raise ValueError(f"property '{name}' is of type '{kind}'" if kind else f"property '{name}' has no type")
    facts: Facts = {"type": kind}
    if shown.get("description"):
        facts["description"] = str(shown["description"])
    if shown.get("required"):
        facts["required"] = True
    if shown.get("default") is not None:
        facts["default"] = shown["default"]
    listed = shown.get("constraints") or []
    if not isinstance(listed, list):
        raise ValueError(f"the constraints of property '{name}' must be a list")
    described = (_mapping(f"a constraint of property '{name}'", constraint) for constraint in listed)
    constraints = [c for c in map(_constraint, described) if c]
    if constraints:
        facts["constraints"] = constraints
    if shown.get("update_allowed"):
        facts["update"] = "in-place"
    if shown.get("immutable"):
        facts["immutable"] = True
    nested = _mapping(f"the schema of property '{name}'", shown.get("schema"))
    if kind == "list" and nested:
        facts["items"] = _property(f"{name}.*", nested.get("*"))
    elif kind == "map" and shown.get("schema") is not None:
        facts["properties"] = {key: _property(f"{name}.{key}", inner) for key, inner in nested.items()}
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


def _support(shown: Any, old: Facts | None) -> Facts:
    shown = _mapping("'support_status'", shown)
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
