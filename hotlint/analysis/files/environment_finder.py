"""Find the environments of a template by their names and content, without a configuration.

An environment belongs to a template when it is named like it: `web.yaml` has `web.env`, `web.env.yaml`, `web-env.yaml` or
`env/web.yaml`. Its ending says nothing: that a file is an environment shows in its content.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import lru_cache

from hotlint.analysis.file_kinds import ENDINGS, ENVIRONMENT_FOLDERS, ENVIRONMENT_MARK, stem
from hotlint.analysis.files.facts import current_facts, names_of, parameter_names
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.common.files import absolute_path
from hotlint.resource_types.catalog import Catalog, NoSuchType


class EnvironmentFinder:
    """Finds environments near templates, in a snapshot of files. `excluded` returns whether a path is left out."""

    def __init__(self, files: VirtualFiles, excluded: Callable[[str], bool] = lambda path: False) -> None:
        self._virtual = files
        self._excluded = excluded

    def near(self, template: str, *, root: str | None = None) -> list[str]:
        """Return the environments near a template, those named like it first.

        They are in its folder, in folders such as `env` in there, and in both of `root`, as full paths.
        """
        here = os.path.dirname(absolute_path(template))
        found = dict.fromkeys(self._named_like(template))
        for base in (here, root) if root and root != here else (here,):
            for place in _places(base):
                found.update(dict.fromkeys(self._environments(place)))
        return [path for path in found if path != absolute_path(template)]

    def named_like(self, template: str) -> str | None:
        """Return the environment that is named like a template; the one in its own folder first. None without one."""
        return next(iter(self._named_like(template)), None)

    def fitting(self, template: str) -> list[str]:
        """Return the environments that fit a template: the one that is named like it, or else each that maps its types."""
        named = self.named_like(template)
        return [named] if named is not None else self.mapping_types(template)

    def mapping_types(self, template: str) -> list[str]:
        """Return the environments near a template that map all of its types that one of them maps and Heat does not have.

        Near is as in `near`. Empty when there is no such type.
        """
        heat = Catalog()
        places = _places(os.path.dirname(absolute_path(template)))
        registries = [found for place in places for found in self._registries(place)]
        names = self._virtual.query(names_of, absolute_path(template)) if registries else frozenset()
        mapped = {name for _, own in registries for name in own & names}
        wanted = {name for name in mapped if isinstance(heat.resource(name), NoSuchType)}
        return [path for path, own in registries if wanted <= own] if wanted else []

    def sets_parameters_of(self, template: str, environment: str) -> bool:
        """Return whether a template has every parameter that an environment sets."""
        own, given = (
            self._virtual.query(parameter_names, absolute_path(path), ("parameters",))
            for path in (template, environment)
        )
        return given <= own

    def templates_of(self, environment: str) -> list[str]:
        """Return the templates that an environment is named like: in its folder, and in the one that its folder is in."""
        own = absolute_path(environment)
        here = os.path.dirname(own)
        folders = [here, os.path.dirname(here)] if os.path.basename(here) in ENVIRONMENT_FOLDERS else [here]
        stem = stem_of(own)
        return [
            path for folder in folders for path in self._alike(folder, stem)
            if path != own and self._kind(path) == "template"
        ]  # fmt: skip

    def _named_like(self, template: str) -> list[str]:
        stem, own = stem_of(template), absolute_path(template)
        places = _places(os.path.dirname(own))
        alike = (path for place in places for path in self._alike(place, stem))
        return [path for path in alike if path != own and self._is_environment(path)]

    def _alike(self, folder: str, stem: str) -> list[str]:
        """Return the files of a folder with a name, by `stem_of`; a folder may have 100,000 others."""
        return self._virtual.memoize(("files by stem", folder), lambda: self._by_stem(folder)).get(stem, [])

    def _by_stem(self, folder: str) -> dict[str, list[str]]:
        by_stem: dict[str, list[str]] = {}
        for path in self._files(folder):
            by_stem.setdefault(stem_of(path), []).append(path)
        return by_stem

    def _environments(self, folder: str) -> list[str]:
        """Return the environments of a folder."""
        return self._virtual.memoize(
            ("environments", folder), lambda: [path for path in self._files(folder) if self._is_environment(path)]
        )

    def _registries(self, folder: str) -> list[tuple[str, frozenset[str]]]:
        """Return the environments of a folder with a registry, and the types that each maps."""
        return self._virtual.memoize(("registries", folder), lambda: self._with_registry(folder))

    def _with_registry(self, folder: str) -> list[tuple[str, frozenset[str]]]:
        registries = ((path, current_facts(self._virtual, path).registry) for path in self._environments(folder))
        return [(path, frozenset(name for name, _ in registry)) for path, registry in registries if registry]

    def _is_environment(self, path: str) -> bool:
        return self._kind(path) == "environment"

    def _kind(self, path: str) -> str:
        return "" if self._excluded(path) else current_facts(self._virtual, path).kind

    def _files(self, folder: str) -> list[str]:
        return [os.path.join(folder, name) for name in self._virtual.names(folder) if name.endswith(ENDINGS)]


@lru_cache(maxsize=4096)
def stem_of(path: str) -> str:
    """Return the name of a file without its endings, and without what marks an environment: "web" of web-env.yaml."""
    name = stem(os.path.basename(path))
    return re.sub(ENVIRONMENT_MARK, "", name) if "env" in name else name


def _places(folder: str) -> list[str]:
    return [folder, *(os.path.join(folder, place) for place in ENVIRONMENT_FOLDERS)]
