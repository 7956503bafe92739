"""What the stored properties of a stack say of values that its template alone leaves open.

Heat keeps attributes that were read once, so that a resource whose sources stay unchanged gets the same value again, though
the cloud may show another one by now. And it shows the values of hidden parameters nowhere. Both are learned here, by
laying the properties of the template, with unknown parts, over those that are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hotlint.analysis.composition import PARENT
from hotlint.dry_run.results import ResourceResult
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.values import PartialText, Unknown, Value
from hotlint.plans.model import RecordedStack
from hotlint.plans.running_resources import is_hidden

HIDDEN = "hidden"
"""The kind of an unknown value that comes of a hidden parameter; the name of the parameter follows."""
Key = tuple[str | int, ...]


class LearnedValues(NamedTuple):
    """`attributes`: by the path of the resource and the steps of the attribute, such as ("web/0/port", "fixed_ips", 0).

    `hidden`: the values of hidden parameters, by name. `tainted`: the properties that hidden parameters are part of, by
    the path of the resource, with their stored values.
    """

    attributes: Mapping[Key, Value]
    hidden: Mapping[str, Value]
    tainted: Mapping[tuple[str, ...], Mapping[str, Value]]


def learn(stack: RecordedStack, old: Preview) -> LearnedValues:
    """Return what the stored properties of a stack say. `old` is the dry run of its template, without what runs."""
    attributes: dict[Key, Value] = {}
    hidden: dict[str, Value] = {}
    tainted: dict[tuple[str, ...], dict[str, Value]] = {}
    for scopes, path, found in _resources(old.resources(), ((),)):
        recorded = stack.at(path)
        parts = found.properties.parts or {}
        for name, stored in (recorded.properties or {}).items() if recorded is not None else ():
            symbolic = parts[name].value if name in parts else None
            if any(u.origin[:1] == (HIDDEN,) for u in unknowns(symbolic)):
                tainted.setdefault(path, {})[name] = stored
            if is_hidden(stored):
                continue
            for unknown, value in _matches(symbolic, stored):
                kind, *rest = unknown.origin or ("",)
                if kind == HIDDEN:
                    hidden[str(rest[0])] = value
                elif kind == "attribute" and len(rest) > 1:
                    attributes[(_absolute(str(rest[0]), scopes), *rest[1:])] = value
    return LearnedValues(attributes, hidden, tainted)


Scopes = tuple[tuple[str, ...], ...]


def _resources(
    found: Mapping[str, ResourceResult], scopes: Scopes, path: tuple[str, ...] | None = None
) -> Iterator[tuple[Scopes, tuple[str, ...], ResourceResult]]:
    """Yield all resources with the paths of the stacks around them, and their own."""
    here = scopes[-1] if path is None else path
    for name, result in found.items():
        at = (*here, name)
        yield scopes, at, result
        if result.nested is None:
            continue
        if result.nested.preview is not None:
            yield from _resources(result.nested.preview.resources(), (*scopes, at))
        else:
            yield from _resources(result.nested.members, scopes, at)


def _absolute(name: str, scopes: Scopes) -> str:
    level = len(scopes) - 1
    while name.startswith(PARENT):
        name, level = name[len(PARENT) :], level - 1
    return "/".join([*scopes[max(level, 0)], name])


def unknowns(value: Value) -> Iterator[Unknown]:
    """Yield the unknown parts of a value, as far as they show."""
    if isinstance(value, Unknown):
        yield value
    elif isinstance(value, PartialText):
        yield from (part for part in value.parts if isinstance(part, Unknown))
    elif isinstance(value, dict):
        for item in value.values():
            yield from unknowns(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from unknowns(item)


def _matches(symbolic: Value, stored: Value) -> Iterator[tuple[Unknown, Value]]:
    """Yield the unknown parts of a value with what another value, of the same form, has in their place."""
    if isinstance(symbolic, Unknown):
        yield symbolic, stored
    elif isinstance(symbolic, PartialText) and isinstance(stored, str):
        holes = [part for part in symbolic.parts if isinstance(part, Unknown)]
        if len(holes) == 1:
            at = symbolic.parts.index(holes[0])
            before, after = ("".join(map(str, piece)) for piece in (symbolic.parts[:at], symbolic.parts[at + 1 :]))
            if stored.startswith(before) and stored.endswith(after) and len(stored) >= len(before) + len(after):
                yield holes[0], stored[len(before) : len(stored) - len(after)]
    elif isinstance(symbolic, dict) and isinstance(stored, dict):
        for key in symbolic:
            if key in stored:
                yield from _matches(symbolic[key], stored[key])
    elif isinstance(symbolic, list) and isinstance(stored, list) and len(symbolic) == len(stored):
        for one, other in zip(symbolic, stored, strict=True):
            yield from _matches(one, other)
