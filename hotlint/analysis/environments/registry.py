"""The registry of an environment, and its parameter_defaults: both are the same for most stacks of a deployment.

A deep tree asks a registry of hundreds of entries for thousands of types, and hands it on to each nested stack. So entries
are found by name, nested stacks share what they get, and what identifies the content is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import takewhile

from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.locations import Location
from hotlint.common.records import NamedTuple
from hotlint.resource_types.catalog import NoSuchType, OpaqueType, ResourceType
from hotlint.syntax.nodes import Entry

TEMPLATE_ENDINGS = (".yaml", ".template")
"""The endings by which Heat takes a type name for the name of a template."""


class Mapped(NamedTuple):
    """One entry of a registry: types that match `pattern` are `target`, a type or the path of a template.

    `scope` are the names of the resources that the entry is for, outermost first (none: for all). `entry` is where it
    is written, in the document `file`; `base` is a base_url that goes before relative paths. `target` None takes earlier
    entries away. `is_sent`: Heat's client reads and sends a template that is the target.
    """

    pattern: str
    target: str | None
    scope: tuple[str, ...]
    entry: Entry
    file: str
    base: str | None = None
    is_sent: bool = True

    @property
    def is_template(self) -> bool:
        """Whether the target is named like a template."""
        return self.target is not None and self.target.endswith(TEMPLATE_ENDINGS)

    @property
    def is_path(self) -> bool:
        """Whether Heat's client reads the target as a file: it does so with all that is not named as types are."""
        return self.target is not None and "::" not in self.target

    def applied(self, type_name: str) -> str | None:
        """Return the target for a type that the entry matches: a glob's star is replaced by the rest of the name."""
        target = self.target
        if target is not None and self.pattern.endswith("*") and target.endswith("*"):
            return target[:-1] + type_name[len(self.pattern) - 1 :]
        return target

    def matches(self, type_name: str) -> bool:
        """Whether the entry is for a type. A glob maps types to types only, and no other type to itself."""
        if type_name == self.pattern:
            return True
        if self.pattern.endswith("*") and not self.is_template and not self.scope:
            return type_name.startswith(self.pattern[:-1]) and type_name != self.target
        return False


class Starts:
    """The starts of names that globs match, each found among any number of them in a few steps."""

    def __init__(self, starts: Iterable[str]) -> None:
        self._starts = frozenset(starts)
        self._lengths = sorted({len(start) for start in self._starts})

    def of(self, name: str) -> list[str]:
        """Return the starts that a name has."""
        fitting = takewhile(lambda length: length <= len(name), self._lengths)
        return [name[:length] for length in fitting if name[:length] in self._starts]


class _Index:
    """The entries of a registry by name, which the registries of nested stacks share."""

    def __init__(self, entries: tuple[Mapped, ...]) -> None:
        self.entries = entries
        self.globs: dict[str, list[Mapped]] = {}  # by what they begin with
        self.named: dict[tuple[str, tuple[str, ...]], list[Mapped]] = {}  # by pattern and scope
        for mapped in entries:
            if mapped.pattern.endswith("*"):
                self.globs.setdefault(mapped.pattern[:-1], []).append(mapped)
            self.named.setdefault((mapped.pattern, mapped.scope), []).append(mapped)
        self.starts = Starts(self.globs)
        self.is_scoped = any(m.scope for m in entries)

    @cached_property
    def key(self) -> str:
        """What identifies the content."""
        return repr([(m.scope, m.pattern, m.target, m.file) for m in self.entries])


class TypeRegistry:
    """The entries of a registry, not ordered. It never changes."""

    __slots__ = ("_index", "_nested", "_without")

    def __init__(self, entries: Iterable[Mapped] | _Index = (), without: frozenset[Mapped] = frozenset()) -> None:
        self._index = entries if isinstance(entries, _Index) else _Index(tuple(entries))
        self._without = without
        self._nested: dict[tuple[str, Mapped | None], TypeRegistry] = {}

    def __iter__(self) -> Iterator[Mapped]:
        return (m for m in self._index.entries if m not in self._without)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @property
    def key(self) -> tuple[object, ...]:
        """What identifies the content, for memos."""
        return self._index.key, frozenset((m.scope, m.pattern) for m in self._without)

    def mapped(self, type_name: str, resource: str) -> list[Mapped]:
        """Return the entries for a type: see `Environment.mapped`."""
        index = self._index
        found = [m for scope in ((), (resource,)) for m in index.named.get((type_name, scope), ())]
        globs = (m for start in index.starts.of(type_name) for m in index.globs[start])
        found += [m for m in globs if not m.scope and m.pattern != type_name and m.matches(type_name)]
        found = [m for m in found if m not in self._without] if self._without else found
        return sorted(found, key=lambda m: (-len(m.scope), m.pattern)) if len(found) > 1 else found

    def for_child(self, resource: str, without: Mapped | None) -> TypeRegistry:
        """Return the registry of a nested stack: see `Environment.for_child`."""
        key = (resource if self._index.is_scoped else "", without)
        nested = self._nested.get(key)
        if nested is None:
            nested = self._nested[key] = self._for_child(resource, without)
        return nested

    def _for_child(self, resource: str, without: Mapped | None) -> TypeRegistry:
        if not self._index.is_scoped:
            return TypeRegistry(self._index, self._without if without is None else self._without | {without})
        kept = [m for m in self if m is not without]
        within = (m for m in kept if len(m.scope) > 1 and _covers(m.scope[0], resource))
        return TypeRegistry([*(m for m in kept if not m.scope), *(m._replace(scope=m.scope[1:]) for m in within)])


class Defaults(dict[str, Given]):
    """The parameter_defaults of an environment. They never change."""

    @cached_property
    def key(self) -> str:
        """What identifies the content, for memos."""
        return repr([(name, given.value) for name, given in self.items()])

    @cached_property
    def given(self) -> frozenset[tuple[str, bool]]:
        """Each name, and whether its value is not null."""
        return frozenset((name, given.value is not None) for name, given in self.items())


def _covers(pattern: str, name: str) -> bool:
    """Return whether the name of a resource in a registry, which may be a glob, matches a resource."""
    if pattern == name:
        return True
    if not any(c in pattern for c in "*?["):
        return False
    from fnmatch import fnmatchcase

    return fnmatchcase(name, pattern)


class ResolvedType(NamedTuple):
    """The type of a resource after the environment's registry has been applied.

    `type` is the resource type; `location` the location of its template, None for a type that is not a template;
    `mapped` the registry entry that led to it, None without one. `ignored_entries` are entries that Heat ignores, as they
    lead to no type that exists. `loop`: the registry leads back to where it started. `old_name` is the name of the type
    that only the default environment of Heat's packages knows; None where no such name is on the way.
    """

    type: ResourceType | NoSuchType | OpaqueType
    location: Location | None = None
    mapped: Mapped | None = None
    ignored_entries: tuple[Mapped, ...] = ()
    loop: bool = False
    old_name: str | None = None

    @property
    def is_problematic(self) -> bool:
        """Whether the type is missing or deprecated, or the registry's way to it is invalid."""
        found = self.type
        if self.ignored_entries or self.loop or self.old_name or isinstance(found, NoSuchType):
            return True
        return isinstance(found, ResourceType) and found.support.status != "SUPPORTED"
