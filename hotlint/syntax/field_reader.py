"""Read documents in formats of hotlint's own, suites and policies; every mistake is a problem at its place."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from hotlint.common.files import OUTSIDE, is_absent, is_refused
from hotlint.common.suggestions import did_you_mean
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span

NODE_LIMIT = 100_000
"""Nodes that a file may expand to, aliases followed."""


class DocumentKey(NamedTuple):
    """One key that a mapping may hold: `kind` names the kind of its value, `required` whether it must be there."""

    name: str
    kind: str
    summary: str
    required: bool = False


class FieldProblem(NamedTuple):
    """A mistake in a document, in code-point offsets."""

    message: str
    span: Span


class TooLargeError(Exception):
    """Raised for a node that expands to more than the limit."""


class PlainReader:
    """Returns nodes as plain data, and counts what they expand to."""

    __slots__ = ("_left",)

    def __init__(self, limit: int = NODE_LIMIT) -> None:
        self._left = limit

    def __call__(self, node: Node) -> Any:
        """Return a node as plain data; keys are strings. Raises TooLargeError once all nodes together exceed the limit."""
        self._left -= 1
        if self._left < 0:
            raise TooLargeError
        if isinstance(node, Scalar):
            return node.value
        if isinstance(node, Sequence):
            return [self(item) for item in node.items]
        return {entry.name: self(entry.value) for entry in node.items()}


def is_null(node: Node) -> bool:
    """Return whether a node is null, as a key without a value is."""
    return isinstance(node, Scalar) and node.value is None


def entries_of(node: Node) -> list[tuple[str, Node, Node]]:
    """Return (name, key, value) of each entry of a mapping, duplicates resolved; none for any other node."""
    if not isinstance(node, Mapping):
        return []
    return [(str(entry.name), entry.key, entry.value) for entry in node.items()]


def wide_span(node: Node) -> Span:
    """Return a node's span, at least one character wide, so that it can be shown."""
    return Span(node.start, max(node.end, node.start + 1))


class FieldReader:
    """Reads values of one document; `problems` collects its mistakes. Paths are relative to the document's folder.

    A file outside of the folder `confined_to` is a mistake; None is no limit.
    """

    def __init__(self, path: str, document: Document, confined_to: str | None = None) -> None:
        self.confined_to = confined_to
        self.path = path
        self.document = document
        self.plain = PlainReader()
        self.problems: list[FieldProblem] = [FieldProblem(p.message, p.span) for p in document.problems]

    def report(self, node: Node, message: str) -> None:
        """Add a problem at a node."""
        self.problems.append(FieldProblem(message, wide_span(node)))

    def sorted_problems(self) -> tuple[FieldProblem, ...]:
        """Return the problems in the order of the text, each once."""
        return tuple(sorted(dict.fromkeys(self.problems), key=lambda problem: problem.span))

    def fields(self, node: Node, keys: tuple[DocumentKey, ...], what: str) -> dict[str, Node]:
        """Return the known entries of a mapping; unknown and missing keys, and null values, are problems."""
        if not isinstance(node, Mapping):
            self.report(node, f"{what} must be a mapping with any of {', '.join(key_names(keys))}")
            return {}
        found = {}
        for name, key, value in entries_of(node):
            if name not in key_names(keys):
                self.report(key, f"unknown key '{name}' in {what}{did_you_mean(name, key_names(keys))}")
            elif is_null(value):
                self.report(key, f"'{name}' must have a value")
            else:
                found[name] = value
        for wanted in keys:
            if wanted.required and wanted.name not in found:
                self.report(node, f"{what} must have '{wanted.name}': {wanted.summary}")
        return found

    def files(self, node: Node | None) -> tuple[str, ...]:
        """Return the paths of a list of files, or of one; a file that does not exist is a problem."""
        items = node.items if isinstance(node, Sequence) else [node] if node is not None else []
        return tuple(path for item in items if (path := self.file(item, "environments")) is not None)

    def file(self, node: Node, key: str) -> str | None:
        """Return the path of a file, ready to open; None, with a problem, for what is no text."""
        text = self.text(node, key)
        if text is None:
            return None
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), text))
        if is_refused(path, self.confined_to):
            self.report(node, f"file '{text}' cannot be used: {OUTSIDE}")
            return None
        if is_absent(path, self.confined_to) or not os.path.isfile(path):
            self.report(node, f"file '{text}' does not exist")
            return None
        return path

    def text(self, node: Node, key: str) -> str | None:
        """Return a string; None, with a problem, for anything else."""
        if isinstance(node, Scalar) and node.value is not None:
            return node.text
        self.report(node, f"'{key}' must be a string")
        return None

    def number(self, node: Node, key: str) -> int | None:
        """Return a number that counts something; None, with a problem, for anything else."""
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.report(node, f"'{key}' must be a whole number")
        return None

    def flag(self, node: Node, key: str) -> bool:
        """Return a boolean; False, with a problem, for anything else."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.report(node, f"'{key}' must be true or false")
        return False

    def flag_or_text(self, node: Node, key: str) -> bool | str | None:
        """Return a boolean or a string; None, with a problem, for anything else."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        return self.text(node, key)

    def mapping(self, node: Node, key: str) -> dict[str, Any]:
        """Return a mapping as plain data; empty, with a problem, for anything else."""
        if isinstance(node, Mapping):
            value: dict[str, Any] = self.plain(node)
            return value
        self.report(node, f"'{key}' must be a mapping")
        return {}


def key_names(keys: tuple[DocumentKey, ...]) -> list[str]:
    """Return the names of keys, in order."""
    return [key.name for key in keys]
