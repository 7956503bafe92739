"""The files of a tree that belong together: which templates use which, and which environments are for which.

Most of it is read from the texts of the files, without parsing them. Only the files that an answer is about are parsed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Protocol

from hotlint.analysis.composition.source_tree import SourceTree
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.file_kinds import ENVIRONMENT_FOLDERS
from hotlint.analysis.locations import locate
from hotlint.ide.completion.declared_names import DeclaredNames
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.source import Span


class KnownFiles(Protocol):
    """The files of a tree as the editor has them: the text of an open document counts before the file."""

    def users(self, path: str) -> list[FileAnalysis]:
        """Return the texts that use a file, as far as that is known without the tree."""
        ...

    def analysis(self, path: str) -> FileAnalysis | None:
        """Return a file in its context; None for one that cannot be read."""
        ...

    def names(self, path: str) -> DeclaredNames | None:
        """Return the names in a file; None for one that cannot be read."""
        ...

    def environments(self, path: str) -> tuple[str, ...]:
        """Return the environments that a template is used with, as far as that is known."""
        ...

    def opened(self) -> list[str]:
        """Return the paths of the open documents, which may not be on disk."""
        ...


class RelatedFiles:
    """What belongs together in the tree of a file; call it with a path for the texts that use that file."""

    def __init__(self, source_tree: SourceTree, files: KnownFiles) -> None:
        self._source_tree = source_tree
        self._files = files
        self._served: dict[str, frozenset[str] | None] = {}
        self._families: dict[str, frozenset[str]] = {}

    def __call__(self, path: str) -> list[FileAnalysis]:
        return self._files.users(path)

    def analysis(self, path: str) -> FileAnalysis | None:
        """Return a file in its context; None for one that cannot be read."""
        return self._files.analysis(path)

    @property
    def folder(self) -> str:
        """The folder that the tree is in."""
        return self._source_tree.folder

    @cached_property
    def templates(self) -> tuple[str, ...]:
        """The paths of all templates, those that are open and not on disk included."""
        opened = (p for p in self._files.opened() if (names := self._files.names(p)) is not None and names.version)
        return tuple(dict.fromkeys([*self._source_tree.templates, *opened]))

    @cached_property
    def environments(self) -> tuple[str, ...]:
        """The paths of all environments, those that are open and not on disk included."""
        opened = (p for p in self._files.opened() if p not in self._source_tree.facts and p not in self.templates)
        return tuple(dict.fromkeys([*self._source_tree.environments, *opened]))

    def is_used(self, path: str) -> bool:
        """Return whether another template nests a template, or some registry maps a type to it."""
        return self._source_tree.is_used(path)

    # -- templates and the types that stand for them ---------------------------------------------------------------------

    @cached_property
    def _types(self) -> dict[str, set[str]]:
        """The types that registries map to a template, by the path of the template."""
        types: dict[str, set[str]] = {}
        for path, facts in self._source_tree.facts.items():
            for name, target in facts.registry:
                location = locate(target, path).path if target.endswith(TEMPLATE_ENDINGS) else None
                if location is not None:
                    types.setdefault(os.path.abspath(location), set()).add(name)
        return types

    @cached_property
    def _targets(self) -> dict[str, set[str]]:
        """The templates that registries map a type to, by type."""
        targets: dict[str, set[str]] = {}
        for path, names in self._types.items():
            for name in names:
                targets.setdefault(name, set()).add(path)
        return targets

    def types_of(self, path: str) -> frozenset[str]:
        """Return the types that some registry maps to a template."""
        return frozenset(self._types.get(path, ()))

    def targets_of(self, type_name: str) -> frozenset[str]:
        """Return the templates that some registry maps a type to."""
        return frozenset(self._targets.get(type_name, ()))

    def parents(self, path: str) -> Iterator[FileAnalysis]:
        """Yield the templates that use a template: by its name, or by a type that some registry maps to it."""
        types, found = self.types_of(path), set(self._source_tree.users.get(path, ()))
        found |= {p for p in self._source_tree.templates if types & self._source_tree.names(p)}
        for user in (*self._files.users(path), *map(self._files.analysis, sorted(found))):
            if user is not None and user.kind == "hot" and user.path != path:
                yield user

    # -- parameters and environments -------------------------------------------------------------------------------------

    def declaring(self, name: str) -> frozenset[str]:
        """Return the templates that declare a parameter."""
        return frozenset(self._declaring.get(name, ()))

    @cached_property
    def _declaring(self) -> dict[str, set[str]]:
        """The templates that declare each parameter, by its name."""
        declaring: dict[str, set[str]] = {}
        for path in self.templates:
            for name in self._parameters(path):
                declaring.setdefault(name, set()).add(path)
        return declaring

    def _parameters(self, path: str) -> frozenset[str]:
        names = self._files.names(path)
        if names is None:
            return frozenset()
        return frozenset(names.parameters) or self._source_tree.parameter_names(path, ("parameters",))  # in flow style

    def environments_with(self, name: str) -> Iterator[FileAnalysis]:
        """Yield the environments that name a parameter."""
        for path in self.environments:
            names = self._files.names(path)
            found = self._files.analysis(path) if names is not None and name in names.text else None
            if found is not None and found.kind == "environment" and found.index.all_of("parameter", name):
                yield found

    def files_with(self, word: str) -> list[str]:
        """Return the templates and environments in whose text a word occurs, Jinja sources included."""
        known = dict.fromkeys([*self._source_tree.facts, *self._files.opened()])
        texts = ((p, names.text) for p in known if (names := self._files.names(p)) is not None)
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        return [path for path, text in texts if word in text and pattern.search(text)]

    def served(self, environment: str) -> frozenset[str] | None:
        """Return the templates that an environment is for, those that they use included; None where that is not known."""
        if environment not in self._served:
            named = {p for p in self._source_tree.finder.templates_of(environment) if not self.is_used(p)}
            roots = (p for p in self._source_tree.templates if not self.is_used(p))
            configured = {p for p in roots if environment in self._files.environments(p)}
            found = self._below(named | configured)
            self._served[environment] = found or None
        return self._served[environment]

    def _below(self, paths: set[str]) -> frozenset[str]:
        """Return templates and all that they may use: by name, or by a type that any registry maps to a template."""
        found, waiting = set(paths), list(paths)
        while waiting:
            path = waiting.pop()
            mapped = (self._targets.get(name, ()) for name in self._source_tree.names(path))
            for target in {*self._source_tree.used.get(path, ()), *(t for targets in mapped for t in targets)}:
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return frozenset(found)

    def candidates(self, environment: FileAnalysis, path: str, name: str) -> frozenset[str]:
        """Return the templates that an environment may be used with, among them the one at `path`; none if not that one.

        Where nothing says what it is for, it is for templates that are deployed together: those of a resource registry, or
        those that have all parameters for which Heat refuses unknown ones. A parameter `name` that no other template declares is
        that of this one.
        """
        served = self.served(environment.path)
        if served is not None:
            return served if path in served else frozenset()
        family = self._family(path)
        if family & self._source_tree.mapped or self.declaring(name) == {path}:
            return family
        given = environment.environment.entries("parameters").keys()  # Heat takes others under parameter_defaults
        known = frozenset().union(*map(self._parameters, family))
        return family if given <= known else frozenset()

    def rivals(self, environment: FileAnalysis, path: str, name: str) -> frozenset[str]:
        """Return the templates of other deployments that declare a parameter `name` and that an environment may be for as well.

        Where nothing says what it is for, it is for the deployment that is nearest to it. So those that are farther away than
        that of the template at `path` are no rivals.
        """
        if self.served(environment.path) is not None:
            return frozenset()
        own = self._family(path)
        limit = self._distance(environment.path, own)
        fitting = ((p, self.candidates(environment, p, name)) for p in self.declaring(name) - own)
        return frozenset(p for p, found in fitting if found and self._distance(environment.path, found) <= limit)

    def _distance(self, environment: str, family: frozenset[str]) -> int:
        """Return the number of folders from an environment to the nearest of templates that no other one uses.

        Folders for environments are left out. All templates below the folder of an environment are equally near: it lies above
        several deployments to be used with each.
        """
        here = os.path.dirname(environment)
        if os.path.basename(here) in ENVIRONMENT_FOLDERS:
            here = os.path.dirname(here)
        roots = [path for path in family if not self.is_used(path)] or family
        ways = (os.path.relpath(folder, here) for folder in {os.path.dirname(path) for path in roots})
        return min((_steps(way) for way in ways), default=0)

    def nearest(self, environment: FileAnalysis, name: str) -> frozenset[str]:
        """Return the templates that declare a parameter, of the deployments nearest to an environment that it may be for."""
        found = {p: self.candidates(environment, p, name) for p in self.declaring(name)}
        away = {p: self._distance(environment.path, family) for p, family in found.items() if family}
        if self.served(environment.path) is not None:
            return frozenset(away)
        return frozenset(p for p, steps in away.items() if steps == min(away.values()))

    def declarations(self, environment: FileAnalysis, name: str) -> Iterator[tuple[str, Span]]:
        """Yield path and place of the declarations of a parameter in the templates that take it from an environment."""
        for path in sorted(self.nearest(environment, name)):
            names = self._files.names(path)
            declared = names.parameters.get(name) if names is not None else None
            if declared is not None:
                yield path, Span(declared.at, declared.at + len(name))

    def _family(self, path: str) -> frozenset[str]:
        """Return the templates that may be deployed together with one; all to which registries map, for one of those."""
        if path not in self._families:
            tops = {path, *self._source_tree.above(path)}
            found = self._below(tops)
            self._families[path] = found | self._mapped_family if found & self._source_tree.mapped else found
        return self._families[path]

    @cached_property
    def _mapped_family(self) -> frozenset[str]:
        """The templates to which registries map, those that use them, and those that these may use."""
        tops = {user for target in self._source_tree.mapped for user in self._source_tree.above(target)}
        return self._below(tops | self._source_tree.mapped)


def _steps(way: str) -> int:
    if way == os.curdir:
        return 0
    return way.count(os.sep) + 1 if way.startswith(os.pardir) else 1
