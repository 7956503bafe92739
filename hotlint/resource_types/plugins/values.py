"""Values in plugin code: constants, containers, functions, classes, schema objects, Unknown; and who evaluates them.

Plain constants (strings, numbers, booleans, None) represent themselves. Containers are `Map` and `Seq`; either may be
`open`, when it may hold more than is listed. Nothing here is hashed or compared by value: plugins are not trusted, and a
few lines of Python can build a value that takes forever to walk.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypeAlias

from hotlint.resource_types.plugins.budget import ReaderBudget

Value: TypeAlias = Any
Constant: TypeAlias = str | int | float | bytes | None
Key: TypeAlias = str | int | float | bytes | tuple[Constant, ...]
CONSTANTS: Final = (str, int, float, bytes, type(None))
_LONGEST_LINEAGE = 60


@dataclass(slots=True, eq=False)
class UnreadValue:
    """A value that is not known from the source alone; `path` is its dotted name if it was imported, else empty."""

    path: str = ""
    module: bool = False


UNKNOWN: Final = UnreadValue()


@dataclass(slots=True, eq=False)
class Map:
    """A dict; `open` when it may have more keys than `entries`."""

    entries: dict[Key, Value] = field(default_factory=dict)
    open: bool = False


@dataclass(slots=True, eq=False)
class Seq:
    """A list, tuple or set; `open` when it may hold more than `items`."""

    items: list[Value] = field(default_factory=list)
    kind: Literal["list", "tuple", "set"] = "list"
    open: bool = False


@dataclass(slots=True, eq=False)
class Module:
    """One source file, or a module of Heat or of Python whose names the reader provides."""

    name: str
    path: str = ""
    text: str = ""
    names: dict[str, Value] = field(default_factory=dict)
    package: bool = False

    def absolute_name(self, name: str, level: int) -> str:
        """Return the dotted name of a module that this one imports with `level` leading dots."""
        if not level:
            return name
        parts = self.name.split(".")
        base = parts[: len(parts) - level + self.package]
        return ".".join([*base, name] if name else base)


@dataclass(slots=True, eq=False)
class Scope:
    """The names of a module, a class body or a function call, and the scope around it."""

    module: Module
    names: dict[str, Value]
    parent: Scope | None = None
    returns: list[Value] | None = None
    """Values returned so far; None outside a function."""
    yields: list[Value] | None = None
    """Values yielded so far; None outside a function."""
    owner: Class | None = None
    """The class in which a method is defined, for `super()`."""
    public: frozenset[str] = frozenset()
    """Names that a `global` statement binds in the module."""


FunctionKind: TypeAlias = Literal["plain", "static", "class", "property", "opaque"]
"""How a function is decorated; "opaque" is any decorator that is not known."""


@dataclass(slots=True, eq=False)
class PluginFunction:
    """A function or lambda of a plugin."""

    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    defaults: dict[str, Value]
    kind: FunctionKind = "plain"


@dataclass(slots=True, eq=False)
class Bound:
    """A method bound to a class or instance."""

    function: PluginFunction
    receiver: Value
    owner: Class | None = None


@dataclass(slots=True, eq=False)
class Arguments:
    """The arguments of a call; not `complete` when an unpacked unknown value may add more."""

    positional: list[Value] = field(default_factory=list)
    named: dict[str, Value] = field(default_factory=dict)
    complete: bool = True

    def get(self, position: int, name: str, default: Value = None) -> Value:
        """Return an argument by position or name; the default when the call omits it."""
        if position < len(self.positional):
            return self.positional[position]
        return self.named.get(name, default if self.complete else UNKNOWN)


Implementation: TypeAlias = Callable[["Runtime", Arguments], Value]
"""Computes the result of a call without running plugin code."""


@dataclass(slots=True, eq=False)
class Builtin:
    """A function of Python or Heat that the reader implements."""

    name: str
    call: Implementation


@dataclass(slots=True, eq=False)
class Class:
    """A class of a plugin, of Heat, or of Python."""

    name: str
    module: str
    bases: tuple[Value, ...] = ()
    names: dict[str, Value] = field(default_factory=dict)
    make: Implementation | None = None
    """Creates an instance, for classes that the reader implements."""
    open: bool = False
    """Whether it may have more attributes than `names`."""
    shared: bool = False
    """Whether all readings share the object, which then must not change: true of Python's own classes."""
    path: str = ""
    offset: int = 0
    facts_of: str = ""
    """The resource type whose packaged facts describe this class, inherited attributes included."""
    lineage: tuple[Value, ...] = ()
    """The method resolution order, in which unknown bases are Unknown."""

    def __post_init__(self) -> None:
        self.lineage = _lineage(self)


