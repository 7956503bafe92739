"""The signature of the function around a cursor, with the argument that is being typed."""

from __future__ import annotations

import re
from typing import NamedTuple

from hotlint.ide.completion.cursor_position import CursorPosition, cursor_position
from hotlint.language import functions


class SignatureHelp(NamedTuple):
    """`label` is the form on one line, `parameters` are (start, end, documentation) in it, `active` is an index."""

    label: str
    documentation: str
    parameters: tuple[tuple[int, int, str], ...]
    active: int


def signature_help(text: str, offset: int) -> SignatureHelp | None:
    """Return the signature of the innermost function around an offset; None outside of functions."""
    position = cursor_position(text, offset)
    path = position.path
    for index in range(len(path) - 1, -1, -1):
        step = path[index]
        if (
            isinstance(step, str)
            and step in functions.NAMES
            and path[0] in ("resources", "outputs", "conditions")
            and index > 1
        ):
            return _of(step, path[index + 1 :], position)
    return None


def _of(name: str, rest: tuple[str | int, ...], position: CursorPosition) -> SignatureHelp | None:
    function = functions.get(name)
    if function is None or not function.parameters:
        return None
    label, spans = f"{name}: ", []
    keyed = bool(function.keys)
    label += "{" if keyed else "[" if len(function.parameters) > 1 else ""
    for index, (parameter, what) in enumerate(function.parameters):
        label += ", " if index else ""
        start = len(label)
        label += f"{parameter}: ..." if keyed else parameter
        spans.append((start, len(label), what))
    label += "}" if keyed else "]" if len(function.parameters) > 1 else ""
    return SignatureHelp(label, function.summary, tuple(spans), _active(function.parameters, rest, position, keyed))


def _active(
    parameters: tuple[tuple[str, str], ...], rest: tuple[str | int, ...], position: CursorPosition, keyed: bool
) -> int:
    last = len(parameters) - 1
    if keyed:
        name = rest[0] if rest else position.prefix
        return next((i for i, (p, _) in enumerate(parameters) if p == name or (name and p.startswith(str(name)))), 0)
    if rest and isinstance(rest[0], int):
        return min(rest[0], last)
    return 0 if re.match(r"\[?", position.prefix) else last
