"""A deployment, its stacks and their resources, as Heat makes them.

A nested template is a stack within a resource, and so are the members of a group. Everything but the names is found on first
use: who asks about one stack does not pay for those within it. Nothing here knows a type, or how values are found:
`hotlint.dry_run.expansion` makes the records of a template.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.language.origins import id_of
from hotlint.language.values import Value
from hotlint.stacks.references import PARENT, origins

if TYPE_CHECKING:
    from hotlint.syntax.nodes import Node

Address = tuple[str, ...]
"""The names that lead from the outermost stack to a resource: ("group", "0", "server")."""
EXPANSION_LIMIT = 5_000
"""Resources of a deployment that are walked over, at most, unless Heat's own limit is higher."""
ADDED = "added"
"""The kind of a dependency that Heat adds, though the template does not state it."""


class Absent(NamedTuple):
    """Why the stack within a resource is not known; `failed`: because Heat could not make it either."""

    why: str
    failed: bool = False


class Dependency(NamedTuple):
    """`source` waits for `target`, or a value of it names `target`.

    `kind` is "get_resource", "get_attr" or "depends_on" where the template of both says so, and ADDED where Heat adds it for the
    types. Across templates, a value says so, and the kind is that of the value: "reference" for an id, "attribute" or "renewed".
    """

    source: StackResource
    target: StackResource
    kind: str


class WrittenAt(NamedTuple):
    """Where something is written: the path of the file, and the node."""

    file: str
    node: Node


class StackResource(ABC):
    """A resource of a stack: one that a template has, or a member of a group; what the class of its type judges."""

    __slots__ = ("name", "stack")

    def __init__(self, name: str, stack: Stack) -> None:
        self.name = name
        self.stack = stack

    @property
    def address(self) -> Address:
        """The names that lead to the resource from the outermost stack."""
        return (*self.stack.address, self.name)

    @property
    def written_name(self) -> str:
        """The name by which the template knows it: for a member, that of the group that the template has."""
        return self.name

    @property
    def place(self) -> str:
        """The address as one name, by which `values` of any stack name the resource: "group/0/server"."""
        return "/".join(self.address)

    @property
    def line(self) -> list[StackResource]:
        """The resources that it is in, outermost first, and itself."""
        owner = self.stack.owner
        return [*(owner.line if owner is not None else ()), self]

    @property
    @abstractmethod
    def type(self) -> str:
        """The name of its type, which an environment may have mapped; "" without one."""

    @property
    def enabled(self) -> bool | None:
        """Whether it exists by its own condition; None where that is not known. A member exists where its group does."""
        return True

    @property
    def condition(self) -> Value:
        """The name of the condition on which it exists; None without one."""
        return None

    @property
    def is_certain(self) -> bool:
        """Whether it exists in every stack with the given values."""
        return self.enabled is True

    @property
    def is_any(self) -> bool:
        """Whether it stands for all members of a group, whose number is not known."""
        return False

    @property
    def number(self) -> int:
        """How many resources it stands for: of members that are alike, the second stands for all but the first."""
        return self.stack.owner.number if self.stack.owner is not None else 1

    @property
    @abstractmethod
    def properties(self) -> dict[str, Value] | None:
        """The values of its properties as Heat passes them to its type, with defaults; None where they are not known.

        Those of an unknown type are the given ones.
        """

    @property
    def given(self) -> dict[str, Value] | None:
        """The values of its properties as its template, or its group, gives them; None where they are not known."""
        return self.properties

    @property
    def values(self) -> dict[str, Value]:
        """The properties as far as they are known. They name resources as the outermost stack does: see `place`."""
        return self.properties or {}

    @property
    def path(self) -> tuple[str | int, ...]:
        """The path to the properties from those of the resource that the template has: () but for a member."""
        return ()

    @property
    def metadata(self) -> Value:
        """Its metadata as they are given, None without any."""
        return None

    def written_at(self, *path: str | int) -> WrittenAt | None:
        """Return where the property at a path is written, or what it is part of; None for a resource without properties."""
        return None

    @property
    def inside(self) -> Stack | Absent | None:
        """Its nested stack or that of its members, or why that is not known; None for any other resource."""
        return None

    @property
    def dependencies(self) -> tuple[Dependency, ...]:
        """What its template makes it wait for, each resource and kind once; a branch that is not taken does not count."""
        return ()

    @property
    def added(self) -> tuple[Dependency, ...]:
        """What Heat makes it wait for beyond that, by the types and the values of both."""
        return ()

    def maker(self, value: Value) -> StackResource | None:
        """Return the resource that a value of this one is the id of, in whichever stack; None for any other value."""
        name = id_of(value)
        return self.stack.find(name) if name is not None else None

    def named(self) -> Iterator[Dependency]:
        """Yield the resources whose ids or attributes its properties hold, across borders of stacks, each kind once."""
        found = dict.fromkeys(origins(self.properties or {}))
        for kind, name in found:
            target = self.stack.find(name)
            if target is not None and target is not self:
                yield Dependency(self, target, kind)

    def __repr__(self) -> str:
        return f"<{'.'.join(self.address)}: {self.type}>"


