"""What follows when files and folders are renamed: paths in templates, environments, configurations and suites."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.locations import locate
from hotlint.analysis.symbols import name_span
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.path_mentions import mentions
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.scalars import typed
from hotlint.syntax.source import Span

_PLAIN = re.compile(r"[\w./][\w./@+-]*")
"""A path that needs neither quotes in YAML nor an escape in a URL."""


class _Named(NamedTuple):
    """A path in a text: as it is written, and where."""

    name: str
    span: Span


class Moves:
    """Files and folders that get other paths; call it with a path for the path that it will have."""

    def __init__(self, moves: list[tuple[str, str]]) -> None:
        self._moves = [(os.path.normpath(old), os.path.normpath(new)) for old, new in moves]

    def __call__(self, path: str) -> str:
        for old, new in self._moves:
            if path == old or path.startswith(old + os.sep):
                return new + path[len(old) :]
        return path

    @property
    def names(self) -> list[str]:
        """The names of what is moved, without folders: a text that names it has one of them in it."""
        return [os.path.basename(old) for old, _ in self._moves]


def edits_of(analysis: FileAnalysis, moves: Moves) -> list[Edit]:
    """Return the edits of a text, which may be moved itself, by which every path in it leads where it led before.

    A path that leads to nothing is left as it is, and so is one that would need an escape.
    """

    def exists(path: str) -> bool:
        return analysis.project.state(path) != "missing"

    names = (named for named in _named(analysis) if named.name in analysis.text)
    return _edits(names, analysis.path, moves, exists)


def edits_of_mentions(path: str, text: str, moves: Moves) -> list[Edit]:
    """Return the same for a configuration or a suite, which is no template (see `path_mentions`)."""
    return _edits(itertools.starmap(_Named, mentions(path, text)), path, moves, os.path.exists)


def _edits(names: Iterable[_Named], path: str, moves: Moves, exists: Callable[[str], bool]) -> list[Edit]:
    edits = []
    for named in names:
        new = _renamed(named.name, path, moves, exists)
        if new is not None and new != named.name:
            edits.append(Edit(named.span, new))
    return list(dict.fromkeys(edits))


def _named(analysis: FileAnalysis) -> Iterator[_Named]:
    """Yield the paths in a template or an environment."""
    if analysis.kind == "environment":
        for mapped in EnvironmentFile(analysis.document).registry():
            value = mapped.entry.value
            if mapped.is_path and mapped.base is None and isinstance(value, Scalar) and mapped.target:
                yield _Named(mapped.target, name_span(value))
        return
    for occurrence in analysis.index.occurrences:
        if occurrence.kind == "file" and occurrence.span.end > occurrence.span.start:
            yield _Named(occurrence.name, occurrence.span)


def _is_plain(path: str) -> bool:
    return _PLAIN.fullmatch(path) is not None and typed(path) == path  # a file of the name `1` needs quotes


def _renamed(name: str, path: str, moves: Moves, exists: Callable[[str], bool]) -> str | None:
    """Return the new form of a path that the file at `path` names; None where it stays."""
    old_target = locate(name, path).path
    if old_target is None:
        return None
    new_home, new_target = moves(path), moves(os.path.normpath(old_target))
    if (new_home, new_target) == (path, old_target):
        return None
    scheme = "file://" if name.startswith("file://") else ""
    if scheme or os.path.isabs(name):
        return scheme + new_target if new_target != old_target and _is_plain(new_target) else None
    if new_target == old_target and not exists(old_target):
        return None
    relative = os.path.relpath(new_target, os.path.dirname(new_home)).replace(os.sep, "/")
    was = os.path.relpath(old_target, os.path.dirname(path)).replace(os.sep, "/")
    if relative == was or not _is_plain(relative):
        return None
    return f"./{relative}" if name.startswith("./") and not relative.startswith(".") else relative
