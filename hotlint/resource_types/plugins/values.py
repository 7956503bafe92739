"""What a name of a plugin can stand for while its syntax tree is read: constants, containers, classes, or Unknown.

Plain constants (text, numbers, booleans, None) are themselves. Containers are `Map` and `Seq`, each of which may be
`open`: what is listed is in it, and there may be more. Nothing here is hashed or compared by value: plugins are not
trusted, and a few lines of Python can build a value that takes forever to walk.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from hotlint.resource_types.plugins.interpreter import Interpreter

Value: TypeAlias = Any
Constant: TypeAlias = str | int | float | bytes | None
Key: TypeAlias = str | int | float | bytes | tuple[Constant, ...]
CONSTANTS: Final = (str, int, float, bytes, type(None))
_LONGEST_LINEAGE = 60


@dataclass(slots=True, eq=False)
class UnreadValue:
    """A value that the source alone does not tell; `path` is its dotted name when it came by an import."""

    path: str = ""
    module: bool = False


UNKNOWN: Final = UnreadValue()


@dataclass(slots=True, eq=False)
class Map:
    """A dict; `open` when it may hold more keys than `entries`."""

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
    """One source file, or a part of Heat or of Python that the reader knows by heart."""

    name: str
    path: str = ""
    text: str = ""
    names: dict[str, Value] = field(default_factory=dict)
    package: bool = False


@dataclass(slots=True, eq=False)
class Scope:
    """Names of a module, a class body or a function call, with the scope around it."""

    module: Module
    names: dict[str, Value]
    parent: Scope | None = None
    returns: list[Value] | None = None
    """Results met so far; None outside of a function."""
    yields: list[Value] | None = None
    owner: Class | None = None
    """The class that a method was written in, for `super()`."""
    public: frozenset[str] = frozenset()
    """Names that a `global` statement sends to the module."""


@dataclass(slots=True, eq=False)
class PluginFunction:
    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    defaults: dict[str, Value]
    kind: Literal["plain", "static", "class", "property", "opaque"] = "plain"


@dataclass(slots=True, eq=False)
class Bound:
    """A method with the class or instance that it was taken from."""

    function: PluginFunction
    receiver: Value
    owner: Class | None = None


@dataclass(slots=True, eq=False)
class Arguments:
    """What a call passes; not `complete` when an unpacked value that is not known adds more."""

    positional: list[Value] = field(default_factory=list)
    named: dict[str, Value] = field(default_factory=dict)
    complete: bool = True

    def get(self, position: int, name: str, default: Value = None) -> Value:
        """An argument by its position or its name; the default when the call leaves it out."""
        if position < len(self.positional):
            return self.positional[position]
        return self.named.get(name, default if self.complete else UNKNOWN)


Known: TypeAlias = Callable[["Interpreter", Arguments], Value]


@dataclass(slots=True, eq=False)
class Builtin:
    """Something callable whose effect the reader knows by heart."""

    name: str
    call: Known


@dataclass(slots=True, eq=False)
class Class:
    name: str
    module: str
    bases: tuple[Value, ...] = ()
    names: dict[str, Value] = field(default_factory=dict)
    make: Known | None = None
    """What calling the class gives, for classes that are known by heart."""
    open: bool = False
    """Whether it may have more names than `names`."""
    shared: bool = False
    """Whether other readings have the same object, as Python's own classes are."""
    path: str = ""
    offset: int = 0
    facts_of: str = ""
    """The resource type whose packaged facts describe this class (and what its bases give)."""
    lineage: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        self.lineage = _lineage(self)


@dataclass(slots=True, eq=False)
class Instance:
    of: Class
    names: dict[str, Value] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Super:
    owner: Class
    receiver: Value


@dataclass(slots=True, eq=False)
class PropertySchema:
    """`properties.Schema(...)`; every field may be Unknown."""

    type: Value = UNKNOWN
    default: Value = None
    schema: Value = None
    required: Value = False
    constraints: Value = None
    implemented: Value = True
    update_allowed: Value = False
    immutable: Value = False
    support_status: Value = None


@dataclass(slots=True, eq=False)
class AttributeSchema:
    """`attributes.Schema(...)`; every field may be Unknown."""

    type: Value = None
    cache_mode: Value = None
    support_status: Value = None


@dataclass(slots=True, eq=False)
class DeclaredConstraint:
    """A constraint of a property in the form of the facts: its kind and what it says (None when not known)."""

    kind: str
    value: Value


@dataclass(slots=True, eq=False)
class DeclaredSupport:
    """`support.SupportStatus(...)`; every field may be Unknown."""

    status: Value = "SUPPORTED"
    message: Value = None
    version: Value = None
    previous: Value = None
    instead: str | None = None
    """What replaces it, where that is known other than by the message."""


MISSING: Final = object()


def lookup(cls: Class, name: str) -> Value:
    """What `cls.name` is: looked for along the lineage; Unknown when a base that is not known may have it."""
    for base in cls.lineage:
        if not isinstance(base, Class):
            return UNKNOWN
        if name in base.names:
            return base.names[name]
        if base.open:
            return UNKNOWN
    return MISSING


def inherits(cls: Class, *names: str) -> bool:
    """Whether a class of one of these dotted names is the class itself or among its ancestors."""
    return any(isinstance(base, Class) and f"{base.module}.{base.name}" in names for base in cls.lineage)


def _lineage(cls: Class) -> tuple[Value, ...]:
    """Method resolution order; a base that is not known, and all that is too long, end in Unknown."""
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
