"""The names in the files of a source tree, for an environment: what its templates declare and its environments give."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Set
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from hotlint.ide.completion.declared_names import Declared, DeclaredNames
from hotlint.ide.completion.jinja_names import is_rendered, names_made
from hotlint.language.jinja.sources import rendered_path

_MOST_ALIKE = 12
"""The environments that say what a text lacks."""
_VALUE = " \t\"'"
_IS_SWITCH = re.compile(r":[ \t]+[\"']?(?:true|false)\b", re.I)


class DeclaredAt(NamedTuple):
    """A parameter of a template: the path and the names of that, and its declaration."""

    path: str
    names: DeclaredNames
    declared: Declared

    @property
    def text(self) -> str:
        """The text of the declaration."""
        return self.names.text[self.declared.at : self.declared.end]


class TreeNames:
    """The names in the templates and environments of a tree, without those of one file.

    `parameters` are by name. `given` counts the environments that give a parameter, `switches` are given a truth value
    somewhere. `types` counts the environments that map a resource type. `after` counts the names that follow a name in
    environments and lists, `declared_after` in templates. `targets` counts what a type is mapped to: the full path of a
    template, or another type.
    """

    def __init__(self, files: Iterable[tuple[str, DeclaredNames]] = (), without: str = "") -> None:
        self.parameters: dict[str, list[DeclaredAt]] = {}
        self.given: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.after: dict[str, Counter[str]] = defaultdict(Counter)
        self.declared_after: dict[str, Counter[str]] = defaultdict(Counter)
        self.switches: set[str] = set()
        self.targets: dict[str, Counter[str]] = defaultdict(Counter)
        self.templates: list[str] = []
        self._declared: dict[str, DeclaredNames] = {}
        self._by_environment: list[Set[str]] = []
        self.files: dict[str, None] = {}  # that environments map types to, whether they exist or not
        self.absolute: set[str] = set()  # of these, the ones that are written as full paths
        for path, names in files:
            if path == without:
                continue
            if names.version:
                self._template(path, names)
            elif names.defaults or names.registry or names.parameters:
                self._environment(path, names)
            else:
                _count_pairs(self.after, names.named_types)
            for name in names.named_types:
                self.types.setdefault(name, 0)
        self._render()

    def _render(self) -> None:
        """Replace the names of Jinja sources by those that are made of them."""
        patterns = [name for names in (self.parameters, self.given, self.types) for name in names if is_rendered(name)]
        if not patterns:
            return
        known = dict.fromkeys((*self.parameters, *self.given, *self.types))
        made = names_made(patterns, (name for name in known if not is_rendered(name)))
        for name, pattern in made.items():
            if pattern in self.parameters:
                self.parameters.setdefault(name, self.parameters[pattern])
            if pattern in self.types:
                self.types.setdefault(name, 0)
        for pattern in patterns:
            self.parameters.pop(pattern, None)
            for counts in (self.given, self.types):
                counts.pop(pattern, None)

    def _template(self, path: str, names: DeclaredNames) -> None:
        self._declared[path] = names
        self.templates.append(rendered_path(path) or path)
        for name, declared in names.parameters.items():
            self.parameters.setdefault(name, []).append(DeclaredAt(path, names, declared))
        _count_pairs(self.declared_after, list(names.parameters))

    def declared_with(self, names: Iterable[str]) -> dict[str, tuple[float, DeclaredAt]]:
        """Return the best template's share of some names for each parameter that it declares, with that declaration.

        A name that few templates declare says more about them, and counts more.
        """
        weights, total = defaultdict[str, float](float), 0.0
        for found in filter(None, map(self.parameters.get, names)):
            total += 1 / len(found)
            for declaration in found:
                weights[declaration.path] += 1 / len(found)
        best: dict[str, tuple[float, DeclaredAt]] = {}
        for path, weight in sorted(weights.items(), key=itemgetter(1)):
            names_there = self._declared[path]
            for name, found_there in names_there.parameters.items():
                best[name] = weight / total, DeclaredAt(path, names_there, found_there)
        return best

    def together(self, names: Set[str], last: str) -> dict[str, float]:
        """Return the share of the environments most like a text that have each name.

        These are the ones that have the last name of the text, and the most of its other names.
        """
        shares = ((len(names & other) / len(names | other) + (last in other), other) for other in self._by_environment)
        alike = nlargest(_MOST_ALIKE, (found for found in shares if found[0]), key=itemgetter(0))
        total, counts = sum(share for share, _ in alike), defaultdict[str, float](float)
        for share, other in alike:
            for name in other:
                counts[name] += share / total
        return counts

    def _environment(self, path: str, names: DeclaredNames) -> None:
        for section in (names.parameters, names.defaults):
            self.switches.update(n for n, d in section.items() if _IS_SWITCH.search(names.text, d.at, d.end))
            self.given.update(list(section))
            _count_pairs(self.after, list(section))
        self._by_environment.append({**names.parameters, **names.defaults, **names.registry}.keys())
        self.types.update(list(names.registry))
        _count_pairs(self.after, list(names.registry))
        for name, declared in names.registry.items():
            written = names.text[declared.at : declared.end].partition(f"{name}")[2].partition("\n")[0]
            target = written.lstrip(_VALUE + ":").partition(" #")[0].strip(_VALUE)
            if target:
                is_type = "::" in target
                self.targets[name][target if is_type else _absolute(path, target)] += 1
                if os.path.isabs(target):
                    self.absolute.add(_absolute(path, target))
                if not is_type:
                    self.files[_absolute(path, target)] = None


def _count_pairs(counts: dict[str, Counter[str]], names: list[str]) -> None:
    for before, name in zip(["", *names], names, strict=False):
        counts[before][name] += 1


def _absolute(path: str, target: str) -> str:
    return os.path.normpath(os.path.join(os.path.dirname(path), target))
