"""The settings that an editor gives on top of .hotlint.yaml."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.common.annotations import Any
from hotlint.formats.configuration import KEYS, LISTS, RESTRICTED
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.linter.settings.model import is_snapshot_name


def editor_settings(options: Mapping[str, Any], absolute: Callable[[str], str], *, trusted: bool) -> dict[str, Any]:
    """Return the settings that an editor gives, by name.

    `absolute` returns the absolute path of one relative to the workspace folder.
    """
    given = {}
    for key in KEYS.values():
        if not key.editor or (key.kind in RESTRICTED and not trusted):
            continue
        value = _value(key.kind, _option(options, key.editor), absolute)
        if value:  # an empty one stands for none
            given[key.name] = value
    return given


def _option(options: Mapping[str, Any], name: str) -> Any:
    """Return the value of a setting by its name, such as diagnostics.severity; None without one."""
    value: Any = options
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _value(kind: str, value: Any, absolute: Callable[[str], str]) -> Any:
    if kind == "severities":
        pairs = value.items() if isinstance(value, Mapping) else ()
        return tuple((selector, severity) for selector, severity in pairs if severity in SEVERITIES)
    if kind in LISTS:
        texts = tuple(v for v in value if isinstance(v, str)) if isinstance(value, list | tuple) else ()
        return tuple(map(absolute, texts)) if kind == "folders" else texts
    if not isinstance(value, str) or not value:
        return None
    return absolute(value) if kind == "file" or is_snapshot_name(value) else value
