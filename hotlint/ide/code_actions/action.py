"""A code action as plain data, and what refactorings share: reasons for a refusal, checks of registries, indentation."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hotlint.analysis.template import Resource
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users, other
from hotlint.ide.related_files import RelatedFiles
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Entry, Mapping
from hotlint.syntax.source import Span

QUICK, EXTRACT, INLINE, REWRITE = "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite"


class NewFile(NamedTuple):
    """A file to create: its full path, where nothing is yet, and its text."""

    path: str
    text: str


def new_file(analysis: FileAnalysis, path: str, text: str) -> NewFile:
    """Return a file to create, with the line ends of the text that it is made from."""
    plain = text.replace("\r\n", "\n")
    return NewFile(path, plain.replace("\n", "\r\n") if "\r\n" in analysis.text else plain)


class CodeAction(NamedTuple):
    """One action.

    `kind` is the protocol's name for its kind, `fixes` the finding that it is about. Edits without a path are in the
    text itself. Files of `creates` are made first, and nothing needs those of `deletes`, by path, afterwards. `disabled` is
    the reason why the action cannot be done; None when it can. `upgrade` is a version: the edits are those that upgrade the
    text to it, found when the action is chosen.
    """

    title: str
    kind: str
    edits: tuple[Edit, ...] = ()
    fixes: Diagnostic | None = None
    preferred: bool = False
    disabled: str | None = None
    creates: tuple[NewFile, ...] = ()
    deletes: tuple[str, ...] = ()
    upgrade: str | None = None


class RefusalError(Exception):
    """Raised where a refactoring would change what is deployed, or cannot be written; the message says why, as a sentence."""


def is_within(resource: Resource, span: Span) -> bool:
    """Return whether a selection covers a whole resource, white space at its end aside."""
    return span.start <= resource.key.end and resource.key.start < span.end and resource.node.end <= span.end + 1


def check_not_named(analysis: FileAnalysis, users: Users, names: Iterable[str]) -> None:
    """Raise RefusalError where an environment of a template has settings for one of its resources, by the resource's name.

    These are the `resources` of `resource_registry`, in which hooks may be given for all names that a pattern matches.
    """
    wanted = list(names)
    for environment in _environments(analysis, users, wanted):
        for entry in _named(environment.environment.entries("resource_registry").get("resources")):
            name = next((n for n in wanted if fnmatch.fnmatchcase(n, str(entry.name))), None)
            if name is not None:
                where = os.path.basename(environment.path)
                raise RefusalError(f"The registry of {where} has settings for resource '{name}' by its name.")


def _named(entry: Entry | None) -> Iterator[Entry]:
    """Yield the entries for single resources, of all levels."""
    node = entry.value if entry is not None else None
    for inner in node.items() if isinstance(node, Mapping) else ():
        if isinstance(inner.value, Mapping):
            yield inner
            yield from _named(inner)


def _environments(analysis: FileAnalysis, users: Users, names: list[str]) -> Iterator[FileAnalysis]:
    """Yield the environments that a template may be used with, and those of its tree in which one of some names occurs."""
    paths = dict.fromkeys(analysis.context.environment.files)
    if isinstance(users, RelatedFiles):
        known = set(users.environments)
        paths |= dict.fromkeys(path for name in names for path in users.files_with(name) if path in known)
    for found in (*users(analysis.path), *(other(analysis, path) for path in paths)):
        if found is not None and found.kind == "environment":
            yield found


def indented(text: str, indent: str, column: int) -> list[str]:
    """Return the lines of a block that begins at a column, with another indentation; blank lines stay empty.

    Raises RefusalError where a line begins before that column.
    """
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if any(line.strip() and line[:column].strip() for line in lines):
        raise RefusalError("A line is indented less than the block that it is in.")
    return [indent + line[column:] if line.strip() else "" for line in lines]
