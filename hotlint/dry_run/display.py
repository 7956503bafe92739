"""Values of the dry run as users and programs see them, with unknown parts marked in place."""

from __future__ import annotations

from typing import Any

from hotlint.analysis.composition.nested_values import RENEWED
from hotlint.language.values import MARKS, Either, Partial, PartialText, Unknown, Value


def label(unknown: Unknown) -> str:
    """Return a short label of an unknown value, for use within text: `<server.first_address>`, `<image>`."""
    kind, *steps = unknown.origin or ("",)
    named = ".".join(map(str, steps))
    if kind in ("attribute", "reference", "parameter", RENEWED):
        return f"<{named}>"
    return f"<{kind} {named}>" if kind else "<unknown>"


def known_parts(value: Value) -> Any:
    """Return a value as JSON can represent it: all known parts, and labels in angle brackets for unknown ones."""
    if isinstance(value, dict):
        return {_key(k): known_parts(v) for k, v in value.items()}
    if isinstance(value, list | tuple) and not isinstance(value, MARKS):
        return [known_parts(v) for v in value]
    if isinstance(value, set):
        return sorted((known_parts(v) for v in value), key=str)
    if isinstance(value, Unknown):
        return label(value)
    if isinstance(value, PartialText):
        return "".join(p if isinstance(p, str) else label(p) for p in value.parts)
    if isinstance(value, Either):
        return {f"<if {value.condition}>": known_parts(value.if_true), "<otherwise>": known_parts(value.if_false)}
    if isinstance(value, Partial):
        return _partial(value)
    return value


def _key(key: Any) -> Any:
    return key if isinstance(key, str | int | float | bool) or key is None else str(key)


def _partial(value: Partial) -> Any:
    known = known_parts(value.known)
    if isinstance(known, dict):
        return {**known, label(value.rest): "..."}
    return known