@dataclass(slots=True, eq=False)
class Instance:
    """An instance of a class of a plugin."""

    of: Class
    names: dict[str, Value] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Super:
    """The result of `super()` in a method of `owner`."""

    owner: Class
    receiver: Value


MISSING: Final = object()
"""The result of looking up an attribute that a class certainly does not have."""


def lookup(cls: Class, name: str) -> Value:
    """Return `cls.name` as inherited; Unknown when an unknown base may have it, MISSING when no class has it."""
    for base in cls.lineage:
        if not isinstance(base, Class):
            return UNKNOWN
        if name in base.names:
            return base.names[name]
        if base.open:
            return UNKNOWN
    return MISSING


def inherits(cls: Class, *names: str) -> bool:
    """Return whether a class or one of its known bases has one of these dotted names."""
    return any(isinstance(base, Class) and f"{base.module}.{base.name}" in names for base in cls.lineage)


def _lineage(cls: Class) -> tuple[Value, ...]:
    """Return the method resolution order; unknown bases, and the end of one that is too long, are Unknown."""
    parts: list[list[Value]] = [
        list(base.lineage) if isinstance(base, Class) else [base] for base in cls.bases[:_LONGEST_LINEAGE]
    ]
    parts.append(list(cls.bases[:_LONGEST_LINEAGE]))
    order: list[Value] = [cls]
    while parts := [part for part in parts if part]:
        head = next((part[0] for part in parts if not _in_a_tail(part[0], parts)), parts[0][0])
        order.append(head)
        if len(order) > _LONGEST_LINEAGE:
            order.append(UNKNOWN)
            break
        parts = [[item for item in part if item is not head] for part in parts]
    return tuple(order)


def _in_a_tail(item: Value, parts: list[list[Value]]) -> bool:
    return any(item is other for part in parts for other in part[1:])


class ImportResolver(Protocol):
    """The interface by which statements and attributes find modules. Nothing is imported for real."""

    def find(self, run: Runtime, name: str) -> Module | None:
        """Return the module of a dotted name, reading it first if necessary; None when it is not available."""

    def is_package(self, name: str) -> bool:
        """Return whether there are known modules below a dotted name."""

    def imported(self, run: Runtime, name: str) -> Value:
        """Return the value of `import name`: the module, or Unknown with that name."""

    def member(self, run: Runtime, holder: Value, name: str) -> Value:
        """Return the value of `from holder import name`."""


class Runtime(Protocol):
    """The interface of the interpreter for those who evaluate parts of a plugin, such as calls and built-in functions."""

    @property
    def budget(self) -> ReaderBudget:
        """The steps that are left."""

    @property
    def modules(self) -> ImportResolver:
        """The modules that can be imported."""

    @property
    def uncertain(self) -> bool:
        """Whether the current statement may or may not be executed."""

    def eval(self, node: ast.AST | None, scope: Scope) -> Value:
        """Return the value of an expression; Unknown when it is not constant."""

    def run(self, body: list[ast.stmt], scope: Scope) -> str:
        """Execute statements and return how the last one ended; see `Interpreter.run`."""

    def run_source(self, text: str, scope: Scope) -> None:
        """Execute a source file; see `Interpreter.run_source`."""

    def run_maybe(self, body: list[ast.stmt], scope: Scope) -> str:
        """Execute statements that may or may not be executed."""

    def enter_call(self) -> bool:
        """Count a nested call; return False, without counting it, when calls are nested too deeply."""

    def leave_call(self) -> None:
        """End a nested call."""

    def bind(self, names: dict[str, Value], name: str, value: Value) -> None:
        """Execute `name = value`."""

    def bind_member(self, holder: Value, name: str, value: Value) -> None:
        """Execute `holder.name = value`, if the holder belongs to the plugin."""

    def put(self, target: Map, key: Key | None, value: Value) -> None:
        """Execute `target[key] = value`; an unknown key, None, opens the mapping."""

    def join(self, old: Value, new: Value) -> Value:
        """Return what is known of a value that is one of two."""
