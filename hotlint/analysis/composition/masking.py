"""What is shown of a value: what is also known of it with all that is hidden unknown."""

from __future__ import annotations

from hotlint.analysis.template import Parameter
from hotlint.language.origins import FILE, PARAMETER, ValueSource, is_hidden, source_of
from hotlint.language.origins import HIDDEN as HIDDEN_SOURCE
from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown, Value, text_of

REDACTED = "******"
"""Replaces a secret, as in Heat's own answers."""
HIDDEN = Unknown("it is hidden", None, ValueSource(HIDDEN_SOURCE, hidden=True))


def shown_of(value: Value, masked: Value) -> Value:
    """Return what is shown of a value, by the same value with all that is hidden unknown."""
    if value is masked or value is OMITTED:
        return value
    if isinstance(value, Unknown):
        if source_of(value, FILE) is not None and masked != value:
            return masked if isinstance(masked, Unknown) else HIDDEN  # its name comes from something hidden
        is_said = source_of(value, PARAMETER) is not None  # with the value, where that is invalid
        return Unknown(masked.reason, value.type, value.origin) if is_said and isinstance(masked, Unknown) else value
    if isinstance(masked, PartialText) and isinstance(value, str | PartialText):
        kept = [p.origin for p in value.parts if isinstance(p, Unknown)] if isinstance(value, PartialText) else []
        parts = [p if isinstance(p, str) or p.origin in kept or not is_hidden(p) else REDACTED for p in masked.parts]
        return text_of(p for n, p in enumerate(parts) if p is not REDACTED or parts[n - 1 : n] != [REDACTED])
    if isinstance(value, Either):
        if isinstance(masked, Either) and masked.condition == value.condition:
            return Either(
                value.condition, shown_of(value.if_true, masked.if_true), shown_of(value.if_false, masked.if_false)
            )
        return REDACTED
    if isinstance(value, Partial):
        known = masked.known if isinstance(masked, Partial) else masked
        shown = shown_of(value.known, known)
        return Partial(shown, value.rest) if isinstance(shown, dict | list) else shown
    rest = isinstance(masked, Partial)
    masked = masked.known if isinstance(masked, Partial) else masked
    if isinstance(value, dict) and isinstance(masked, dict) and (rest or value.keys() == masked.keys()):
        found = {k: shown_of(v, masked[k]) for k, v in value.items() if k in masked}
        return found if len(found) == len(value) else {**found, REDACTED: REDACTED}
    if isinstance(value, list) and isinstance(masked, list):
        return _shown_items(value, masked) if rest or len(value) == len(masked) else REDACTED
    return value if value.__class__ is masked.__class__ and value == masked else REDACTED


def _shown_items(value: list[Value], masked: list[Value]) -> Value:
    """Return what is shown of a list: where it may have more items than the other one, these are one redacted item."""
    if len(value) == len(masked):
        return [shown_of(a, b) for a, b in zip(value, masked, strict=True)]
    start = next((n for n, item in enumerate(masked) if isinstance(item, Unknown)), 0)
    end = next((n for n, item in enumerate(reversed(masked)) if isinstance(item, Unknown)), 0)
    if start + end > len(value):
        return REDACTED
    pairs = [shown_of(a, b) for a, b in zip(value[:start], masked[:start], strict=True)]
    last = zip(value[len(value) - end :], masked[len(masked) - end :], strict=True)
    return [*pairs, REDACTED, *(shown_of(a, b) for a, b in last)]


def leaves(value: Value) -> set[str]:
    """Return the texts and numbers in a value, keys included."""
    if isinstance(value, dict | list | tuple):
        return set().union(*map(leaves, [*value, *value.values()] if isinstance(value, dict) else value))
    return (
        {str(value)} if isinstance(value, str | int | float) and not isinstance(value, bool) and value != "" else set()
    )


def hidden(reason: str, parameter: Parameter | None = None) -> Unknown:
    """Return the unknown value of something hidden: of a parameter, or of what the reason says."""
    name, kind = (reason, None) if parameter is None else (parameter.name, parameter.type)
    return Unknown(reason, kind, ValueSource(HIDDEN_SOURCE, name, hidden=True))
