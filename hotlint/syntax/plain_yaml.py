"""YAML as plain data: for filters of Jinja sources, whose results are text again. Templates are read by `parser`."""

from __future__ import annotations

from typing import Any

import yaml


def load(text: str) -> Any:
    """Return the data of a YAML text. Raises yaml.YAMLError for an invalid one."""
    return yaml.safe_load(text)


def dump(value: Any, *, indent: int, flow: bool | None) -> str:
    """Return data as YAML; `flow` None writes collections without collections in them in flow style."""
    text: str = yaml.safe_dump(value, default_flow_style=flow, indent=indent, allow_unicode=True)
    return text


def load_fast(text: str) -> Any:
    """Return the data of a YAML text that hotlint itself has written. Raises yaml.YAMLError for an invalid one."""
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def needs_quotes(text: str) -> bool:
    """Return whether a string would be read as something else without quotes."""
    try:
        return bool(yaml.safe_load(text) != text) or text != text.strip()
    except yaml.YAMLError:
        return True
