"""The configuration file .hotlint.yaml: found upward from a file, where the nearest one wins.

`config_keys` is the table of what it may hold, `config_reader` reads it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from hotlint.common import globs
from hotlint.common.files import ReadError, read_text
from hotlint.linter.config_keys import Setting
from hotlint.linter.config_reader import ConfigReader
from hotlint.linter.config_search import Nearest
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


class Finder:
    """Finds and remembers the configuration of each file.

    `explicit` is one configuration for all files; `enabled` False means none at all. `known` returns the rules that
    selectors may name; it is called once a configuration is read, since it loads the rule packs.
    """

    def __init__(
        self, explicit: str | None = None, *, enabled: bool = True, known: Callable[[], KnownRules] = KnownRules
    ) -> None:
        self.explicit = explicit
        self.enabled = enabled
        self._known = known
        self._nearest = Nearest()
        self._files: dict[str, Config] = {}

    def config(self, path: str) -> Config | None:
        """Return the configuration of a file. Raises FileNotFoundError or PermissionError for an explicit one."""
        if not self.enabled:
            return None
        if self.explicit is not None:
            return self._open(self.explicit)
        nearest = self._nearest.of_file(path)
        return self._open(_display_path(nearest)) if nearest is not None else None

    def settings(self, path: str) -> Settings:
        """Return the settings that the configuration gives a file."""
        config = self.config(path)
        return config.for_file(path) if config else Settings()

    def opened(self) -> Iterable[Config]:
        """Return every configuration that has been read so far."""
        return self._files.values()

    def _open(self, path: str) -> Config:
        config = self._files.get(path)
        if config is None:
            problems = []
            try:
                text = read_text(path)
            except ReadError as exc:
                text = ""
                message = f"configuration '{path}' cannot be read: {exc.message}"
                problems.append(run_diagnostic(BadConfiguration, message))
            config = self._files[path] = Config(path, parse(Source(path, text)), self._known(), problems)
        return config


def _display_path(path: str) -> str:
    """Return a path relative to the working folder where it is below that."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path
