"""Read documents in hotlint's own formats: configurations, suites, policies. Each mistake is a problem at its place."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from hotlint.common.boundary import Boundary, is_absent, refusal
from hotlint.common.suggestions import did_you_mean
from hotlint.formats.table import Key, Level
from hotlint.syntax.nodes import Document, Mapping, Node, Problem, Scalar, Sequence
from hotlint.syntax.source import Span

Word = TypeVar("Word", bound=str)
NODE_LIMIT = 100_000
"""Nodes that a file may expand to, aliases followed."""


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
        return {name: self(value) for name, _, value in entries_of(node)}


def is_null(node: Node) -> bool:
    """Return whether a node is null, as a key without a value is."""
    return isinstance(node, Scalar) and node.value is None


def entries_of(node: Node) -> list[tuple[str, Node, Node]]:
    """Return (name, key, value) of each entry of a mapping, duplicates resolved; none for any other node.

    Keys that are lists or mappings have no name, and are left out: the document has a problem there.
    """
    if not isinstance(node, Mapping):
        return []
    return [(entry.name, entry.key, entry.value) for entry in node.items() if entry.name is not None]


def items_of(node: Node | None) -> Iterable[Node]:
    """Return the items of a list, or a single node as the only one; none for None."""
    if node is None:
        return ()
    return node.items if isinstance(node, Sequence) else (node,)


_HEAT = re.compile(r"(^|; |, which |than )Heat(?:'s YAML loader)?(?= )")


def message_of(problem: Problem) -> str:
    """Return the message of a YAML problem in a format of hotlint, which Heat does not read."""
    return _HEAT.sub(r"\1hotlint", problem.message)


def wide_span(node: Node) -> Span:
    """Return a node's span, at least one character wide, so that it can be shown."""
    return Span(node.start, max(node.end, node.start + 1))


