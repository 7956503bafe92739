"""The names in the files of a source tree, for an environment: what its templates declare and its environments give."""

from __future__ import annotations

import copy
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from heapq import nlargest
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.file_kinds import rendered_path
from hotlint.ide.completion.declared_names import Declared, DeclaredNames
from hotlint.ide.completion.jinja_names import Matches, is_rendered, matches_of, names_made, paths_of_source

_MOST_ALIKE = 12
"""The environments that say what a text lacks."""
_SOON = 5
"""The names behind the last one that may be the next."""
_VALUE = " \t\"'"
_IS_SWITCH = re.compile(r":[ \t]+[\"']?(?:true|false)\b", re.I)
_WORD_OF_DATA = re.compile(r"^[ ]*(?:-[ ]+)?\w+:[ ]+[\"']?(\w+)[\"']?[ ]*$", re.M)


class DeclaredAt(NamedTuple):
    """A parameter of a template: the path and the names of that, and its declaration."""

    path: str
    names: DeclaredNames
    declared: Declared

    @property
    def text(self) -> str:
        """The text of the declaration."""
        return self.names.text[self.declared.at : self.declared.end]


_Pairs = dict[str, "Counter[str]"]
_Made = TypeVar("_Made")


class FileNames:
    """The names that one file adds to those of its tree: it is a template, an environment, or a list of words."""

    def __init__(self, path: str, names: DeclaredNames) -> None:
        self.path, self.names = path, names
        self.parameters: list[tuple[str, DeclaredAt]] = []
        self.given: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.named_types = names.named_types
        self.after: list[tuple[str, str]] = []
        self.declared_after: list[tuple[str, str]] = []
        self.switches: set[str] = set()
        self.targets: list[tuple[str, str]] = []
        self.template = ""
        self.sources = paths_of_source(path)
        self.order: list[str] = []  # the names that an environment gives or maps
        self.environment: Set[str] = frozenset()
        self.files: list[str] = []
        self.absolute: list[str] = []
        self.data: Set[str] = frozenset()
        if names.version:
            self._template()
        elif names.defaults or names.registry or names.parameters:
            self._environment()
        else:
            self.after = _pairs(names.named_types)
            self.data = dict.fromkeys(_WORD_OF_DATA.findall(names.text)).keys()

    def _template(self) -> None:
        path = rendered_path(self.path) or self.path
        self.template = path if path.endswith(TEMPLATE_ENDINGS) and not self.sources else ""
        declared = self.names.parameters
        self.parameters = [(name, DeclaredAt(self.path, self.names, found)) for name, found in declared.items()]
        self.declared_after = _pairs(list(declared))

    def _environment(self) -> None:
        names, path = self.names, self.path
        for section in (names.parameters, names.defaults):
            self.switches.update(n for n, d in section.items() if _IS_SWITCH.search(names.text, d.at, d.end))
            self.given.update(list(section))
            self.after += _pairs(list(section))
        self.order = [*names.parameters, *names.defaults, *names.registry]
        self.environment = frozenset(self.order)
        self.types.update(list(names.registry))
        self.after += _pairs(list(names.registry))
        for name, declared in names.registry.items():
            written = names.text[declared.at : declared.end].partition(f"{name}")[2].partition("\n")[0]
            target = written.lstrip(_VALUE + ":").partition(" #")[0].strip(_VALUE)
            if not target:
                continue
            is_type = "::" in target or "://" in target
            full = target if is_type else _absolute(path, target)
            self.targets.append((name, full))
            self.files += [] if is_type else [full]
            self.absolute += [full] if os.path.isabs(target) else []

    def known(self) -> Iterator[str]:
        """Yield the names of parameters and types."""
        yield from (name for name, _ in self.parameters)
        yield from self.given
        yield from self.types
        yield from self.named_types


