"""The configuration file .hotlint.yaml: found upward from a file, where the nearest one wins.

`config_keys` is the table of what it may hold, `config_reader` reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hotlint.common import globs
from hotlint.common.files import ReadError, read_text
from hotlint.linter.config_keys import Setting
from hotlint.linter.config_reader import ConfigReader
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.run_diagnostics import BadConfiguration, run_diagnostic
from hotlint.linter.selectors import KnownRules
from hotlint.linter.settings import Settings
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source


class Config:
    """The valid part of one configuration file. `problems` are the diagnostics of the rest."""

    __slots__ = ("document", "exclude", "folder", "path", "problems", "settings")

    def __init__(
        self, path: str, document: Document, known: KnownRules | None = None, problems: Iterable[Diagnostic] = ()
    ) -> None:
        self.path = path
        self.folder = os.path.dirname(os.path.abspath(path))
        self.document = document
        reader = ConfigReader(path, document, known)
        self.settings: list[Setting] = list(reader.read())
        self.problems: list[Diagnostic] = [*reader.problems, *problems]
        self.exclude: tuple[str, ...] = tuple(g for s in self.settings if s.key == "exclude" for g in s.value)

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
        settings = Settings(files=(self.path,))
        for setting in self.effective(path):
            if setting.key not in ("exclude", "templates"):
                settings = settings.changed(Settings(**{setting.key: setting.value}))
        return settings


def read_config(path: str, known: KnownRules) -> Config:
    """Read a configuration. Raises FileNotFoundError or PermissionError; anything else is among its problems."""
    problems = []
    try:
        text = read_text(path)
    except ReadError as exc:
        text = ""
        problems.append(run_diagnostic(BadConfiguration, f"configuration '{path}' cannot be read: {exc.message}"))
    return Config(path, parse(Source(path, text)), known, problems)
