"""Where the properties that `validate()` reads in a release of Heat differ from those that `hotlint.heat_types` states.

`release_changes` compares the differences of neighboring releases: a new one is a change that hotlint does not follow. A reading
is `self.properties[...]` or `.get(...)` in `validate()`, or in a method that it calls, with a name that the class writes out.
Names that are computed are not found, in any release.
"""

from __future__ import annotations

import ast
import pathlib
import zipfile
from collections.abc import Iterator

from releases import RESOURCES, numbers

from hotlint import heat_types
from hotlint.resource_types.property_relations import Requires, holds_in

Place = tuple[str, str]
"""A class: its file and its name."""


def differences(archive: pathlib.Path) -> dict[str, str]:
    """Return who reads each property that not both read: "Heat" or "hotlint", by place: `file.py:OS::Type.property`."""
    release = numbers(archive.name.split("-")[1])
    found: dict[str, str] = {}
    sources = _Sources(archive)
    for type_name, place in sources.types.items():
        heat, own = set(sources.reads(place)), _stated(type_name, release)
        file = place[0].removeprefix("heat/engine/")
        found |= {f"{file}:{type_name}.{name}": "Heat" if name in heat else "hotlint" for name in heat ^ own}
    return found


def _stated(type_name: str, release: tuple[int, ...]) -> set[str]:
    """Return the properties that hotlint says `validate()` reads."""
    known = heat_types.of(type_name)
    if not holds_in(known.span, release):
        return set()
    needs = (r.needs for r in known.relations_in(release) if isinstance(r, Requires) and not r.within)
    reads = (r.names for r in known.reads if holds_in(r.span, release))
    return {name for names in (*needs, *reads) for name in names}


class _Sources:
    """The classes of the resources of a release; `types` are the names that they are registered by."""

    def __init__(self, archive: pathlib.Path) -> None:
        self._classes: dict[Place, ast.ClassDef] = {}
        self.types: dict[str, Place] = {}
        with zipfile.ZipFile(archive) as files:
            for file in sorted(files.namelist()):
                if file.startswith(RESOURCES) and file.endswith(".py"):
                    self._add(file, ast.parse(files.read(file)))
        self.types = {name: place for name, place in self.types.items() if place in self._classes}

    def _add(self, file: str, module: ast.Module) -> None:
        self._classes |= {(file, node.name): node for node in module.body if isinstance(node, ast.ClassDef)}
        for node in module.body:
            if isinstance(node, ast.FunctionDef) and node.name == "resource_mapping":
                for mapping in (found for found in ast.walk(node) if isinstance(found, ast.Dict)):
                    for key, value in zip(mapping.keys, mapping.values, strict=True):
                        if isinstance(key, ast.Constant) and isinstance(value, ast.Name):
                            self.types[str(key.value)] = (file, value.id)

    def reads(self, place: Place) -> Iterator[str]:
        """Yield the properties that `validate()` of a class reads."""
        line = [self._classes[one] for one in self._line(place)]
        names = dict(name for cls in reversed(line) for statement in cls.body for name in _constants(statement))
        seen: set[tuple[int, str]] = set()
        wanted = [(0, "validate")]
        while wanted:
            start, name = wanted.pop()
            for number, cls in enumerate(line[start:], start):
                method = next((m for m in cls.body if isinstance(m, ast.FunctionDef) and m.name == name), None)
                if method is not None:
                    if (number, name) not in seen:
                        seen.add((number, name))
                        yield from _read_in(method, names)
                        wanted += [(number + 1 if up else 0, called) for called, up in _called(method)]
                    break

    def _line(self, place: Place) -> list[Place]:
        """Return a class and those that it inherits from, in order."""
        bases = [found for base in self._classes[place].bases if (found := self._base(place[0], base)) is not None]
        return [place, *(one for base in bases for one in self._line(base))]

    def _base(self, file: str, node: ast.expr) -> Place | None:
        if isinstance(node, ast.Name):
            return (file, node.id) if (file, node.id) in self._classes else None
        module, _, name = ast.unparse(node).rpartition(".")
        ends = (f"/{module}.py", f"/{module}/__init__.py")
        named = [one for one in self._classes if one[1] == name]
        exact = [one for one in named if one[0].endswith(ends)]
        return next(iter(exact or (named if len(named) == 1 else ())), None)


def _constants(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the names of texts that a statement of a class assigns: `PROPERTIES = (NAME, SIZE) = ("name", "size")`."""
    if not isinstance(statement, ast.Assign):
        return
    for target in statement.targets:
        pairs = [(target, statement.value)]
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            pairs = list(zip(target.elts, statement.value.elts, strict=True))
        for name, value in pairs:
            if isinstance(name, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield name.id, value.value


def _read_in(method: ast.FunctionDef, names: dict[str, str]) -> Iterator[str]:
    """Yield the properties that a method reads itself; `names` are the constants of its class."""
    holders = {"self.properties"}
    for node in ast.walk(method):
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == "self.properties":
            holders |= set(map(ast.unparse, node.targets))
    for node in ast.walk(method):
        key = None
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) in holders:
            key = node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            key = node.args[0] if ast.unparse(node.func.value) in holders else None
        if isinstance(key, ast.Constant):
            yield str(key.value)
        elif isinstance(key, ast.Attribute) and key.attr in names:
            yield names[key.attr]


def _called(method: ast.FunctionDef) -> Iterator[tuple[str, bool]]:
    """Yield the methods of the same object that a method calls, and whether it asks only the classes above."""
    for node in ast.walk(method):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            if owner == "self" or owner.startswith("super("):
                yield node.func.attr, owner != "self"
