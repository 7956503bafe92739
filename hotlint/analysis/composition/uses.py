"""Uses of types by resources: the template that a resource is, or the members of a group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.common.records import NamedTuple
from hotlint.language import functions
from hotlint.language.values import Partial, PartialText, Value
from hotlint.syntax.nodes import Node

DEPTH_LIMIT = 5
"""Heat's own limit on stacks within stacks (max_nested_stack_depth); a site may configure another."""
Path = tuple[str | int, ...]
INLINE = "the template"
"""The type name of a stack whose template is a string (OS::Heat::Stack)."""
VERSION_OF_MEMBERS = "2015-04-30"
"""The version of the template that Heat makes for the members of a group."""


class Use(NamedTuple):
    """One use of a type by a resource.

    `node` names the type. `properties` are the values it gets (None where they are not known at all), `path` leads to
    them from the resource's properties. `member` is the name of the first member of a group, "" for the resource itself;
    `size` the number of members, None where it is not known. `environment` and `depth` are those of the stack that the
    used type is in. `listed` are the names of members that Heat does not number, `own` the additional properties of
    each; `via` are the members of the enclosing groups, for a group that is a member itself. `spelled` is the use of the members'
    own template where their values spell calls: see `spelled_calls`.
    """

    type_name: str
    node: Node
    kind: ResolvedType
    properties: dict[str, Value] | None
    path: Path
    environment: Environment
    depth: int
    member: str = ""
    size: int | None = 1
    index_var: str | None = None
    skipped: frozenset[str] = frozenset()
    metadata: Value = None
    listed: tuple[str, ...] = ()
    own: Mapping[str, dict[str, Value]] = {}
    via: tuple[str, ...] = ()
    spelled: Use | None = None

    @property
    def key(self) -> str:
        """A text that tells the use from others of the same resource."""
        return f"{self.member} {self.path}"

    @property
    def spells_calls(self) -> bool:
        """Whether values of the members are calls in the template that Heat makes for these."""
        return any(map(spells_call, (self.metadata, *(self.properties or {}).values())))

    @property
    def is_alike(self) -> bool:
        """Whether all members have the same properties: the index of a member is in none of them."""
        properties, variable = self.properties, self.index_var
        if self.own or not variable or properties is None:
            return not self.own
        return all(indexed(value, variable, "") == value for value in properties.values())

    def names(self, limit: int) -> Iterator[str]:
        """Yield the names of the members, `limit` at most; none where the size of the group is not known."""
        wanted = min(limit, self.size if self.size is not None else 0)
        if self.listed:
            yield from self.listed[:limit]
            return
        if self.index_var is None:
            yield from (str(n) for n in range(wanted))
            return
        number = 0
        while wanted > 0:
            if str(number) not in self.skipped:
                wanted -= 1
                yield str(number)
            number += 1

    def values(self, member: str | None = None) -> dict[str, Value] | None:
        """Return the properties of one member (None: the first), its index filled in; None where they are not known."""
        name = self.member if member is None else member
        if self.properties is not None and name in self.own:
            return {**self.properties, **self.own[name]}
        if not self.index_var or self.properties is None:
            return self.properties
        return {k: indexed(v, self.index_var, name) for k, v in self.properties.items()}


def indexed(value: Value, variable: str, index: str) -> Value:
    """Return a value of a member's properties with the index variable replaced (ResourceGroup's index_var)."""
    if isinstance(value, str):
        return value.replace(variable, index)
    if isinstance(value, dict):
        return {k: indexed(v, variable, index) for k, v in value.items()}
    if isinstance(value, list):
        return [indexed(v, variable, index) for v in value]
    if isinstance(value, PartialText):
        return PartialText(tuple(p.replace(variable, index) if isinstance(p, str) else p for p in value.parts))
    if isinstance(value, Partial):
        return Partial(indexed(value.known, variable, index), value.rest)
    return value


def spells_call(value: Value) -> bool:
    """Return whether a value is, or holds, a mapping that is a function call in the template of the members."""
    if value.__class__ is list:
        return any(spells_call(item) for item in value)
    if value.__class__ is not dict:
        return False
    if len(value) == 1:
        name = next(iter(value))
        if name in functions.NAMES and functions.status(name, VERSION_OF_MEMBERS) != "future":
            return True
    return any(spells_call(item) for item in value.values())
