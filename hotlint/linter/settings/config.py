"""The configuration file .hotlint.yaml: found upward from a file, where the nearest one wins.

`keys` is the table of what it may hold, `reader` reads it, `values` the kinds of its values.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from hotlint.common import globs
from hotlint.common.boundary import Boundary, may_read, text_within
from hotlint.common.files import ReadError, real_path
from hotlint.formats.reader import FieldProblem
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.run_diagnostics import BadConfiguration, run_diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.reader import ConfigReader, Setting
from hotlint.linter.settings.selectors import KnownRules
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

FILES = 50
"""Files of one configuration, at most: itself, and all that it extends."""
ExtendedFiles = dict[tuple[str, "str | None"], "Config | None"]


class Config:
    """The valid part of one configuration file. `problems` are the diagnostics of the rest.

    `folder` is the one that its globs are relative to. `bases` are the configurations that it extends, whose settings come
    before its own; their globs are relative to the same folder. `lineage` is all of them and this one, each once: later ones win,
    and `own` are the settings of this file alone. `extended` are the files that the first configuration has reached so far, None
    for one that is being read. `read` are the absolute paths of the files whose text counts;
    `looked_for` holds the paths of the other files that it names, and whether each existed.
    """

    def __init__(
        self,
        path: str,
        document: Document,
        known: KnownRules | None = None,
        problems: Iterable[Diagnostic] = (),
        *,
        base: str | None = None,
        extended: ExtendedFiles | None = None,
        confined_to: Boundary | None = None,
    ) -> None:
        self.path = path
        self.folder = os.path.abspath(base) if base is not None else os.path.dirname(os.path.abspath(path))
        self.document = document
        reader = ConfigReader(path, document, known, self.folder, confined_to)
        self.own: list[Setting] = list(reader.read())
        self.problems: list[Diagnostic] = [*map(_diagnostic, reader.problems), *problems]
        self.read = frozenset((os.path.abspath(path), *reader.read_files))
        self.looked_for = {found: os.path.exists(found) for found in reader.looked_for}
        self.bases: list[Config] = []
        extended = {} if extended is None else extended
        extended[real_path(path), confined_to] = None
        read = partial(read_config, known=known, base=self.folder, extended=extended)
        for setting in self.own:
            if setting.key == "extends":
                self._extend(setting, read, extended, confined_to)
        extended[real_path(path), confined_to] = self
        reached = [config for base in self.bases for config in base.lineage]
        before = [*reversed(dict.fromkeys(reversed(reached)))]
        self.lineage: tuple[Config, ...] = (*before, self)
        self.settings: list[Setting] = [*(s._replace(file=c.path) for c in before for s in c.own), *self.own]
        own = len(reader.problems)
        reader.report_selectors(p.code for s in self.settings if s.key == "policies" for p in s.value)
        self.problems[:own] = map(_diagnostic, sorted(reader.problems, key=lambda problem: problem.span))
        self.exclude: tuple[str, ...] = tuple(g for s in self.settings if s.key == "exclude" for g in s.value)

    def _extend(
        self, setting: Setting, read: Callable[..., Config], extended: ExtendedFiles, confined_to: Boundary | None
    ) -> None:
        """Read the configurations that this one extends: each once, however many others extend it too."""
        for path in setting.value:
            limit = (
                confined_to if may_read(path, confined_to) else None
            )  # that of an installed package, which `reader` lets pass
            known = real_path(path), limit
            base, message = extended.get(known), ""
            if known in extended and base is None:
                message = f"configuration '{path}' extends itself, directly or through others"
            elif base is None and len(extended) >= FILES:
                message = f"configuration '{path}' is not read: a configuration and all that it extends are at most {FILES} files"
            elif base is None:
                try:
                    base = read(path, confined_to=limit)
                except OSError as exc:
                    message = f"configuration '{path}' cannot be read: {exc.strerror}"
            if base is not None:
                self.bases.append(base)
            else:
                self.problems.append(run_diagnostic(BadConfiguration, message, setting.span))

    def all_files(self) -> Iterator[Config]:
        """Yield this configuration and those that it extends, directly or through others, each once."""
        yield from reversed(self.lineage)

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
            if setting.key not in ("exclude", "extends"):
                settings = settings.with_value(setting.key, setting.value)
        return settings


def _diagnostic(problem: FieldProblem) -> Diagnostic:
    return run_diagnostic(BadConfiguration, problem.message, problem.span)


def read_config(
    path: str,
    known: KnownRules | None,
    *,
    base: str | None = None,
    extended: ExtendedFiles | None = None,
    confined_to: Boundary | None = None,
) -> Config:
    """Read a configuration. Raises FileNotFoundError; with `base`, PermissionError too. Anything else is among its problems.

    `base` is the folder that its globs are relative to, None for its own; `extended` are the files that are read already.
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
    return Config(
        path, parse(Source(path, text)), known, problems, base=base, extended=extended, confined_to=confined_to
    )
