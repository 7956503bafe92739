"""The entry point of the plugin reader: from source files to the types that `resource_mapping()` registers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from hotlint.resource_types.facts import Facts, ReadFacts
from hotlint.resource_types.plugins.budget import OutOfBudgetError, ReaderBudget
from hotlint.resource_types.plugins.builtins import python_modules
from hotlint.resource_types.plugins.calls import results
from hotlint.resource_types.plugins.expressions import EXPRESSIONS
from hotlint.resource_types.plugins.heat_api import known_modules
from hotlint.resource_types.plugins.heat_classes import PackagedClasses
from hotlint.resource_types.plugins.imports import TOO_MUCH, Library, Modules
from hotlint.resource_types.plugins.interpreter import Interpreter
from hotlint.resource_types.plugins.method_facts import method_facts
from hotlint.resource_types.plugins.schema_facts import FactsOf
from hotlint.resource_types.plugins.source import ReadProblem
from hotlint.resource_types.plugins.statements import STATEMENTS
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
UNKNOWN_NAMES = "not every name in its mapping is known without running it"
"""The problem of a plugin that may have any type."""
_TYPE_NAME = re.compile(r"""["']([A-Za-z_]\w*(?:::\w+)*)::(\w*)(["']?)""")
_SHARED = frozenset({"OS", "AWS", "Heat"})


@dataclass(frozen=True, slots=True)
class FilePosition:
    """The position of a definition: the path of its file as given, and the 0-based code-point offset."""

    path: str
    offset: int


@dataclass(frozen=True, slots=True)
class Plugins:
    """The types and constraints that the plugins of a site add to Heat.

    types       facts of each resource type by name (`hotlint.resource_types.facts`)
    positions   the position of the class of each type that is defined in the plugins
    constraints names of custom constraints
    unread      glob patterns of types named in files with a problem: they may exist, and their schema is not known
    problems    the files, or parts of them, that could not be read
    """

    types: dict[str, Facts] = field(default_factory=dict)
    positions: dict[str, FilePosition] = field(default_factory=dict)
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
    """Read the resource types that Python source files register. The files are parsed, and never run or imported.

    `sources` has the text of each file by its path below the plugin folder ("net/port.py"). `package` is the dotted name
    that Heat gives that folder (heat/engine/resources/__init__.py), and `folders` are paths it may have, since plugins may
    import one another by the name of a package that contains them. `library` returns the text of other modules that
    plugins may import; `facts` reads a file of the catalog, for classes of Heat that are not among the sources.
    Raises no errors: whatever cannot be read becomes a problem of the result.
    """
    budget = budget or ReaderBudget()
    builtin = known_modules(python_modules())
    packaged = PackagedClasses(facts, builtin["heat.engine.resource"].names["Resource"]) if facts else None
    modules = Modules(sources, package, folders, builtin, library, packaged)
    reading = _Reading(modules, Interpreter(modules, budget, EXPRESSIONS, STATEMENTS), packaged, sources)
    for path in sorted(sources):
        reading.read(path)
    return reading.finish()


class _Reading:
    """Collects the mappings of modules, and converts classes to facts when all modules are read, as Heat does."""

    def __init__(
        self, modules: Modules, run: Interpreter, packaged: PackagedClasses | None, sources: Mapping[str, str]
    ) -> None:
        self._modules = modules
        self._run = run
        self._sources = sources
        self._packaged = packaged
        self._classes: dict[str, tuple[str, Value]] = {}
        self._constraints: set[str] = set()

    def read(self, path: str) -> None:
        """Read one file and the types and constraints that it registers."""
        module = self._modules.find(self._run, self._modules.name_of(path))
        if module is None:
            return
        names = ("available_resource_mapping", "resource_mapping")
        mapping = next((module.names[name] for name in names if name in module.names), None)
        for name, value in self._entries(module, mapping):
            self._classes[name] = (path, value)
        for name, _ in self._entries(module, module.names.get("constraint_mapping")):
            self._constraints.add(name)

    def _entries(self, module: Module, mapping: Value) -> Iterable[tuple[str, Value]]:
        """Yield the names and values of every dict that a mapping function may return."""
        if mapping is None:
            return
        for value in self._results(module, mapping):
            if isinstance(value, Map):
                yield from ((name, item) for name, item in value.entries.items() if isinstance(name, str))
            if value is not None and (not isinstance(value, Map) or value.open):
                self._modules.report(module.path, 0, UNKNOWN_NAMES)

    def _results(self, module: Module, mapping: Value) -> list[Value]:
        if not isinstance(mapping, PluginFunction):
            return [UNKNOWN]
        try:
            with self._run.budget.module():
                return results(self._run, mapping, Arguments())
        except (OutOfBudgetError, RecursionError):
            self._modules.report(module.path, 0, TOO_MUCH)
            return [UNKNOWN]

    def finish(self) -> Plugins:
        """Return the types, constraints and problems of all files that were read."""
        types, positions = {}, {}
        for name, (path, value) in self._classes.items():
            types[name] = {"type": name, **self._facts(name, path, value)}
            if isinstance(value, Class) and value.path:
                positions[name] = FilePosition(value.path, value.offset)
        problems = tuple(self._modules.problems)
        constraints = tuple(sorted(self._constraints))
        unread: set[str] = set()
        for path in {problem.path for problem in problems}:
            unread |= _names_in(self._sources[path]) or _OTHER_NAMES
        if any(problem.message == UNKNOWN_NAMES for problem in problems):
            unread |= _OTHER_NAMES
        return Plugins(types, positions, constraints, tuple(sorted(unread - types.keys())), problems)

    def _facts(self, name: str, path: str, cls: Value) -> Facts:
        if isinstance(cls, UnreadValue) and self._packaged is not None:
            cls = self._packaged.cls(cls.path)
        if not isinstance(cls, Class):
            return _OPEN
        try:
            with self._run.budget.module():
                return self._class_facts(name, cls)
        except (OutOfBudgetError, RecursionError):
            self._modules.report(path, 0, TOO_MUCH)
            return _OPEN

    def _class_facts(self, name: str, cls: Class) -> Facts:
        write = FactsOf(self._run.budget)
        facts = {
            "module": cls.module,
            "class": cls.name,
            **write.support(lookup(cls, "support_status"), name),
            **method_facts(self._run, cls, self._packaged),
            **write.schemata(cls),
        }
        return _without_required(facts) if facts.get("translations", ()) is None else facts


def _outside(namespaces: frozenset[str]) -> Iterator[str]:
    """Yield glob patterns of the resource types in all other namespaces."""
    for lead in sorted({name[:length] for name in namespaces for length in range(len(name) + 1)}):
        following = {name[len(lead)] for name in namespaces if name.startswith(lead) and name != lead}
        yield f"{lead}[!{''.join(sorted(following))}{':' if lead in namespaces else ''}]*::*"


_OTHER_NAMES = frozenset(_outside(_SHARED))
"""The types that a plugin may have of which nothing is known: any that Heat does not name."""


def _names_in(text: str) -> set[str]:
    """Return glob patterns of resource types named in quotes: whole names of Heat's own types, else their namespaces."""
    patterns = set()
    for match in _TYPE_NAME.finditer(text):
        spaces, name, end = match.groups()
        shared = spaces.partition("::")[0] in _SHARED
        patterns.add(f"{spaces}::{name}" if shared and name and end else f"{spaces}::*")
    return patterns


def _without_required(facts: Facts) -> Facts:
    """Return the facts of a type with unknown translation rules: another property may replace any required one."""
    relaxed = {
        name: {key: value for key, value in item.items() if key != "required"}
        for name, item in facts.get("properties", {}).items()
    }
    return {**{key: value for key, value in facts.items() if key != "translations"}, "properties": relaxed}
