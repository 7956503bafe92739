"""Find the environments of a template by their names and content, without a configuration.

An environment belongs to a template when it is named like it: `web.yaml` has `web.env`, `web.env.yaml`, `web-env.yaml` or
`env/web.yaml`. Its ending says nothing: that a file is an environment shows in its content. Without such a file, the whole source
tree counts: what scripts and documents deploy together, the same name in a folder for environments, and what maps its types.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.file_kinds import ENDINGS, ENVIRONMENT_FOLDERS, ENVIRONMENT_MARK, is_source_name, stem
from hotlint.analysis.files.facts import (
    FILE_LIMIT,
    FileFacts,
    current_facts,
    facts_below,
    names_of,
    parameter_names,
)
from hotlint.analysis.files.project import OpenWorld
from hotlint.analysis.files.told_sites import Told, told_below
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.analysis.locations import locate
from hotlint.common.annotations import Any, Literal
from hotlint.common.files import absolute_path
from hotlint.common.records import NamedTuple
from hotlint.resource_types.catalog import Catalog, NoSuchType

Why = Literal["name", "told", "types"]

_PARAMETERS_MARK = r"[-_.]param(?:eter)?s?$"
"""What marks values for a template in the name of a file without its endings, as in `web-params.yaml`."""


class Fit(NamedTuple):
    """Environments that fit a template, merged in this order, and why.

    It is named like the template, or a file of the tree `told` that they belong together, or they map its types. Of the latter,
    only the registry counts; `only` are the types that nothing else in the tree maps, where the environments are not near (none: all).
    `site` and `lacks` are those of `Told`.
    """

    paths: tuple[str, ...]
    why: Why
    only: frozenset[str] = frozenset()
    site: str = ""
    lacks: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """What a message says of the environments, after "which"."""
        return {"name": "is named like it", "told": "is named with it", "types": "maps its types"}[self.why]


class Said(NamedTuple):
    """What a source tree says about a file.

    `plugins` are those that may have its types, `fits` the environments of a template, and `templates` those of an environment.
    """

    kind: str = ""
    world: OpenWorld = OpenWorld()
    plugins: tuple[str, ...] = ()
    fits: tuple[Fit, ...] = ()
    templates: tuple[str, ...] = ()

    @property
    def plain(self) -> list[Any]:
        """The same as plain data, which `restored` takes."""
        fits = [[*fit[:2], sorted(fit.only), *fit[3:]] for fit in self.fits]
        return [self.kind, [*self.world], self.plugins, fits, self.templates]

    @classmethod
    def restored(cls, plain: list[Any]) -> Said:
        """Return what `plain` has returned, also as JSON has it. Raises TypeError or ValueError for data of another form."""
        kind, (is_used, namespaces, mapped, folder), plugins, fits, templates = plain
        world = OpenWorld(is_used, tuple(namespaces), tuple(mapped), folder)
        found = tuple(
            Fit(tuple(paths), why, frozenset(only), site, tuple((name, path) for name, path in lacks))
            for paths, why, only, site, lacks in fits
        )
        return cls(kind, world, tuple(plugins), found, tuple(templates))


class EnvironmentFinder:
    """Finds environments near templates, in a snapshot of files, and in the source tree `folder` (None: only near them).

    `excluded` returns whether a path is left out; `limit` is the number of files of the tree that are read (None: all). `kept`
    is what an earlier run has found out about files, and is still true.
    """

    def __init__(
        self,
        files: VirtualFiles,
        excluded: Callable[[str], bool] = lambda path: False,
        folder: str | None = None,
        limit: int | None = FILE_LIMIT,
        kept: Mapping[str, Said] | None = None,
    ) -> None:
        self._kept = kept or {}
        self._virtual = files
        self._excluded = excluded
        self._folder = folder
        self._limit = limit

    def near(self, template: str, *, root: str | None = None) -> list[str]:
        """Return the environments near a template, those named like it first.

        They are in its folder, in folders such as `env` in there, and in both of `root`, as full paths.
        """
        own = absolute_path(template)
        here, found = os.path.dirname(own), dict.fromkeys(self._named_like(own))
        for base in (here, root) if root and root != here else (here,):
            for place in _places(base):
                found.update(dict.fromkeys(self._environments(place)))
        return [path for path in found if path != own]

    def fitting(self, template: str) -> list[Fit]:
        """Return what fits a template: alternatives of the first kind of reason that there is, the nearest first.

        These are the environment that is named like it, those that a script, playbook or document of the tree names with it, those
        of its name in other folders, and those that map its types: near it, elsewhere in several ways, or each type as all of the
        tree does.
        """
        own = absolute_path(template)
        if own in self._kept:
            return [*self._kept[own].fits]
        if named := self._named_like(own):
            return [Fit((named[0],), "name")]
        told = self._told.get(own, ())
        if told:
            return [Fit(one.paths, "told", site=one.site, lacks=one.lacks) for one in told]
        if alike := self._named_elsewhere(own):
            return [Fit((path,), "name") for path in alike]
        if near := self._mapping_types(own):
            return [Fit((path,), "types") for path in near]
        return self._mapping_all(own) or self._only_mappings(own)

    @property
    def _told(self) -> dict[str, tuple[Told, ...]]:
        if self._folder is None:
            return {}
        return self._virtual.query(told_below, self._folder, self._excluded, self._limit)

    @property
    def _tree(self) -> dict[str, FileFacts]:
        if self._folder is None:
            return {}
        return self._virtual.query(facts_below, self._folder, self._excluded, self._limit)

    def _named_elsewhere(self, template: str) -> list[str]:
        """Return the environments of the tree with the name of a template that are in a folder for such, the nearest ones.

        Both have a folder above them in common, from which the template is at most two folders away, and have parameters or types
        in common.
        """
        if self._folder is None:
            return []
        by_stem = self._virtual.memoize(("environments by stem", self._folder, self._limit), self._elsewhere)
        near = [(_steps(template, path), path) for path in by_stem.get(stem_of(template), ()) if path != template]
        fitting = [(steps, p) for steps, p in near if steps is not None and self._shares_names(template, p)]
        least = min((steps for steps, _ in fitting), default=0)
        return [path for steps, path in fitting if steps == least]

    def _elsewhere(self) -> dict[str, list[str]]:
        by_stem: dict[str, list[str]] = {}
        for path, facts in self._tree.items():
            if facts.kind == "environment":
                by_stem.setdefault(stem_of(path), []).append(path)
        return by_stem

    def _shares_names(self, template: str, environment: str) -> bool:
        """Return whether most parameters of an environment are those of a template, or it maps one of its types."""
        query = self._virtual.query
        given = query(parameter_names, environment, ("parameters", "parameter_defaults"))
        own = query(parameter_names, template, ("parameters",))
        if given:
            return 2 * len(given & own) > len(given)
        mapped = {name for name, _ in current_facts(self._virtual, environment).registry}
        return bool(mapped & query(names_of, template))

    def _only_mappings(self, template: str) -> list[Fit]:
        """Return the environments that map types of a template as all others of the tree do, the nearest one for each type."""
        chosen: dict[str, None] = {}
        only = set()
        for name, mapped in self._mapped_of(template).items():
            paths = [path for _, path in mapped if not is_source_name(path)]
            if paths and len({target for target, _ in mapped}) == 1:
                only.add(name)
                chosen[min(paths, key=lambda p: (_distance(template, p), p))] = None
        return [Fit(tuple(chosen), "types", frozenset(only))] if chosen else []

    def _mapping_all(self, template: str) -> list[Fit]:
        """Return the nearest environments that each map all types of a template that any maps, where they map one differently."""
        mapped = self._mapped_of(template)
        if all(len({target for target, _ in each}) == 1 for each in mapped.values()):
            return []
        whole = set.intersection(*({path for _, path in each if not is_source_name(path)} for each in mapped.values()))
        least = min((_distance(template, path) for path in whole), default=0)
        nearest = sorted(path for path in whole if _distance(template, path) == least)
        return [Fit((path,), "types", frozenset(mapped)) for path in nearest]

    def _mapped_of(self, template: str) -> dict[str, list[tuple[str, str]]]:
        """Return the types of a template that Heat does not have and environments of the tree map, with what these map them to."""
        if self._folder is None:
            return {}
        mappings = self._virtual.memoize(("mappings", self._folder, self._limit), self._mappings)
        names, heat = self._virtual.query(names_of, template) & mappings.keys(), Catalog()
        return {name: mappings[name] for name in sorted(names) if isinstance(heat.resource(name), NoSuchType)}

    def _mappings(self) -> dict[str, list[tuple[str, str]]]:
        """Return for each type the templates or types that the environments of the tree map it to, and these environments.

        Jinja sources among them say that a type may be mapped otherwise, but nothing is checked with them: they are to be rendered.
        """
        found: dict[str, list[tuple[str, str]]] = {}
        for path, facts in self._tree.items():
            for name, target in facts.registry if facts.kind == "environment" else ():
                file = locate(target, path).path if target.endswith(TEMPLATE_ENDINGS) else None
                found.setdefault(name, []).append((file or target, path))
        return found

    def _mapping_types(self, template: str) -> list[str]:
        """Return the environments near a template that map all of its types that one of them maps and Heat does not have.

        Near is as in `near`. Empty when there is no such type.
        """
        heat = Catalog()
        places = _places(os.path.dirname(template))
        registries = [found for place in places for found in self._registries(place)]
        names = self._virtual.query(names_of, template) if registries else frozenset()
        mapped = {name for _, own in registries for name in own & names}
        wanted = {name for name in mapped if isinstance(heat.resource(name), NoSuchType)}
        return [path for path, own in registries if wanted <= own] if wanted else []

    def sets_parameters_of(self, template: str, environment: str) -> bool:
        """Return whether a template has every parameter that an environment sets."""
        fitting, given = self.fitting_parameters(template, environment)
        return fitting == given

    def fitting_parameters(self, template: str, environment: str) -> tuple[int, int]:
        """Return how many parameters of a template an environment sets, and how many it sets in all."""
        own, given = (
            self._virtual.query(parameter_names, absolute_path(path), ("parameters",))
            for path in (template, environment)
        )
        return len(given & own), len(given)

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
        stem, places = stem_of(template), _places(os.path.dirname(template))
        alike = (path for place in places for path in self._alike(place, stem))
        return [path for path in alike if path != template and self._is_environment(path)]

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
    if "param" in name:
        return re.sub(_PARAMETERS_MARK, "", name)
    return re.sub(ENVIRONMENT_MARK, "", name) if "env" in name else name


def _steps(template: str, environment: str) -> int | None:
    """Return how far apart a template and an environment in a folder for such are; None where they do not belong together."""
    common = os.path.commonpath((os.path.dirname(template), os.path.dirname(environment)))
    up, down = (os.path.relpath(os.path.dirname(p), common).split(os.sep) for p in (template, environment))
    up, down = ([] if steps == ["."] else steps for steps in (up, down))
    if len(up) > 2 or len(down) > 3 or not any(step in ENVIRONMENT_FOLDERS for step in down):
        return None
    return len(up) + len(down)


def _distance(one: str, other: str) -> int:
    """Return the number of folders between two files."""
    return os.path.relpath(os.path.dirname(other), os.path.dirname(one)).count(os.sep)


def _places(folder: str) -> list[str]:
    return [folder, *(os.path.join(folder, place) for place in ENVIRONMENT_FOLDERS)]
