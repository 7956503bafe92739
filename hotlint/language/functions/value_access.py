"""Paths into values that are partly unknown, and their JSON."""

from __future__ import annotations

from hotlint.language.origins import part_of
from hotlint.language.values import (
    MARKS,
    Either,
    Partial,
    PartialText,
    Unknown,
    Value,
    omitted_to,
    propagate_unknown,
    settled,
    text_of,
)


def take(value: Value, step: Value, missing: Value, *, number_text: bool) -> Value:
    """Return the value at one step of a path; `missing` where there is none, which get_param and get_attr allow.

    With `number_text`, a string like "1" counts as an index of a list (get_param does so, get_attr does not).
    """
    if isinstance(value, list):
        value = settled(value)
    if isinstance(step, MARKS):
        return propagate_unknown("part", step, value, number_text)
    if isinstance(value, Unknown):
        if value.type == "string" and isinstance(step, str) and not (number_text and step.lstrip("-+ ").isdigit()):
            return missing  # whatever text it is, it has no part of that name
        if not isinstance(step, str | int):
            return propagate_unknown("part", value, step)
        return Unknown(value.reason, None, part_of(value.origin, step))
    if isinstance(value, Either):
        first = take(value.if_true, step, missing, number_text=number_text)
        second = take(value.if_false, step, missing, number_text=number_text)
        return Either(value.condition, first, second, value.origin)
    if isinstance(value, Partial):
        return _take_partly_known(value, step, missing, number_text)
    if not isinstance(step, str | int) or not isinstance(value, dict | list | str | PartialText):
        return missing
    if not isinstance(value, dict) and isinstance(step, str):
        if not number_text:
            return missing
        try:
            step = int(step)
        except ValueError:
            return missing
    try:
        if isinstance(value, PartialText):
            return propagate_unknown("part", value, step, type_="string")
        return omitted_to(missing, value[step])
    except (KeyError, IndexError):
        return missing


def _take_partly_known(value: Partial, step: Value, missing: Value, number_text: bool) -> Value:
    if isinstance(value.known, dict):
        return (
            value.known[step]
            if isinstance(step, str | int) and step in value.known
            else propagate_unknown("part", value.rest, step)
        )
    certain: list[Value] = []
    for item in value.known:
        if isinstance(item, Unknown):
            break
        certain.append(item)
    found = take(certain, step, missing, number_text=number_text)
    return propagate_unknown("part", value.rest, step) if found is missing else found


def json_text(value: Value) -> str | Unknown | PartialText:
    """Return a value as JSON with sorted keys, as Heat writes mappings and lists into strings, unknown parts in place.

    Raises TypeError for what JSON cannot hold, such as keys that are partly text and partly numbers.
    """
    import json
    import re

    marks: list[Value] = []

    def veil(part: Value) -> Value:
        part = settled(part)
        if isinstance(part, PartialText):
            return "".join(p if isinstance(p, str) else mark(p, "t") for p in part.parts)
        if isinstance(part, MARKS):
            return mark(part, "w")
        if isinstance(part, dict):
            return {k: veil(v) for k, v in part.items()}
        return [veil(v) for v in part] if isinstance(part, list) else part

    def mark(part: Value, kind: str) -> str:
        marks.append(part)
        return f"\0{kind}{len(marks) - 1}\0"

    text = json.dumps(veil(value), sort_keys=True)
    if not marks:
        return text
    pieces = re.split(r'"\\u0000w(\d+)\\u0000"|\\u0000t(\d+)\\u0000', text)
    parts = [pieces[0]]
    for whole, within, after in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        function = "json" if whole else "json text"
        parts += [propagate_unknown(function, marks[int(whole or within)]), after]
    return text_of(parts)
