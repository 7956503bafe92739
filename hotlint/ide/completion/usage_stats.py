"""How often templates use each type, property and function.

Data: hotlint/data/usage.json, written by tools/generate/usage.py.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hotlint.language import functions


def function_places(path: tuple[str, ...]) -> list[str]:
    """Return the names under which functions are counted at a place, the most specific first.

    `path` is that of the mapping in which the function is the key, list indices left out.
    """
    near = path[-1] if path else ""
    if len(path) > 1 and path[-2] in ("params", "for_each"):
        near = path[-2]  # the names of placeholders are the author's own
    if not near.isidentifier() or near in functions.NAMES:
        near = ""
    around = next((step for step in reversed(path[:-1]) if step in functions.NAMES), path[0] if path else "")
    return [f"{around}/{near}", f"/{near}", f"{around}/", "/"]


@cache
def facts() -> dict[str, Any]:
    """Return the counts."""
    import json
    import pkgutil

    found: dict[str, Any] = json.loads(pkgutil.get_data("hotlint", "data/usage.json") or b"{}")
    return found


def versions() -> dict[str, int]:
    """Return the counts of versions."""
    return facts()["versions"]  # type: ignore[no-any-return]


def types() -> dict[str, int]:
    """Return the counts of resource types."""
    return facts()["types"]  # type: ignore[no-any-return]


def customs() -> dict[str, int]:
    """Return the counts of custom constraints."""
    return facts()["customs"]  # type: ignore[no-any-return]


def properties(type_: str) -> dict[str, int]:
    """Return the counts of a type's properties; nested ones by their path with dots."""
    return facts()["properties"].get(type_, {})  # type: ignore[no-any-return]


def values(name: str) -> dict[str, int]:
    """Return the counts of the values of properties of a name, in lower case; only of properties that list their values."""
    return facts()["values"].get(name, {})  # type: ignore[no-any-return]


def attributes(type_: str) -> dict[str, int]:
    """Return the counts of a type's attributes."""
    return facts()["attributes"].get(type_, {})  # type: ignore[no-any-return]


@cache
def all_attributes() -> dict[str, int]:
    """Return the counts of attributes over all types."""
    total: dict[str, int] = {}
    for counts in facts()["attributes"].values():
        for name, n in counts.items():
            total[name] = total.get(name, 0) + n
    return total


def function_order(path: tuple[str, ...]) -> dict[str, float]:
    """Return how likely each function is at a place, between 0 and 1."""
    scores: dict[str, float] = {}
    for weight, place in zip((1.0, 0.6, 0.3, 0.1), function_places(path), strict=True):
        counts: dict[str, int] = facts()["functions"].get(place, {})
        total = sum(counts.values())
        for name, n in counts.items():
            scores[name] = scores.get(name, 0.0) + weight * n / (total + 4)
    return scores
