"""Imports: which module a dotted name is, and what it binds. Nothing is imported for real."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from hotlint.resource_types.plugins.budget import DEPTH, OutOfBudgetError
from hotlint.resource_types.plugins.heat_classes import PackagedClasses
from hotlint.resource_types.plugins.interpreter import Interpreter
from hotlint.resource_types.plugins.source import ReadProblem, UnreadableError, parse
from hotlint.resource_types.plugins.values import Module, Scope, UnreadValue, Value

Library = Callable[[str], str | None]
"""Text of a module that plugins may import, by dotted name; None when it is not at hand."""
TOO_MUCH: Final = "it takes too long to read, so what comes after some loop or call of it is not known"


class Modules:
    """The modules of one reading: those known by heart, the plugins, a library, and the packaged classes of Heat."""

    def __init__(
        self, sources: Mapping[str, str], package: str, folders: Iterable[str], by_heart: dict[str, Module],
        library: Library, packaged: PackagedClasses | None,
    ) -> None:  # fmt: skip
        self.problems: list[ReadProblem] = []
        self._sources = sources
        self._by_heart = by_heart
        self._library = library
        self._packaged = packaged
        self._loaded: dict[str, Module | None] = {}
        self._paths = {_parts(path): path for path in sources}
        self._names = {f"{package}.{'.'.join(parts)}": path for parts, path in self._paths.items()}
        self._package = package
        self._folders = [_parts(folder) for folder in folders]

    def name_of(self, path: str) -> str:
        """Dotted name that Heat gives the module of a source file."""
        return ".".join((self._package, *_parts(path)))

    def is_package(self, name: str) -> bool:
        """Whether something below that dotted name may be a module that is known."""
        if self._packaged is not None and self._packaged.is_package(name):
            return True
        return any(known.startswith(f"{name}.") for known in (*self._by_heart, *self._names))

    def find(self, run: Interpreter, name: str) -> Module | None:
        """The module of that dotted name, read when it was not yet; None when it is not at hand."""
        if name in self._by_heart:
            return self._by_heart[name]
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
        """A plugin that is imported by its own name, or by that of the package that its folder is."""
        parts = tuple(name.split("."))
        for cut in range(len(parts)):
            path = self._paths.get(parts[cut:])
            if path and (not cut or any(folder[-cut:] == parts[:cut] for folder in self._folders)):
                return path
        return None

    def _load(self, run: Interpreter, key: str, name: str, text: str) -> None:
        is_package = key.endswith("__init__.py")
        module = self._loaded[key] = Module(name, key, text, {"__name__": name}, is_package)
        if run.depth >= DEPTH - 20:
            return
        before, maybe, run.maybe = run.budget.begin_module(), run.maybe, 0
        depth, calls = run.depth, run.calls
        try:
            run.run(parse(text).body, Scope(module, module.names))
        except UnreadableError as error:
            self.report(key, error.offset, error.message)
        except (OutOfBudgetError, RecursionError):
            run.depth, run.calls = depth, calls
            self.report(key, 0, TOO_MUCH)
        finally:
            run.maybe = maybe
            run.budget.end_module(before)

    def report(self, path: str, offset: int, message: str) -> None:
        """Keep a problem, if it is one of a plugin (not of a library module)."""
        problem = ReadProblem(path, offset, message)
        if path in self._sources and problem not in self.problems:
            self.problems.append(problem)

    def absolute(self, module: Module, name: str, level: int) -> str:
        """The dotted name that a relative import in a module means."""
        if not level:
            return name
        parts = module.name.split(".")
        base = parts[: len(parts) - level + module.package]
        return ".".join([*base, name] if name else base)

    def imported(self, run: Interpreter, name: str) -> Value:
        """Value of `import name`: the module, or Unknown with the name."""
        return self.find(run, name) or UnreadValue(name, module=True)

    def member(self, run: Interpreter, holder: Value, name: str) -> Value:
        """Value of `from holder import name`."""
        path = holder.name if isinstance(holder, Module) else holder.path
        if isinstance(holder, Module) and name in holder.names:
            return holder.names[name]
        inner = self.find(run, f"{path}.{name}")
        return inner or UnreadValue(f"{path}.{name}", module=self.is_package(f"{path}.{name}"))


def _parts(path: str) -> tuple[str, ...]:
    parts = path.removesuffix(".py").split("/")
    return tuple(parts[:-1] if parts[-1] == "__init__" else parts)