class FieldReader:
    """Reads values of one document; `problems` collects its mistakes. Paths are relative to the document's folder.

    A file outside of the folder `confined_to` is a mistake; None is no limit. `paths_hint` ends the message about a file that
    does not exist. `looked_for` are the absolute paths of the files that the document names.
    """

    paths_hint = ""

    def __init__(self, path: str, document: Document, confined_to: Boundary | None = None) -> None:
        self.confined_to = confined_to
        self.path = path
        self.document = document
        self.plain = PlainReader()
        self.looked_for: set[str] = set()
        self.problems: list[FieldProblem] = [FieldProblem(message_of(p), p.span) for p in document.problems]

    def report(self, node: Node, message: str) -> None:
        """Add a problem at a node."""
        self.problems.append(FieldProblem(message, wide_span(node)))

    def is_broken(self, node: Node) -> bool:
        """Return whether YAML itself has a problem in a node, so that more of it was written than can be read."""
        return any(node.start <= problem.span.start < node.end for problem in self.document.problems)

    def sorted_problems(self) -> tuple[FieldProblem, ...]:
        """Return the problems in the order of the text, each once."""
        return tuple(sorted(dict.fromkeys(self.problems), key=lambda problem: problem.span))

    def such_as(self, key: str) -> str:
        """Return the end of a message that shows an example of a key; empty where there is none."""
        return ""

    # -- mappings ----------------------------------------------------------------------------------------------------

    def known(
        self, node: Mapping, names: Collection[str], unknown: str, suggested: Collection[str] | None = None
    ) -> Iterator[tuple[str, Node, Node]]:
        """Yield (name, key, value) of each entry with one of the names.

        Others are problems: the message is `unknown`, with {} for the key, and one of `suggested` (None: of `names`).
        """
        for name, key, value in entries_of(node):
            if name in names:
                yield name, key, value
            else:
                hint = did_you_mean(name, names if suggested is None else suggested)
                self.report(key, unknown.format(f"'{name}'") + hint)

    def fields(self, node: Node, level: Level) -> dict[str, Node]:
        """Return the known entries of a mapping; unknown and missing keys, and null values, are problems."""
        names, what = level.names, level.what
        if not isinstance(node, Mapping):
            self.report(node, f"{what} must be a mapping with any of {', '.join(names)}")
            return {}
        found = {}
        for name, key, value in self.known(node, names, f"unknown key {{}} in {what}"):
            if is_null(value):
                self.report(key, f"'{name}' must have a value")
            else:
                found[name] = value
        for wanted in level.keys:
            if wanted.required and wanted.name not in found:
                self.report(node, f"{what} must have '{wanted.name}': {wanted.summary}")
        return found

    def values(self, entries: dict[str, Node], level: Level) -> dict[str, Any]:
        """Return the valid values of entries of a level, each read as its kind; the others are problems."""
        read = {key.name: self.value(entries[key.name], key) for key in level.keys if key.name in entries}
        return {name: value for name, value in read.items() if value is not None}

    def value(self, node: Node, key: Key) -> Any:
        """Return the value of a key, read by the method of its kind; None, with a problem, for an invalid one."""
        if key.choices:
            return self.choice(node, key.name, key.choices)
        return getattr(self, key.kind.replace(" ", "_"))(node, key.name)

    def words_by_name(
        self, node: Node, key: str, words: Collection[str], form: str, of: str
    ) -> dict[str, tuple[str, Node]]:
        """Return a mapping from names to words, each with its node. `form` says what it must be, and `of` what a word is."""
        if not isinstance(node, Mapping):
            self.report(node, f"'{key}' must be a mapping {form}")
        found = {}
        for name, _, value in entries_of(node):
            word = value.text if isinstance(value, Scalar) else ""
            if word in words:
                found[name] = word, value
            else:
                self.report(value, f"the {of} '{name}' must be one of {', '.join(words)}{did_you_mean(word, words)}")
        return found

    def mapping(self, node: Node, key: str) -> dict[str, Any]:
        """Return a mapping as plain data; empty, with a problem, for anything else."""
        if isinstance(node, Mapping):
            value: dict[str, Any] = self.plain(node)
            return value
        self.report(node, f"'{key}' must be a mapping")
        return {}

    def items(self, node: Node, message: str) -> Iterable[Node]:
        """Return the items of a list; none for anything else, which is a problem with this message."""
        if isinstance(node, Sequence):
            return node.items
        self.report(node, message)
        return ()

    # -- files -------------------------------------------------------------------------------------------------------

    def files(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the paths of a list of files, or of one; a file that does not exist is a problem."""
        return tuple(path for item in items_of(node) if (path := self.file(item, key)) is not None)

    def file(self, node: Node, key: str) -> str | None:
        """Return the path of a file, ready to open; None, with a problem, for what is no text or does not exist."""
        text = self.text(node, key)
        return self.existing(node, text) if text is not None else None

    def existing(self, node: Node, text: str, *, is_folder: bool = False) -> str | None:
        """Return the path of a file or folder, ready to open; None, with a problem, for one that does not exist."""
        path, kind = self.resolved(text), "folder" if is_folder else "file"
        if not self.may_use(path, node, f"{kind} '{text}'"):
            return None
        is_there = os.path.isdir(path) if is_folder else os.path.isfile(path)
        if is_there and not is_absent(path, self.confined_to):
            return path
        self.report(node, f"{kind} '{text}' does not exist{self.paths_hint}")
        return None

    def resolved(self, text: str) -> str:
        """Return the path that a text in the document stands for."""
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), text))
        self.looked_for.add(os.path.abspath(path))
        return path

    def may_use(self, path: str, node: Node, named: str) -> bool:
        """Return whether a path may be read; one that may not is a problem, whose message begins with `named`."""
        if (why := refusal(path, self.confined_to)) is None:
            return True
        self.report(node, f"{named} cannot be used: {why}")
        return False

    # -- scalars -----------------------------------------------------------------------------------------------------

    def text(self, node: Node, key: str) -> str | None:
        """Return a string; None, with a problem, for anything else."""
        if isinstance(node, Scalar) and node.value is not None:
            return node.text
        self.report(node, f"'{key}' must be a string{self.such_as(key)}")
        return None

    def texts(self, node: Node, key: str) -> Iterator[tuple[str, Scalar]]:
        """Yield the strings of a list, or a single string, each with its node; anything else is a problem."""
        for item in items_of(node):
            if isinstance(item, Scalar) and item.value is not None:
                yield item.text, item
            else:
                self.report(item, f"'{key}' must be a list of strings{self.such_as(key)}")

    def number(self, node: Node, key: str) -> int | None:
        """Return a number that counts something; None, with a problem, for anything else."""
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.report(node, f"'{key}' must be a whole number")
        return None

    def boolean(self, node: Node, key: str) -> bool | None:
        """Return a boolean; None, with a problem, for anything else."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.report(node, f"'{key}' must be true or false")
        return None

    def choice(self, node: Node, key: str, words: tuple[Word, ...]) -> Word | None:
        """Return one of some words; None, with a problem, for anything else."""
        written = node.text if isinstance(node, Scalar) else None
        found = next((word for word in words if word == written), None)
        if found is None:
            self.report(node, f"'{key}' takes {', '.join(words[:-1])} or {words[-1]}{did_you_mean(written, words)}")
        return found
