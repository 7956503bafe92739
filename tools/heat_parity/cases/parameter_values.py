"""Values for parameters without a default, so that a template can be validated strictly."""

import copy
import re
from typing import Any

import yaml

BY_CONSTRAINT = {"ip_addr": "10.0.0.5", "net_cidr": "10.0.0.0/24", "mac_addr": "fa:16:3e:00:00:01"}
LONG_VALUE = "a" * 8
BY_TYPE: dict[str, Any] = {"boolean": True, "json": {"a": "b"}, "comma_delimited_list": ["a", "b"]}


def environment_for(template: str) -> dict[str, Any]:
    """Return an environment with a value for each parameter that has no default, picked to satisfy type and constraints.

    Raises what PyYAML raises for a string that is not YAML, and AttributeError or TypeError for an odd template.
    """
    parameters = (yaml.safe_load(template) or {}).get("parameters") or {}
    return {
        "parameters": {
            name: _value(name, schema)
            for name, schema in parameters.items()
            if isinstance(schema, dict) and "default" not in schema
        }
    }


def _value(name: str, schema: dict[str, Any]) -> Any:
    rules: dict[str, Any] = {}
    patterns: list[str] = []
    for constraint in schema.get("constraints") or []:
        rules.update(constraint)
        patterns += [constraint["allowed_pattern"]] if "allowed_pattern" in constraint else []
    kind = schema.get("type")
    if "allowed_values" in rules:
        return rules["allowed_values"][0]
    if kind == "number":
        return (rules.get("range") or {}).get("min", (rules.get("modulo") or {}).get("offset", 1))
    if isinstance(kind, str) and kind in BY_TYPE:
        return copy.copy(BY_TYPE[kind])  # one object twice would become an alias in YAML
    return _string(name, rules, patterns)


def _string(name: str, rules: dict[str, Any], patterns: list[str]) -> str:
    value = BY_CONSTRAINT.get(rules.get("custom_constraint", ""), _guess(name.lower()))
    long_enough = "a" * max(8, (rules.get("length") or {}).get("min", 0))
    for candidate in (value, long_enough, "Aa1!aaaa", "A1!aaaaa", "example.com", "1"):
        if all(re.fullmatch(pattern, candidate) for pattern in patterns):
            return candidate
    return value


def _guess(name: str) -> str:
    if "cidr" in name:
        return "10.0.0.0/24"
    if name.endswith(("_ip", "gateway", "_start", "_end")):
        return "10.0.0.5"
    if name.endswith(("count", "size", "length", "port", "_id")) and "net" not in name:
        return "1"
    return LONG_VALUE
