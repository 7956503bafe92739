"""Find and remember the configuration of each file. Reading one is imported late: most runs have none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.boundary import Boundary, top_of
from hotlint.linter.config_files import MISNAMED, NAME, Nearest
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.selectors import KnownRules

if TYPE_CHECKING:
    from hotlint.linter.settings.config import Config


class Finder:
    """Finds and remembers the configuration of each file.

    `explicit` is one configuration for all files; `enabled` False means none at all; outside of the folder `top`, no
    configuration is looked for and nothing that one names is read. `known` returns the rules that selectors may name; it is
    called once a configuration is read, since it loads the rule packs.
    """

    def __init__(
        self,
        explicit: str | None = None,
        *,
        enabled: bool = True,
        known: Callable[[], KnownRules] = KnownRules,
        top: Boundary | None = None,
    ) -> None:
        self.explicit = explicit
        self.enabled = enabled
        self._known = known
        self._top = top
        self._nearest = Nearest(top_of(top))
        self._files: dict[str, Config] = {}

    def config(self, path: str) -> Config | None:
        """Return the configuration of a file. Raises FileNotFoundError, and PermissionError for an explicit one."""
        if not self.enabled:
            return None
        if self.explicit is not None:
            return self._files.get(self.explicit) or self._open(self.explicit, self.explicit, os.getcwd())
        nearest = self._nearest.of_file(path)
        return self._files.get(nearest) or self._open(nearest, _display_path(nearest)) if nearest is not None else None

    def settings(self, path: str) -> Settings:
        """Return the settings that the configuration gives a file."""
        config = self.config(path)
        return config.for_file(path) if config else Settings()

    def excluded(self, path: str) -> bool:
        """Return whether the configuration of a file or folder excludes it."""
        config = self.config(path)
        return config is not None and config.excludes(path)

    def folder(self, path: str) -> str | None:
        """Return the folder of a file's configuration; None if there is none, if it is empty, or if it applies to all files."""
        config = self.config(path) if self.explicit is None else None
        return config.folder if config is not None and config.settings else None

    def opened(self) -> Iterable[Config]:
        """Return every configuration that has been read so far, those that others extend included, each once."""
        files = {config.path: config for top in self._files.values() for config in top.all_files()}
        return files.values()

    def is_stale(self, path: str) -> bool:
        """Return whether the settings may differ once a file (an absolute path) has been changed, added or deleted."""
        if os.path.basename(path) in (NAME, *MISNAMED):
            return True
        return any(config.is_stale(path) for config in self.opened())

    @property
    def misnamed(self) -> Iterable[str]:
        """The files named like a configuration, such as .hotlint.yml, that are not read; paths as in `config`."""
        return map(_display_path, self._nearest.misnamed)

    def _open(self, found: str, path: str, base: str | None = None) -> Config:
        from hotlint.linter.settings.config import read_config

        config = self._files[found] = read_config(path, self._known(), base=base, confined_to=self._top)
        return config


def _display_path(path: str) -> str:
    """Return a path relative to the working folder where it is below that."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path
