"""Values of the dry run: what is known, what is not, and why.

A value is plain data as Heat's loader yields it (None, bool, int, float, str, list, dict), in which, at any depth,
stand marks for what only the cloud knows: `Unknown` for a whole value, `PartialText` for text of which some is known.
So a list or map with an unknown part keeps all its known parts.

Small records here and elsewhere on the way of `hotlint check` are NamedTuples and slotted classes: importing
`dataclasses` alone costs as much as starting Python.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

Value = Any
"""None | bool | int | float | str | list[Value] | dict[str, Value] | Unknown | PartialText | OMITTED"""


class Unknown(NamedTuple):
    """A value that cannot be known offline.

    `reason` completes the sentence "not known: ..." for a template author. `type` is a parameter or property type
    where that much is known ("string", "number", "list", "map", "boolean"). `origin` says what it stands for, such as
    ("attribute", "server", "first_address"), ("reference", "server") or ("parameter", "image").
    """

    reason: str
    type: str | None = None
    origin: tuple[str | int, ...] = ()


class PartialText(NamedTuple):
    """Text of which parts are unknown. `parts` holds no two neighbouring strings and no empty string."""

    parts: tuple[str | Unknown, ...]


class _Omitted:
    """What `if` yields with two arguments and a false condition: as if nothing stood there (HOT 2021-04-16)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = _Omitted()


class Fault(Exception):
    """A function that cannot be resolved, where Heat would fail.

    `message` is a sentence for a template author; `path` leads from the function's arguments to the culprit
    (keys and indices); `slug` names the kind of fault; `part` says whether the key or the value there is at fault.
    """

    def __init__(self, message: str, path: tuple[str | int, ...] = (), slug: str = "fault", part: str = "value") -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.slug = slug
        self.part = part


def is_known(value: Value) -> bool:
    """Whether no part of the value, at any depth, is unknown."""
    if isinstance(value, dict):
        return all(map(is_known, value.values()))
    if isinstance(value, list):
        return all(map(is_known, value))
    return not isinstance(value, Unknown | PartialText)


def first_unknown(value: Value) -> Unknown | None:
    """The first unknown part of a value, in reading order."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, PartialText):
        return next(p for p in value.parts if isinstance(p, Unknown))
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((found for child in children if (found := first_unknown(child)) is not None), None)


def text_of(parts: list[str | Unknown | PartialText]) -> str | Unknown | PartialText:
    """Text from known and unknown parts, neighbours joined; a lone unknown stays what it is."""
    flat: list[str | Unknown] = []
    for part in parts:
        for piece in part.parts if isinstance(part, PartialText) else (part,):
            if isinstance(piece, str) and flat and isinstance(flat[-1], str):
                flat[-1] += piece
            elif piece != "":
                flat.append(piece)
    if not flat:
        return ""
    if len(flat) == 1:
        return flat[0]
    return PartialText(tuple(flat))
