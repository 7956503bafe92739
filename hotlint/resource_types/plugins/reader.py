"""From source files to resource types: what `resource_mapping()` names, and the facts of each class."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import hotlint.resource_types.plugins.expressions
import hotlint.resource_types.plugins.statements  # noqa: F401  fills the tables of Interpreter
from hotlint.resource_types.facts import Facts, ReadFacts
from hotlint.resource_types.plugins.budget import OutOfBudgetError, ReaderBudget
from hotlint.resource_types.plugins.builtins import python_modules
from hotlint.resource_types.plugins.calls import results
from hotlint.resource_types.plugins.heat_api import known_modules
from hotlint.resource_types.plugins.heat_classes import PackagedClasses
from hotlint.resource_types.plugins.imports import TOO_MUCH, Library, Modules
from hotlint.resource_types.plugins.interpreter import Interpreter
from hotlint.resource_types.plugins.method_facts import behaviour
from hotlint.resource_types.plugins.schema_facts import FactsOf
from hotlint.resource_types.plugins.source import ReadProblem
from hotlint.resource_types.plugins.values import (
    UNKNOWN,
    Arguments,
    Class,
    Map,
    Module,
    PluginFunction,
    UnreadValue,
    Value,
    lookup,
)

_OPEN: Facts = {"reference": "unknown", "snapshot": True, "open": ["properties", "attributes", "update_policy"]}
_TYPE_NAME = re.compile(r"""["']([A-Za-z_]\w*(?:::\w+)*)::(\w*)(["']?)""")
_SHARED = frozenset({"OS", "AWS", "Heat"})


@dataclass(frozen=True, slots=True)
class FilePosition:
    """Where something is defined: a file as it was given, and code points from its start."""

    path: str
    offset: int


@dataclass(frozen=True, slots=True)
class Plugins:
    """What the plugins of a site add to Heat.

    types       facts of each resource type by name, in the form of the catalogue
    places      the class of each type, where it is one of the plugins' own
    constraints names of custom constraints
    unread      glob patterns of types that files with a problem speak of: they may exist, and nothing is known of them
    problems    what could not be read
    """

    types: dict[str, Facts] = field(default_factory=dict)
    places: dict[str, FilePosition] = field(default_factory=dict)
    constraints: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    problems: tuple[ReadProblem, ...] = ()


def read_plugins(
    sources: Mapping[str, str],
    *,
    package: str = "heat.engine.plugins",
    folders: Iterable[str] = (),
    library: Library = lambda _name: None,
    facts: ReadFacts | None = None,
    budget: ReaderBudget | None = None,
) -> Plugins:
    """Resource types that Python source files register. They are parsed and never run or imported.

    `sources` maps paths below the plugin folder ("net/port.py") to their text; `package` is the dotted name that Heat
    gives the folder, and `folders` are where it may be, as plugins may import one another by the name of a package that
    it is in. `library` gives the text of other modules that plugins may import, and `facts` reads a file of
    the catalogue, for classes of Heat that are not among the sources. Raises nothing for whatever the text may be.
    """
    budget = budget or ReaderBudget()
    by_heart = known_modules(python_modules())
    packaged = PackagedClasses(facts, by_heart["heat.engine.resource"].names["Resource"]) if facts else None
    modules = Modules(sources, package, folders, by_heart, library, packaged)
    reading = _Reading(Interpreter(modules, budget), packaged, sources)
    for path in sorted(sources):
        reading.read(path)
    return reading.finish()


class _Reading:
    """Collects mappings module by module; turns classes to facts when all modules are read, as Heat does."""

    def __init__(self, run: Interpreter, packaged: PackagedClasses | None, sources: Mapping[str, str]) -> None:
        self._run = run
        self._sources = sources
        self._packaged = packaged
        self._classes: dict[str, tuple[str, Value]] = {}
        self._constraints: set[str] = set()

    def read(self, path: str) -> None:
        """Read one file, and what it maps."""
        modules = self._run.modules
        module = modules.find(self._run, modules.name_of(path))
        if module is None:
            return
        names = ("available_resource_mapping", "resource_mapping")
        mapping = next((module.names[name] for name in names if name in module.names), None)
        for name, value in self._entries(module, mapping):
            self._classes[name] = (path, value)
        for name, _ in self._entries(module, module.names.get("constraint_mapping")):
            self._constraints.add(name)

    def _entries(self, module: Module, mapping: Value) -> Iterable[tuple[str, Value]]:
        """Names and values of every map that a mapping function may return."""
        if mapping is None:
            return
        found = self._results(module, mapping)
        for value in found:
            if isinstance(value, Map):
                yield from ((name, item) for name, item in value.entries.items() if isinstance(name, str))
            if value is not None and (not isinstance(value, Map) or value.open):
                message = "not every name in its mapping can be told without running it"
                self._run.modules.report(module.path, 0, message)

    def _results(self, module: Module, mapping: Value) -> list[Value]:
        if not isinstance(mapping, PluginFunction):
            return [UNKNOWN]
        before = self._run.budget.begin_module()
        try:
            return results(self._run, mapping, Arguments())
        except (OutOfBudgetError, RecursionError):
            self._run.modules.report(module.path, 0, TOO_MUCH)
            return [UNKNOWN]
        finally:
            self._run.budget.end_module(before)

    def finish(self) -> Plugins:
        """Everything that was found."""
        types, places = {}, {}
        for name, (path, value) in self._classes.items():
            types[name] = {"type": name, **self._facts(name, path, value)}
            if isinstance(value, Class) and value.path:
                places[name] = FilePosition(value.path, value.offset)
        problems = tuple(self._run.modules.problems)
        constraints = tuple(sorted(self._constraints))
        unread = {
            pattern for path in {problem.path for problem in problems} for pattern in _spoken_of(self._sources[path])
        }
        return Plugins(types, places, constraints, tuple(sorted(unread - types.keys())), problems)

    def _facts(self, name: str, path: str, cls: Value) -> Facts:
        if isinstance(cls, UnreadValue) and self._packaged is not None:
            cls = self._packaged.cls(cls.path)
        if not isinstance(cls, Class):
            return _OPEN
        budget = self._run.budget
        before = budget.begin_module()
        try:
            write = FactsOf(budget)
            found = {
                "module": cls.module,
                "class": cls.name,
                **write.support(lookup(cls, "support_status"), name),
                **behaviour(self._run, cls, self._packaged),
                **write.schemata(cls),
            }
            return _without_duties(found) if found.get("translations", ()) is None else found
        except (OutOfBudgetError, RecursionError):
            self._run.modules.report(path, 0, TOO_MUCH)
            return _OPEN
        finally:
            budget.end_module(before)


def _spoken_of(text: str) -> set[str]:
    """Names of resource types in quotes; only the namespace of those that are put together, or are a site's own."""
    found = set()
    for match in _TYPE_NAME.finditer(text):
        spaces, name, end = match.groups()
        shared = spaces.partition("::")[0] in _SHARED
        found.add(f"{spaces}::{name}" if shared and name and end else f"{spaces}::*")
    return found


def _without_duties(facts: Facts) -> Facts:
    """Facts of a type that rewrites its properties in an unknown way: any that is required may come of another."""
    relaxed = {
        name: {key: value for key, value in item.items() if key != "required"}
        for name, item in facts.get("properties", {}).items()
    }
    return {**{key: value for key, value in facts.items() if key != "translations"}, "properties": relaxed}
