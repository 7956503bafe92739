"""Methods of strings, dicts and lists that plugins build schemas with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from hotlint.resource_types.plugins.budget import ITEMS, TEXT
from hotlint.resource_types.plugins.operators import key_of, small, value_of
from hotlint.resource_types.plugins.values import CONSTANTS, UNKNOWN, Arguments, Key, Map, Runtime, Seq, Value

Method: TypeAlias = Callable[[Runtime, Value, Arguments], Value]
_STRING_METHODS: Final = (
    "upper", "lower", "title", "capitalize", "strip", "lstrip", "rstrip", "swapcase", "casefold",
    "startswith", "endswith", "isdigit", "isupper", "islower", "removeprefix", "removesuffix", "find", "count",
)  # fmt: skip


def _update(run: Runtime, target: Map, passed: Arguments) -> Value:
    target.open |= not passed.complete
    for other in passed.positional:
        if isinstance(other, Map):
            run.budget.spend(1 + len(other.entries))
            target.open |= other.open
            for key, value in list(other.entries.items()):
                _add(run, target, key, value)
        elif isinstance(other, Seq) and not other.open:
            for pair in other.items:
                known = isinstance(pair, Seq) and len(pair.items) == 2
                _add(run, target, key_of(pair.items[0]) if known else None, pair.items[1] if known else UNKNOWN)
        else:
            target.open = True
    for name, value in passed.named.items():
        _add(run, target, name, value)
    return None


def _add(run: Runtime, target: Map, key: Key | None, value: Value) -> None:
    run.put(target, None if len(target.entries) >= ITEMS else key, value)


def _get(run: Runtime, target: Map, passed: Arguments) -> Value:
    key = key_of(passed.get(0, "key", UNKNOWN))
    if key is None or (target.open and key not in target.entries):
        return UNKNOWN
    return target.entries.get(key, passed.get(1, "default"))


def _pop(run: Runtime, target: Map, passed: Arguments) -> Value:
    key = key_of(passed.get(0, "key", UNKNOWN))
    found = _get(run, target, passed)
    if key is None:
        _forget(target)
    elif not run.uncertain:
        target.entries.pop(key, None)
    elif key in target.entries:
        target.entries[key] = UNKNOWN
    return found


def _forget(target: Map) -> None:
    """Remove an unknown key: no entry is certain any more."""
    target.open = True
    target.entries = dict.fromkeys(target.entries, UNKNOWN)


def _clear(run: Runtime, target: Map, _passed: Arguments) -> Value:
    if run.uncertain:
        _forget(target)
    else:
        target.entries.clear()
        target.open = False
    return None


def _setdefault(run: Runtime, target: Map, passed: Arguments) -> Value:
    key = key_of(passed.get(0, "key", UNKNOWN))
    if key is None or key not in target.entries:
        _add(run, target, key, passed.get(1, "default"))
    return UNKNOWN if key is None else target.entries.get(key, UNKNOWN)


def _copy(run: Runtime, target: Map, _passed: Arguments) -> Value:
    run.budget.spend(1 + len(target.entries) // 8)
    return Map(dict(target.entries), target.open)


def _keys(run: Runtime, target: Map, _passed: Arguments) -> Value:
    run.budget.spend(1 + len(target.entries) // 8)
    return Seq([value_of(key) for key in target.entries], "list", target.open)


def _values(run: Runtime, target: Map, _passed: Arguments) -> Value:
    run.budget.spend(1 + len(target.entries) // 8)
    return Seq(list(target.entries.values()), "list", target.open)


def _items(run: Runtime, target: Map, _passed: Arguments) -> Value:
    run.budget.spend(1 + len(target.entries))
    pairs: list[Value] = [Seq([value_of(key), value], "tuple") for key, value in target.entries.items()]
    return Seq(pairs, "list", target.open)


def _append(run: Runtime, target: Seq, passed: Arguments) -> Value:
    if run.uncertain or len(target.items) >= ITEMS or not passed.complete:
        target.open = True
    else:
        target.items.append(passed.get(0, "item", UNKNOWN))
    return None


def _extend(run: Runtime, target: Seq, passed: Arguments) -> Value:
    other = passed.get(0, "items", UNKNOWN)
    if isinstance(other, Map):
        other = _keys(run, other, passed)
    if run.uncertain or not isinstance(other, Seq) or len(target.items) + len(other.items) > ITEMS:
        target.open = True
        return None
    run.budget.spend(1 + len(other.items) // 8)
    target.items += list(other.items)
    target.open |= other.open
    return None


def _changed(_run: Runtime, target: Seq, _passed: Arguments) -> Value:
    """Execute insert, remove, sort and the like: rare enough that the list simply becomes unknown."""
    target.items = []
    target.open = True
    return UNKNOWN


def _copied(run: Runtime, target: Seq, _passed: Arguments) -> Value:
    run.budget.spend(1 + len(target.items) // 8)
    return Seq(list(target.items), target.kind, target.open)


def _join(run: Runtime, text: str, passed: Arguments) -> Value:
    parts = passed.get(0, "parts", UNKNOWN)
    if not isinstance(parts, Seq) or parts.open or not all(isinstance(part, str) for part in parts.items):
        return UNKNOWN
    run.budget.spend(1 + len(parts.items) // 8)
    if sum(len(part) + len(text) for part in parts.items) > TEXT:
        return UNKNOWN
    return text.join(parts.items)


def _split(_run: Runtime, text: str, passed: Arguments) -> Value:
    mark = passed.get(0, "sep")
    known = passed.complete and len(passed.positional) + len(passed.named) <= 1
    return Seq(list(text.split(mark))) if known and (mark is None or (isinstance(mark, str) and mark)) else UNKNOWN


def _replace(_run: Runtime, text: str, passed: Arguments) -> Value:
    if len(passed.positional) != 2 or not all(isinstance(part, str) for part in passed.positional):
        return UNKNOWN
    old, new = passed.positional
    if len(text) + (text.count(old)) * len(new) > TEXT:
        return UNKNOWN
    return text.replace(old, new)


def _format(_run: Runtime, text: str, passed: Arguments) -> Value:
    """Execute `str.format` with plain fields only: no widths, attributes or items."""
    known = [*passed.positional, *passed.named.values()]
    if not passed.complete or not all(isinstance(value, CONSTANTS) for value in known):
        return UNKNOWN
    fields = text.count("{")
    longest = max((len(str(value)) for value in known), default=0)
    if any(mark in text for mark in ":![.") or len(text) + fields * longest > TEXT:
        return UNKNOWN
    try:
        return small(text.format(*passed.positional, **passed.named))
    except (LookupError, ValueError, TypeError):
        return UNKNOWN


def _string(name: str) -> Method:
    def method(_run: Runtime, text: str, passed: Arguments) -> Value:
        if passed.named or not passed.complete or not all(isinstance(part, str) for part in passed.positional):
            return UNKNOWN
        try:
            return small(getattr(text, name)(*passed.positional))
        except TypeError:
            return UNKNOWN

    return method


METHODS: Final[dict[type, dict[str, Method]]] = {
    Map: {
        "update": _update, "get": _get, "pop": _pop, "setdefault": _setdefault, "copy": _copy, "clear": _clear,
        "keys": _keys, "values": _values, "items": _items, "iteritems": _items,
    },
    Seq: {
        "append": _append, "add": _append, "extend": _extend, "update": _extend, "copy": _copied,
        "insert": _changed, "remove": _changed, "pop": _changed, "clear": _changed, "sort": _changed,
        "reverse": _changed, "discard": _changed,
    },
    str: {
        **{name: _string(name) for name in _STRING_METHODS},
        "join": _join, "split": _split, "replace": _replace, "format": _format,
    },
}  # fmt: skip
"""The methods of each type by name."""