class TreeNames:
    """The names in the templates and environments of a tree.

    `parameters` are by name. `given` counts the environments that give a parameter, `switches` are given a truth value
    somewhere. `types` counts the environments that map a resource type. `after` counts the names that follow a name in
    environments and lists, `declared_after` in templates. `targets` counts what a type is mapped to: the full path of a
    template, or another type. `files` are the paths that types are mapped to, whether they exist or not, and those that Jinja
    sources are rendered to; `absolute` are the ones that are written as full paths.
    """

    def __init__(self, files: Iterable[FileNames] = ()) -> None:
        self._files = {file.path: file for file in files}
        self._known: Counter[str] = Counter()
        self._mentioned: Counter[str] = Counter()
        self._mapped: Counter[str] = Counter()
        self._data: Counter[str] = Counter()
        self._sources: Counter[str] = Counter()
        self._declared: dict[str, list[DeclaredAt]] = {}
        self._given: Counter[str] = Counter()
        self.after: _Pairs = {}
        self.declared_after: _Pairs = {}
        self.switches: Counter[str] = Counter()
        self.targets: _Pairs = {}
        self._paths: Counter[str] = Counter()
        self.absolute: Counter[str] = Counter()
        self.templates: list[str] = []
        self._environments_of: dict[str, list[FileNames]] = {}
        for file in self._files.values():
            self._add(file)
        rendered = [name for name in self._known if is_rendered(name)]
        self._names_fit = matches_of(rendered, (name for name in self._known if not is_rendered(name)))
        self._paths_fit = matches_of(self._sources, self._paths)
        self.made = self._made()
        self._render()
        self._whole: TreeNames | None = None  # of the tree without a file: the one with it
        self._remembered: dict[object, Any] = {}

    def _add(self, file: FileNames) -> None:
        for counts, names in self._counts(file):
            counts.update(names)
        for counted, pairs in self._counted_pairs(file):
            for before, name in pairs:
                followers = counted.get(before)
                if followers is None:
                    followers = counted[before] = Counter()
                followers[name] += 1
        for name, declared in file.parameters:
            self._declared.setdefault(name, []).append(declared)
        self.templates += [file.template] if file.template else []
        for name in file.environment:
            self._environments_of.setdefault(name, []).append(file)

    def _counts(self, file: FileNames) -> tuple[tuple[Counter[str], Iterable[str]], ...]:
        """Return what is counted, each with what a file adds to it."""
        return (
            (self._known, dict.fromkeys(file.known()).keys()),
            (self._mentioned, file.named_types),
            (self._mapped, file.types),
            (self._data, file.data),
            (self._sources, file.sources),
            (self._given, file.given),
            (self.switches, file.switches),
            (self._paths, file.files),
            (self.absolute, file.absolute),
        )

    def _counted_pairs(self, file: FileNames) -> tuple[tuple[_Pairs, list[tuple[str, str]]], ...]:
        return (
            (self.after, file.after),
            (self.declared_after, file.declared_after),
            (self.targets, file.targets),
        )

    def without(self, path: str) -> TreeNames:
        """Return the names of the other files of the tree."""
        file = self._files.get(path)
        if file is None:
            return self
        left = copy.copy(self)
        left._whole = self
        left._remembered = {}
        left._files = {other: names for other, names in self._files.items() if other != path}
        for field, value in vars(self).items():
            if isinstance(value, Counter | dict) and field not in (
                "_files",
                "made",
                "_names_fit",
                "_paths_fit",
                "_remembered",
            ):
                setattr(left, field, value.copy())
        only = [name for name in file.known() if self._known[name] == 1]
        paths = [path for path in file.files if self._paths[path] == 1]
        left._names_fit = _without_names(self._names_fit, only)
        left._paths_fit = _without_names(self._paths_fit, [*paths, *(s for s in file.sources if self._sources[s] == 1)])
        is_same = left._names_fit is self._names_fit and left._paths_fit is self._paths_fit and not file.data
        for counts, names in left._counts(file):
            _subtract(counts, names)
        for counted, pairs in left._counted_pairs(file):
            for before in dict.fromkeys(before for before, _ in pairs):
                counted[before] = counted[before].copy()
            for before, name in pairs:
                _subtract(counted[before], [name])
        for name, _ in file.parameters:
            others = [found for found in self._declared[name] if found.path != path]
            left._declared[name] = others
            if not others:
                del left._declared[name]
        left.templates = [other.template for other in left._files.values() if other.template]
        for name in file.environment:
            left._environments_of[name] = [other for other in self._environments_of[name] if other is not file]
        if not is_same:
            left.made = left._made()
        left._render()
        return left

    def _made(self) -> dict[str, str]:
        """Return the names and paths that Jinja sources make, each with the name or path with an expression."""
        return {**names_made(self._names_fit, self._data), **names_made(self._paths_fit, self._data)}

    def _render(self) -> None:
        """Replace the names of Jinja sources by those that are made of them."""
        self.parameters = {name: found for name, found in self._declared.items() if not is_rendered(name)}
        self.given = Counter({name: count for name, count in self._given.items() if not is_rendered(name)})
        names = dict.fromkeys((*self._mapped, *self._mentioned))
        self.types = Counter({name: self._mapped[name] for name in names if not is_rendered(name)})
        self.files = dict.fromkeys(self._paths)
        for name, pattern in self.made.items():
            if pattern in self._declared:
                self.parameters.setdefault(name, self._declared[pattern])
            if pattern in self._mapped or pattern in self._mentioned:
                self.types.setdefault(name, 0)
            if pattern in self._sources:
                self.files[name] = None

    @property
    def whole(self) -> TreeNames:
        """The names of all files, the one that is left out included."""
        return self._whole or self

    def remember(self, key: object, make: Callable[[], _Made]) -> _Made:
        """Return what a function makes of the names; made once for a key."""
        if key not in self._remembered:
            self._remembered[key] = make()
        made: _Made = self._remembered[key]
        return made

    def declared_with(self, names: Iterable[str]) -> dict[str, tuple[float, DeclaredAt]]:
        """Return the best template's share of some names for each parameter that it declares, with that declaration.

        A name that few templates declare says more about them, and counts more.
        """
        weights, total = dict[str, float](), 0.0
        for found in filter(None, map(self.parameters.get, names)):
            total += 1 / len(found)
            for declaration in found:
                weights[declaration.path] = weights.get(declaration.path, 0) + 1 / len(found)
        best: dict[str, tuple[float, DeclaredAt]] = {}
        for path, weight in sorted(weights.items(), key=itemgetter(1)):
            share = weight / total
            for name, declared in self._files[path].parameters:
                best[name] = share, declared
        return best

    def before(self, name: str) -> dict[str, float]:
        """Return which names stand right before a name in environments and lists, each with its share of these places."""
        counts = (
            {first: counted for first, then in self.after.items() if (counted := then.get(name, 0))} if name else {}
        )
        total = sum(counts.values())
        return {first: counted / total for first, counted in counts.items()}

    def together(self, names: Set[str], last: str) -> tuple[dict[str, float], dict[str, float]]:
        """Return the share of the environments most like a text that have each name, and how soon it follows the last one.

        These are the ones that have the last name of the text, and the most of its other names. A name that is the first one
        behind the last, of those that the text lacks, follows by 1, the next one by 1/2.
        """
        common: Counter[FileNames] = Counter()
        for name in names:
            common.update(self._environments_of.get(name, ()))
        lasting = self._environments_of.get(last, ())
        common.update(dict.fromkeys(lasting, 0))
        shares = (
            (count / (len(names) + len(file.environment) - count) + (last in file.environment), file)
            for file, count in common.items()
        )
        alike = nlargest(_MOST_ALIKE, shares, key=itemgetter(0))
        total, counts, soon = sum(share for share, _ in alike), dict[str, float](), dict[str, float]()
        for share, file in alike:
            for name in file.environment:
                counts[name] = counts.get(name, 0) + share / total
            start = file.order.index(last) + 1 if last in file.environment else len(file.order)
            lacking = (name for name in file.order[start:] if name not in names)
            for rank, name in enumerate(islice(lacking, _SOON)):
                soon[name] = soon.get(name, 0) + share / total / (rank + 1)
        return counts, soon


def _without_names(matches: Matches, names: list[str]) -> Matches:
    """Return the matches without those of some names; the same ones if there are none."""
    gone = {name for name in names if name in matches or any(name in fits for fits in matches.values())}
    if not gone:
        return matches
    return {
        pattern: {name: values for name, values in fits.items() if name not in gone}
        for pattern, fits in matches.items()
        if pattern not in gone
    }


def _subtract(counts: Counter[str], names: Iterable[str]) -> None:
    for name in names:
        counts[name] -= 1
        if not counts[name]:
            del counts[name]


def _pairs(names: list[str]) -> list[tuple[str, str]]:
    return list(pairwise(("", *names)))


def _absolute(path: str, target: str) -> str:
    return os.path.normpath(os.path.join(os.path.dirname(path), target))
