"""A preview as JSON, in the shape of hotlint.preview(...).to_dict()."""

from __future__ import annotations

import json
from typing import Any

from hotlint.common.printable import printable_json
from hotlint.dry_run.stack_preview import Preview


def render(preview: Preview) -> str:
    """The whole preview."""
    return dumped(preview.to_dict())


def dumped(data: Any) -> str:
    """Data as JSON. Text that no encoding can hold is escaped; NaN and infinities are text."""
    return printable_json(json.dumps(_plain(data), indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def _plain(value: Any) -> Any:
    """Data that any reader of JSON takes."""
    if isinstance(value, dict):
        return {_key(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_plain(v) for v in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()
    return value


def _key(key: Any) -> str:
    if isinstance(key, bool) or key is None:
        return {None: "null", True: "true", False: "false"}[key]
    return _plain(key) if isinstance(key, str) else str(key)