class MadeResource(StackResource):
    """A resource by its type and its properties, which may be others than its template has: it runs, or will."""

    __slots__ = ("_properties", "_type")

    def __init__(self, name: str, stack: Stack, type_: str, properties: dict[str, Value]) -> None:
        super().__init__(name, stack)
        self._type = type_
        self._properties = properties

    @property
    def type(self) -> str:
        return self._type

    @property
    def properties(self) -> dict[str, Value]:
        return self._properties


class Stack(ABC):
    """The stack of a template, or of the members of a group. `owner` is the resource that it is in, None for the outermost."""

    __slots__ = ("owner",)

    def __init__(self, owner: StackResource | None) -> None:
        self.owner = owner

    @property
    def address(self) -> Address:
        """The names that lead to the stack; () for the outermost."""
        return self.owner.address if self.owner is not None else ()

    @property
    @abstractmethod
    def resources(self) -> Mapping[str, StackResource]:
        """The resources by name, disabled ones included; one that stands for all where the number of members is not known."""

    @property
    @abstractmethod
    def count(self) -> int | None:
        """The number of resources, which may be more than `resources` has; None where it is not known."""

    @property
    @abstractmethod
    def scope(self) -> Stack:
        """The stack whose template writes the values of the resources: that of the group, for its members."""

    @property
    def scopes(self) -> tuple[Address, ...]:
        """The addresses of the stacks whose templates are around the values of the resources, outermost first."""
        owner = self.scope.owner
        return (*(owner.stack.scopes if owner is not None else ()), self.scope.address)

    def find(self, name: str) -> StackResource | None:
        """Return the resource that a value here names (see `references`); None for one that is not known."""
        scope = self.scope
        while name.startswith(PARENT):
            if scope.owner is None:
                return None
            scope, name = scope.owner.stack.scope, name.removeprefix(PARENT)
        return scope.at(name.split("/"))

    def is_after(self, name: str, other: str) -> bool:
        """Return whether Heat creates a resource of the stack only after another one of it."""
        return False

    def at(self, address: Sequence[str]) -> StackResource | None:
        """Return the resource that names lead to from this stack; None where there is none."""
        found: StackResource | None = None
        for name in address:
            stack = found.inside if found is not None else self
            found = stack.resources.get(name) if isinstance(stack, Stack) else None
            if found is None:
                return None
        return found

    def every(self) -> Iterator[StackResource]:
        """Yield the resources that exist or may exist, each followed by those of the stack within it."""
        for resource in self.resources.values():
            if resource.enabled is not False:
                yield resource
                inside = resource.inside
                if isinstance(inside, Stack):
                    yield from inside.every()


class Deployment:
    """An outermost stack with everything in it.

    `limit` bounds the resources that a walk over all of them looks at; `is_cut` says that there are more.
    """

    __slots__ = ("_by_type", "_every", "_users", "is_cut", "limit", "root")

    def __init__(self, root: Stack, limit: int = EXPANSION_LIMIT) -> None:
        self.root = root
        self.limit = limit
        self.is_cut = False
        self._every: tuple[StackResource, ...] | None = None
        self._by_type: dict[str, list[StackResource]] = {}
        self._users: dict[StackResource, list[Dependency]] | None = None

    def at(self, *address: str) -> StackResource | None:
        """Return the resource with an address; None where there is none."""
        return self.root.at(address)

    def resources(self) -> tuple[StackResource, ...]:
        """Return the resources that exist or may exist, each followed by those of the stack within it, up to the limit."""
        if self._every is None:
            found = self.walk()
            self._every = tuple(islice(found, self.limit))
            has_more = next(found, None) is not None
            self.is_cut = self.is_cut or has_more
            for resource in self._every:
                self._by_type.setdefault(resource.type, []).append(resource)
        return self._every

    def walk(self) -> Iterator[StackResource]:
        """Yield the resources that exist or may exist, each followed by those of the stack within it."""
        return self.root.every()

    def of(self, *types: str) -> Iterator[StackResource]:
        """Yield the resources of some types, in all stacks, by type."""
        self.resources()
        for type_ in types:
            yield from self._by_type.get(type_, ())

    def users(self, resource: StackResource) -> list[Dependency]:
        """Return who waits for a resource, or has a value that names it, in any stack of the deployment."""
        if self._users is None:
            self._users = {}
            for one in self.resources():
                for dependency in (*one.dependencies, *one.added, *one.named()):
                    self._users.setdefault(dependency.target, []).append(dependency)
        return self._users.get(resource, [])
