"""The filters of Ansible that templates of stacks use most: pure functions of their arguments, without files or lookups."""

from __future__ import annotations

import base64
import json
import posixpath
import re
from collections.abc import Callable
from typing import Any

from hotlint.syntax import plain_yaml


def _to_yaml(value: Any, indent: int = 2, **_: Any) -> str:
    return plain_yaml.dump(value, indent=indent, flow=None)


def _to_nice_yaml(value: Any, indent: int = 4, **_: Any) -> str:
    return plain_yaml.dump(value, indent=indent, flow=False)


def _to_json(value: Any, **_: Any) -> str:
    return json.dumps(value)


def _to_nice_json(value: Any, indent: int = 4, **_: Any) -> str:
    return json.dumps(value, indent=indent, sort_keys=True)


def _bool(value: Any) -> bool:
    return value if isinstance(value, bool) else str(value).lower() in ("yes", "on", "1", "true")


def _combine(*mappings: dict[Any, Any], recursive: bool = False) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for mapping in mappings:
        for key, value in mapping.items():
            both = recursive and isinstance(value, dict) and isinstance(result.get(key), dict)
            result[key] = _combine(result[key], value, recursive=True) if both else value
    return result


def _mandatory(value: Any) -> Any:
    str(value)  # an undefined value raises here
    return value


def _regex_replace(value: Any, pattern: str, replacement: str = "") -> str:
    return re.sub(pattern, replacement, str(value))


def _flatten(value: Any) -> list[Any]:
    return [leaf for item in value for leaf in _flatten(item)] if isinstance(value, list) else [value]


def _quote(value: Any) -> str:
    return "'" + str(value).replace("'", "'\"'\"'") + "'"


FILTERS: dict[str, Callable[..., Any]] = {
    "b64decode": lambda value: base64.b64decode(str(value)).decode("utf-8"),
    "b64encode": lambda value: base64.b64encode(str(value).encode("utf-8")).decode("ascii"),
    "basename": lambda value: posixpath.basename(str(value)),
    "bool": _bool,
    "combine": _combine,
    "dict2items": lambda value: [{"key": k, "value": v} for k, v in value.items()],
    "difference": lambda value, other: [item for item in value if item not in other],
    "dirname": lambda value: posixpath.dirname(str(value)),
    "flatten": _flatten,
    "from_json": lambda value: json.loads(str(value)),
    "from_yaml": lambda value: plain_yaml.load(str(value)),
    "intersect": lambda value, other: [item for item in value if item in other],
    "items2dict": lambda value: {item["key"]: item["value"] for item in value},
    "mandatory": _mandatory,
    "quote": _quote,
    "regex_replace": _regex_replace,
    "ternary": lambda value, yes, no: yes if value else no,
    "to_json": _to_json,
    "to_nice_json": _to_nice_json,
    "to_nice_yaml": _to_nice_yaml,
    "to_yaml": _to_yaml,
    "union": lambda value, other: [*value, *(item for item in other if item not in value)],
}
"""By name, with the behavior that Ansible documents."""
