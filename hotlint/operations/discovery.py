"""Find the files of a run: those that are named, and those in folders that may be templates.

A template is recognized by its content. In a folder every text file is searched for its marks, whatever its name, unless
.gitignore or the configuration excludes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.boundary import Boundary, is_within, may_read, top_of
from hotlint.common.cache_dir import cache_folder
from hotlint.common.files import SIZE_LIMIT, TOOL_FOLDERS, ReadError, decode, is_utf16, read_bytes
from hotlint.common.records import NamedTuple

if TYPE_CHECKING:
    from hotlint.analysis.file_kinds import Kind
    from hotlint.common.gitignore import IgnoreFile

_NEVER = frozenset((".git", ".hg", ".svn", ".venv", ".tox")) | TOOL_FOLDERS
"""Folders in which nothing is checked. Templates in other hidden folders, such as .ci, are checked, each by itself."""


class Candidate(NamedTuple):
    """A file to check. `named` is True when it was named itself, so that it must be a template."""

    path: str
    named: bool


def candidates(
    paths: list[str],
    excluded: Callable[[str], bool],
    known: Callable[[str], bool] = lambda path: False,
    wanted: Callable[[str, os.DirEntry[str]], bool] | None = None,
    top: Boundary | None = None,
) -> Iterator[Candidate]:
    """Return the files of a run, each once, in the order of `paths` and within a folder by name.

    A file that is named counts as named wherever it is found first.
    `excluded` returns whether the configuration excludes a path; `known` whether the cache knows if a file is a template,
    so that it need not be read. `wanted` returns whether a file of a folder is one of the run; None for templates.
    Above the folder `top`, no .gitignore counts, and no link that leads out of it is followed.
    """
    seen: set[str] = set()
    folders = {path for path in paths if os.path.isdir(path)}
    named = {os.path.abspath(path) for path in paths if path not in folders} if folders else set()
    for path in paths:
        found = (
            _walked(path, excluded, known, wanted or _may_be_template, top)
            if path in folders
            else iter((Candidate(path, True),))
        )
        for candidate in found:
            same = os.path.abspath(candidate.path) if len(paths) > 1 else candidate.path
            if same not in seen and not (candidate.named and excluded(candidate.path)):
                seen.add(same)
                yield Candidate(candidate.path, True) if same in named else candidate


def _walked(
    root: str,
    excluded: Callable[[str], bool],
    known: Callable[[str], bool],
    wanted: Callable[[str, os.DirEntry[str]], bool],
    top: Boundary | None,
) -> Iterator[Candidate]:
    ignores = _Ignores(root, top_of(top))
    own = os.path.abspath(cache_folder())
    stack = [root]
    while stack:
        folder = stack.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda e: e.name, reverse=True)
        except OSError:
            yield Candidate(folder, False)
            continue
        ignores.enter(folder, entries)
        files = []
        for entry in entries:
            path = entry.name if folder == "." else os.path.join(folder, entry.name)
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name in _NEVER or ignores.ignored(path, is_folder) or excluded(path):
                continue
            if is_folder:
                if entry.name != os.path.basename(own) or os.path.abspath(path) != own:
                    stack.append(path)
            elif top is not None and entry.is_symlink() and not may_read(path, top):
                continue
            elif known(path) or wanted(path, entry):
                files.append(path)
        yield from (Candidate(path, False) for path in reversed(files))


def may_be_checked(path: str, entry: os.DirEntry[str]) -> bool:
    """Return whether a file may be of a kind that is checked, or has the name of a template and cannot be read."""
    from hotlint.analysis.file_kinds import SEARCHED  # a run of named files searches none for its marks

    return _worth_a_look(path, entry, SEARCHED)


def _may_be_template(path: str, entry: os.DirEntry[str]) -> bool:
    """Return whether a file may be a template or an environment, or has the name of one and cannot be read."""
    from hotlint.analysis.file_kinds import CHECKED

    return _worth_a_look(path, entry, CHECKED)


def _worth_a_look(path: str, entry: os.DirEntry[str], kinds: tuple[Kind, ...]) -> bool:
    """Return whether a file may be of one of these kinds, or has the name of a template and cannot be read."""
    from hotlint.analysis.file_kinds import HEAT_ENDINGS, kind_of_name, may_be

    if (kind := kind_of_name(path)) is not None:
        return kind in kinds
    like = path.endswith(HEAT_ENDINGS)
    try:
        if not entry.is_file():
            return like and entry.is_symlink() and not entry.is_dir()
        if entry.stat().st_size > SIZE_LIMIT:
            return like
        data = read_bytes(path)
    except (OSError, ReadError):
        return like
    if b"\0" in data[:4096] and not is_utf16(data):
        return like
    return may_be(path, data, kinds) or (like and not _is_text(data))


def _is_text(data: bytes) -> bool:
    try:
        decode(data)
    except ReadError:
        return False
    return True


class _Ignores:
    """The .gitignore files that apply in a folder: its own, those above it up to `top`, and the repository's info/exclude."""

    def __init__(self, root: str, top: str | None = None) -> None:
        self.specs: dict[str, list[IgnoreFile]] = {}
        self.all = False
        self._top = top
        above = os.path.abspath(root)
        chain = [above]
        while not os.path.exists(os.path.join(above, ".git")) and above not in (top, os.path.dirname(above)):
            above = os.path.dirname(above)
            chain.append(above)
        if not os.path.exists(os.path.join(above, ".git")):
            return
        self._read(above, os.path.join(above, ".git", "info", "exclude"))
        for folder in chain[1:]:
            self._read(folder, os.path.join(folder, ".gitignore"))
        self.all = any(self.ignored(folder, is_folder=True) for folder in chain[:-1])

    def enter(self, folder: str, entries: list[os.DirEntry[str]]) -> None:
        if any(e.name == ".gitignore" for e in entries):
            self._read(os.path.abspath(folder), os.path.join(folder, ".gitignore"))

    def _read(self, folder: str, path: str) -> None:
        if self._top is not None and not is_within(path, self._top):
            return
        try:
            lines = read_bytes(path).decode("utf-8", "replace").split("\n")
        except (OSError, ReadError):
            return
        from hotlint.common.gitignore import IgnoreFile

        made = IgnoreFile(lines)
        if made:
            self.specs.setdefault(folder, []).insert(0, made)  # before those of info/exclude

    def ignored(self, path: str, is_folder: bool) -> bool:
        """Return whether git ignores a path: the nearest .gitignore with a matching pattern decides."""
        if self.all or not self.specs:
            return self.all
        full = os.path.abspath(path)
        folder = full
        while True:
            folder, before = os.path.dirname(folder), folder
            for file in self.specs.get(folder, ()):
                relative = full[len(folder) :].lstrip(os.sep).replace(os.sep, "/")
                verdict = file.ignores(relative, is_folder=is_folder)
                if verdict is not None:
                    return verdict
            if folder == before:
                return False
