"""JSON templates: Heat reads a template as JSON first, so its scalars are typed by JSON's rules (`1e5` is a number).

Imported only when a text starts with `{`.
"""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]

from hotlint.common.annotations import Any
from hotlint.syntax.nodes import DEPTH_LIMIT, Document, Entry, Mapping, Node, Problem, Scalar, Sequence
from hotlint.syntax.source import Source, Span
from hotlint.syntax.yaml_construction import duplicate_key

_SPACE = re.compile(r"[ \t\n\r]*")
_ATOM = re.compile(r"-?Infinity|[^\s,\[\]{}:\"]+")
_REASONS = {
    "Expecting property name": "expected a key in double quotes",
    "Expecting value": "expected a value",
    "Expecting ','": "expected ',' or a closing bracket",
    "Expecting ':'": "expected ':' after the key",
    "Extra data": "unexpected text after the end",
    "Illegal trailing comma": "trailing comma",
    "Unterminated string": "string without a closing quote",
    "Invalid control character": "line break or control character in a string",
    "Invalid \\escape": "invalid escape in a string",
    "Invalid \\u": "\\u needs four hexadecimal digits",
    "Unexpected UTF-8 BOM": "byte order mark at the start",
}
"""How hotlint says what the decoder's messages start with, which differ among releases of Python."""


def parse_json(source: Source) -> Document | None:
    """Return the document of a JSON text; None when the text is not JSON (it may be YAML in flow style)."""
    try:
        json.loads(source.text.strip())
    except (ValueError, RecursionError):
        return None
    text = source.text
    reader = _Reader(text)
    try:
        root = reader.node(_skip(text, len(text) - len(text.lstrip())), 0)
    except _TooDeepError as exc:
        message = f"value is nested more than {DEPTH_LIMIT} levels deep, which Heat cannot load"
        problem = Problem("depth", message, Span(exc.at, exc.at + 1))
        return Document(source, problems=[*reader.problems, problem], broken=True)
    return Document(source, root, problems=reader.problems)


def json_problem(text: str) -> Problem:
    """Return the problem of a template in YAML's flow style, which Heat reads as JSON."""
    start = len(text) - len(text.lstrip())
    at, why = start, "it is nested too deeply"
    try:
        json.loads(text.strip())
    except json.JSONDecodeError as exc:
        why, at = json_error(exc)
        at += start
    except ValueError:
        why = "it has a number with too many digits"
    except RecursionError:
        pass
    at = min(at, len(text) - 1)
    return Problem("json", f"template that begins with `{{` must be valid JSON: {why}", Span(at, at + 1))


def json_error(error: json.JSONDecodeError) -> tuple[str, int]:
    """Return why a text is not JSON, as a clause, and the offset: both are the same in every release of Python."""
    why = next((reason for start, reason in _REASONS.items() if error.msg.startswith(start)), "unexpected text")
    before = error.doc[: error.pos].rstrip(" \t\n\r")
    if before.endswith(",") and error.doc[error.pos : error.pos + 1] in ("}", "]"):
        return "trailing comma", len(before) - 1  # where Python 3.13 and later report it
    return why, error.pos


class _TooDeepError(Exception):
    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def _skip(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]


class _Reader:
    """Reads JSON that is known to be valid, for the spans of its nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []

    def node(self, at: int, depth: int) -> Node:
        if depth > DEPTH_LIMIT:
            raise _TooDeepError(at)
        char = self.text[at]
        if char == "{":
            return self.mapping(at, depth)
        if char == "[":
            return self.sequence(at, depth)
        if char == '"':
            value, end = scanstring(self.text, at + 1, True)
            return Scalar(at, end, value, value, '"')
        found = _ATOM.match(self.text, at)
        assert found is not None
        atom: Any = json.loads(found.group())
        return Scalar(at, found.end(), found.group(), atom, "")

    def mapping(self, at: int, depth: int) -> Mapping:
        node = Mapping(at, -1, True)
        at = _skip(self.text, at + 1)
        seen: dict[Any, Any] = {}
        while self.text[at] != "}":
            key = self.node(at, depth + 1)
            assert isinstance(key, Scalar)
            value = self.node(_skip(self.text, _skip(self.text, key.end) + 1), depth + 1)
            if key.value in seen:
                self.problems.append(duplicate_key(key, seen[key.value]))
            seen[key.value] = key.span
            node.add(Entry(key, value))
            at = _skip(self.text, value.end)
            at = _skip(self.text, at + 1) if self.text[at] == "," else at
        node.end = at + 1
        return node

    def sequence(self, at: int, depth: int) -> Sequence:
        node = Sequence(at, -1, True)
        at = _skip(self.text, at + 1)
        while self.text[at] != "]":
            item = self.node(at, depth + 1)
            node.items.append(item)
            at = _skip(self.text, item.end)
            at = _skip(self.text, at + 1) if self.text[at] == "," else at
        node.end = at + 1
        return node
