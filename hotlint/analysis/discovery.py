"""Find the environments of a template by their names and content, without a configuration.

An environment belongs to a template when it is named like it: `web.yaml` has `web.env`, `web.env.yaml`, `web-env.yaml` or
`env/web.yaml`. Its ending says nothing: that a file is an environment shows in its content.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import lru_cache

from hotlint.analysis.file_facts import ENDINGS, facts_of

PLACES = ("env", "envs", "environment", "environments")
"""Folders next to a template in which its environments are looked for."""
_ENDING = r"\.(?:yaml|yml|template|hot|env|environment|json)$"
_MARK = r"[-_.](?:env|environment)$|^(?:env|environment)[-_.]"
KindOf = Callable[[str], str]
"""Returns the kind of a file: "template", "environment" or ""."""


def kind_on_disk(path: str) -> str:
    """Return the kind of a file by its content: "template", "environment", or "" for any other file."""
    return facts_of(path).kind


class EnvironmentFinder:
    """Finds environments near templates, and remembers the folders that it has looked through."""

    def __init__(self, kind_of: KindOf = kind_on_disk) -> None:
        self._kind_of = kind_of
        self._folders: dict[str, list[str]] = {}
        self._stems: dict[str, dict[str, list[str]]] = {}
        self._kinds: dict[str, str] = {}

    def near(self, template: str, *, root: str | None = None) -> list[str]:
        """Return the environments near a template, those named like it first.

        They are in its folder, in folders such as `env` in there, and in both of `root`, as full paths.
        """
        here = os.path.dirname(os.path.abspath(template))
        found = dict.fromkeys(self._named_like(template))
        for base in (here, root) if root and root != here else (here,):
            for place in _places(base):
                found.update(dict.fromkeys(p for p in self._files(place) if self._is_environment(p)))
        return [path for path in found if path != os.path.abspath(template)]

    def named_like(self, template: str) -> str | None:
        """Return the environment that is named like a template; the one in its own folder first. None without one."""
        return next(iter(self._named_like(template)), None)

    def templates_of(self, environment: str) -> list[str]:
        """Return the templates that an environment is named like: in its folder, and in the one that its folder is in."""
        own = os.path.abspath(environment)
        here = os.path.dirname(own)
        folders = [here, os.path.dirname(here)] if os.path.basename(here) in PLACES else [here]
        stem = stem_of(own)
        return [
            path for folder in folders for path in self._alike(folder, stem)
            if path != own and self._kind(path) == "template"
        ]  # fmt: skip

    def _named_like(self, template: str) -> list[str]:
        stem, own = stem_of(template), os.path.abspath(template)
        places = _places(os.path.dirname(own))
        alike = (path for place in places for path in self._alike(place, stem))
        return [path for path in alike if path != own and self._is_environment(path)]

    def _alike(self, folder: str, stem: str) -> list[str]:
        """Return the files of a folder with a name, by `stem_of`; a folder may have 100,000 others."""
        if folder not in self._stems:
            by_stem = self._stems[folder] = {}
            for path in self._files(folder):
                by_stem.setdefault(stem_of(path), []).append(path)
        return self._stems[folder].get(stem, [])

    def _is_environment(self, path: str) -> bool:
        return self._kind(path) == "environment"

    def _kind(self, path: str) -> str:
        if path not in self._kinds:
            self._kinds[path] = self._kind_of(path)
        return self._kinds[path]

    def _files(self, folder: str) -> list[str]:
        if folder not in self._folders:
            try:
                names = sorted(os.listdir(folder))
            except OSError:
                names = []
            self._folders[folder] = [os.path.join(folder, n) for n in names if n.endswith(ENDINGS)]
        return self._folders[folder]


@lru_cache(maxsize=4096)
def stem_of(path: str) -> str:
    """Return the name of a file without its endings, and without what marks an environment: "web" of web-env.yaml."""
    name = os.path.basename(path)
    while (shorter := re.sub(_ENDING, "", name)) != name and shorter:
        name = shorter
    return re.sub(_MARK, "", name)


def _places(folder: str) -> list[str]:
    return [folder, *(os.path.join(folder, place) for place in PLACES)]
