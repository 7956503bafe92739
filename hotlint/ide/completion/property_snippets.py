"""Snippets of properties, with a place to fill in for each value."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hotlint.ide.completion.item import escaped
from hotlint.resource_types.schema import Property

_PLACE = re.compile(r"\$\{(\d+)")


def property_snippet(name: str, schema: Property, depth: int = 0) -> str:
    """Return a snippet for a property with a value of its type, required keys included."""
    key = escaped(name)
    if schema.type == "list":
        items = schema.items
        inner = _required(items) if items is not None and depth == 0 else ""
        return f"{key}:\n- {inner or '${1}'}"
    if schema.type == "map":
        return f"{key}:\n  {_required(schema) or '${1}'}"
    allowed = next((c.args for c in schema.constraints if c.kind == "allowed_values"), None)
    if (
        isinstance(allowed, list)
        and 0 < len(allowed) <= 20
        and all(isinstance(v, str) and v and not set(v) & set(",|$}\\") for v in allowed)
    ):
        return f"{key}: ${{1|{','.join(allowed)}|}}"
    if schema.type == "boolean":
        return f"{key}: ${{1|true,false|}}"
    return f"{key}: ${{1}}"


def _required(schema: Property) -> str:
    if schema.properties is None:
        return ""
    names = [n for n, p in schema.properties.items() if p.required]
    return "\n  ".join(f"{escaped(n)}: ${{{i}}}" for i, n in enumerate(names, 1))


def joined(snippets: Iterable[str], between: str) -> str:
    """Return several snippets as one, the places of each numbered on from those before."""
    text, last = "", 0
    for snippet in snippets:
        places = [int(n) for n in _PLACE.findall(snippet)]
        shifted = _PLACE.sub(lambda found, by=last: f"${{{int(found.group(1)) + by}", snippet)  # type: ignore[misc]
        text += (between if text else "") + shifted
        last += max(places, default=0)
    return text
