"""The configuration file .hotlint.yaml: found upward from a file, where the nearest one wins.

`keys` is the table of what it may hold, `reader` reads it, `values` the kinds of its values.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from hotlint.common import globs
from hotlint.common.files import ReadError, is_absent, text_within
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.run_diagnostics import BadConfiguration, run_diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.reader import ConfigReader, Setting
from hotlint.linter.settings.selectors import KnownRules
from hotlint.syntax.field_reader import FieldProblem
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source


class Config:
    """The valid part of one configuration file. `problems` are the diagnostics of the rest.

    `folder` is the one that its globs are relative to. `bases` are the configurations that it extends, whose settings come
    before its own; their globs are relative to the same folder. `read` are the absolute paths of the files whose text counts;
    `looked_for` holds the paths of the other files that it names, and whether each existed.
    """

    __slots__ = ("bases", "document", "exclude", "folder", "looked_for", "path", "problems", "read", "settings")

    def __init__(
        self,
        path: str,
        document: Document,
        known: KnownRules | None = None,
        problems: Iterable[Diagnostic] = (),
        *,
        base: str | None = None,
        above: tuple[str, ...] = (),
        confined_to: str | None = None,
    ) -> None:
        self.path = path
        self.folder = os.path.abspath(base) if base is not None else os.path.dirname(os.path.abspath(path))
        self.document = document
        reader = ConfigReader(path, document, known, self.folder, confined_to)
        own = list(reader.read())
        self.problems: list[Diagnostic] = [*map(_diagnostic, reader.problems), *problems]
        self.read = frozenset((os.path.abspath(path), *reader.read_files))
        self.looked_for = {found: os.path.exists(found) for found in reader.looked_for}
        self.bases: list[Config] = []
        extended = (*above, os.path.realpath(path))
        read = partial(read_config, known=known, base=self.folder, above=extended)
        for setting in own:
            if setting.key == "extends":
                self._extend(setting, read, extended, confined_to)
        inherited = [s if s.file is not None else s._replace(file=b.path) for b in self.bases for s in b.settings]
        self.settings: list[Setting] = [*inherited, *(s for s in own if s.key != "extends")]
        self.exclude: tuple[str, ...] = tuple(g for s in self.settings if s.key == "exclude" for g in s.value)

    def _extend(
        self, setting: Setting, read: Callable[..., Config], above: tuple[str, ...], confined_to: str | None
    ) -> None:
        """Read the configurations that this one extends."""
        for path in setting.value:
            if os.path.realpath(path) in above:
                message = f"configuration '{path}' extends itself, directly or through others"
                self.problems.append(run_diagnostic(BadConfiguration, message, setting.span))
                continue
            try:
                # An unpacked tree has nothing around it, but installed packages are no part of a tree.
                is_packaged = is_absent(path, confined_to)
                self.bases.append(read(path, confined_to=None if is_packaged else confined_to))
            except OSError as exc:
                message = f"configuration '{path}' cannot be read: {exc.strerror}"
                self.problems.append(run_diagnostic(BadConfiguration, message, setting.span))

    def all_files(self) -> Iterator[Config]:
        """Yield this configuration and those that it extends, directly or through others."""
        yield self
        for base in self.bases:
            yield from base.all_files()

    def is_stale(self, path: str) -> bool:
        """Return whether the configuration may read differently once a file (an absolute path) has been changed."""
        existed = self.looked_for.get(path)
        return path in self.read or (existed is not None and existed != os.path.exists(path))

    def relative(self, path: str) -> str | None:
        """Return a path relative to the configuration's folder, with slashes; None for one outside of it."""
        relative = os.path.relpath(os.path.abspath(path), self.folder).replace(os.sep, "/")
        return None if relative == ".." or relative.startswith("../") else relative

    def excludes(self, path: str) -> bool:
        """Return whether a file or folder is excluded from checking."""
        relative = self.relative(path) if self.exclude else None
        return relative is not None and any(globs.matches(g, relative) for g in self.exclude)

    def effective(self, path: str) -> Iterator[Setting]:
        """Return the values that apply to one file, in the order in which later ones win."""
        relative = self.relative(path)
        yield from (s for s in self.settings if s.glob is None)
        if relative is not None:
            yield from (s for s in self.settings if s.glob is not None and globs.matches(s.glob, relative))

    def for_file(self, path: str) -> Settings:
        """Return the settings of one file."""
        settings = Settings(files=tuple(c.path for c in self.all_files()))
        for setting in self.effective(path):
            if setting.key not in ("exclude", "templates"):
                settings = settings.with_value(setting.key, setting.value)
        return settings


def _diagnostic(problem: FieldProblem) -> Diagnostic:
    return run_diagnostic(BadConfiguration, problem.message, problem.span)


def read_config(
    path: str,
    known: KnownRules | None,
    *,
    base: str | None = None,
    above: tuple[str, ...] = (),
    confined_to: str | None = None,
) -> Config:
    """Read a configuration. Raises FileNotFoundError; with `base`, PermissionError too. Anything else is among its problems.

    `base` is the folder that its globs are relative to, None for its own; `above` are the real paths of those that extend it.
    Outside of the folder `confined_to` nothing is read; None is no limit.
    """
    problems = []
    try:
        text = text_within(path, confined_to)
    except (ReadError, PermissionError) as exc:
        if base is not None and not isinstance(exc, ReadError):
            raise
        text = ""
        why = exc.message if isinstance(exc, ReadError) else exc.strerror
        problems.append(run_diagnostic(BadConfiguration, f"configuration '{path}' cannot be read: {why}"))
    return Config(path, parse(Source(path, text)), known, problems, base=base, above=above, confined_to=confined_to)
