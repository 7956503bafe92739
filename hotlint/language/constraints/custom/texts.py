"""json_string: string that holds JSON."""

from __future__ import annotations

from hotlint.language.constraints.custom.registry import CustomConstraint
from hotlint.language.values import describe_type, show


def json_string(value: object) -> str | None:
    """Check for any JSON, as Python reads it (NaN and Infinity included)."""
    if not value:
        return None
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, not JSON in quotes"
    import json

    try:
        json.loads(value)
    except json.JSONDecodeError as error:
        from hotlint.syntax.json_parser import json_error

        why, at = json_error(error)
        return f"{show(value)} is not JSON: {why}, at its character {at + 1}"
    except (ValueError, RecursionError):
        return f"{show(value)} is JSON with too large a number, or too deeply nested"
    return None


CONSTRAINTS = (CustomConstraint("json_string", "Text that is valid JSON; empty is fine.", json_string),)
