"""Imports: the module of a dotted name, and the value that an import binds. Nothing is imported for real."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from hotlint.resource_types.plugins.budget import OutOfBudgetError
from hotlint.resource_types.plugins.heat_classes import PackagedClasses
from hotlint.resource_types.plugins.source import ReadProblem, UnreadableError
from hotlint.resource_types.plugins.values import Module, Runtime, Scope, UnreadValue, Value

Library = Callable[[str], str | None]
"""Returns the source of a module that plugins may import, by dotted name; None when it is not available."""
TOO_MUCH: Final = "it takes too long to read, so the effect of some loop or call in it is not known"


class Modules:
    """The modules of one reading: built-in ones, plugins, a library, the packaged classes of Heat. An `ImportResolver`.

    Problems of reading plugins are collected in `problems`.
    """

    def __init__(
        self, sources: Mapping[str, str], package: str, folders: Iterable[str], builtin: dict[str, Module],
        library: Library, packaged: PackagedClasses | None,
    ) -> None:  # fmt: skip
        self.problems: list[ReadProblem] = []
        self._sources = sources
        self._builtin = builtin
        self._library = library
        self._packaged = packaged
        self._loaded: dict[str, Module | None] = {}
        self._paths = {_parts(path): path for path in sources}
        self._names = {f"{package}.{'.'.join(parts)}": path for parts, path in self._paths.items()}
        self._package = package
        self._folders = [_parts(folder) for folder in folders]

    def name_of(self, path: str) -> str:
        """Return the dotted name that Heat gives the module of a source file."""
        return ".".join((self._package, *_parts(path)))

    def is_package(self, name: str) -> bool:
        """Return whether there are known modules below a dotted name."""
        if self._packaged is not None and self._packaged.is_package(name):
            return True
        return any(known.startswith(f"{name}.") for known in (*self._builtin, *self._names))

    def find(self, run: Runtime, name: str) -> Module | None:
        """Return the module of a dotted name, reading it first if necessary; None when it is not available."""
        if name in self._builtin:
            return self._builtin[name]
        path = self._names.get(name) or self._by_tail(name)
        key = path or name
        if key not in self._loaded:
            text = self._sources[path] if path else self._library(name)
            if text is not None:
                self._load(run, key, self.name_of(path) if path else name, text)
            else:
                self._loaded[key] = self._packaged.module(name) if self._packaged else None
        return self._loaded[key]

    def _by_tail(self, name: str) -> str | None:
        """Return the path of a plugin imported by its own name, or by the name of the package that its folder is."""
        parts = tuple(name.split("."))
        for cut in range(len(parts)):
            path = self._paths.get(parts[cut:])
            if path and (not cut or any(folder[-cut:] == parts[:cut] for folder in self._folders)):
                return path
        return None

    def _load(self, run: Runtime, key: str, name: str, text: str) -> None:
        is_package = key.endswith("__init__.py")
        module = self._loaded[key] = Module(name, key, text, {"__name__": name}, is_package)
        try:
            run.run_source(text, Scope(module, module.names))
        except UnreadableError as error:
            self.report(key, error.offset, error.message)
        except (OutOfBudgetError, RecursionError):
            self.report(key, 0, TOO_MUCH)

    def report(self, path: str, offset: int, message: str) -> None:
        """Add a problem, unless it is known already or the file is not a plugin."""
        problem = ReadProblem(path, offset, message)
        if path in self._sources and problem not in self.problems:
            self.problems.append(problem)

    def imported(self, run: Runtime, name: str) -> Value:
        """Return the value of `import name`: the module, or Unknown with that name."""
        return self.find(run, name) or UnreadValue(name, module=True)

    def member(self, run: Runtime, holder: Value, name: str) -> Value:
        """Return the value of `from holder import name`."""
        path = holder.name if isinstance(holder, Module) else holder.path
        if isinstance(holder, Module) and name in holder.names:
            return holder.names[name]
        inner = self.find(run, f"{path}.{name}")
        return inner or UnreadValue(f"{path}.{name}", module=self.is_package(f"{path}.{name}"))


def _parts(path: str) -> tuple[str, ...]:
    parts = path.removesuffix(".py").split("/")
    return tuple(parts[:-1] if parts[-1] == "__init__" else parts)
