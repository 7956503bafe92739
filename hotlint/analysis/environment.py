"""Environment files: a typed view of each, and several of them merged in Heat's order.

Paths in a registry are kept as written, with the file that wrote them: only `project` knows where files are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from hotlint.analysis.inputs import Given
from hotlint.language.values import Unknown, Value
from hotlint.syntax.nodes import Document, Entry, Mapping, Node, Scalar, Sequence

SECTIONS = (
    "parameters", "parameter_defaults", "parameter_merge_strategies", "resource_registry", "encrypted_param_names",
    "event_sinks",
)  # fmt: skip
STRATEGIES = ("overwrite", "merge", "deep_merge")
HOOKS = ("pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete")
RESTRICTED_ACTIONS = ("update", "replace")
TEMPLATE_ENDINGS = (".yaml", ".template")
"""The endings by which Heat takes a type name for the name of a template."""
NOT_TYPES = ("hooks", "restricted_actions", "base_url")
SCOPE_LIMIT = 8
"""Levels of resources within resources that a registry is followed into; Heat nests 5 deep by default."""


class Mapped(NamedTuple):
    """One entry of a registry: types that match `pattern` are `target`, a type or the path of a template.

    `scope` are the names of the resources that the entry is for, outermost first (none: for all). `entry` is where it
    written, in the document `file`; `base` is a base_url that goes before relative paths. `target` None takes earlier
    entries away.
    """

    pattern: str
    target: str | None
    scope: tuple[str, ...]
    entry: Entry
    file: str
    base: str | None = None

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
        """Whether the entry is for a type. A glob maps types to types only, and never one to itself."""
        if self.pattern.endswith("*") and not self.is_template and not self.scope:
            return type_name.startswith(self.pattern[:-1]) and type_name != self.target
        return type_name == self.pattern


class EnvironmentFile:
    """A typed view of a Document as an environment. Sections of the wrong type are empty here."""

    __slots__ = ("document", "sections")

    def __init__(self, document: Document) -> None:
        self.document = document
        root = document.root
        self.sections: dict[Any, Entry] = {e.name: e for e in root.items()} if isinstance(root, Mapping) else {}

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.document.source.uri

    def entries(self, section: str) -> dict[str, Entry]:
        """Return the entries of a section that is a mapping, by name."""
        entry = self.sections.get(section)
        return _entries(entry.value if entry else None)

    def registry(self) -> Iterator[Mapped]:
        """Yield every entry of the registry, those for single resources included."""
        entries = self.entries("resource_registry")
        base = _text(entries.get("base_url"))
        for name, entry in entries.items():
            if name == "resources":
                yield from self._scoped(entry.value, (), base)
            elif name not in NOT_TYPES:
                yield from self._mapped(name, entry, (), base)

    def _scoped(self, node: Node, scope: tuple[str, ...], base: str | None) -> Iterator[Mapped]:
        """Yield the entries for single resources: mappings by the resource's name, which may be nested."""
        inner = _entries(node)
        base = _text(inner.get("base_url")) or base
        for name, entry in inner.items():
            if isinstance(entry.value, Mapping):
                if len(scope) < SCOPE_LIMIT:
                    yield from self._scoped(entry.value, (*scope, name), base)
            elif scope and name not in NOT_TYPES:
                yield from self._mapped(name, entry, scope, base)

    def _mapped(self, name: str, entry: Entry, scope: tuple[str, ...], base: str | None) -> Iterator[Mapped]:
        value = entry.value
        if isinstance(value, Scalar) and (value.value is None or isinstance(value.value, str)):
            yield Mapped(name, value.value, scope, entry, self.path, base)


class Environment(NamedTuple):
    """Environment files, merged. `files` are their paths, in order; `registry` is not ordered."""

    files: tuple[str, ...] = ()
    parameters: dict[str, Given] = {}
    defaults: dict[str, Given] = {}
    registry: tuple[Mapped, ...] = ()

    def mapped(self, type_name: str, resource: str) -> list[Mapped]:
        """Return the registry entries for a type, in the order in which Heat tries them until one leads to a type that exists.

        Those for the resource alone come first. The others Heat sorts by name: so a glob comes before what it covers.
        """
        found = [m for m in self.registry if m.scope in ((), (resource,)) and m.matches(type_name)]
        return sorted(found, key=lambda m: (-len(m.scope), m.pattern)) if len(found) > 1 else found

    def for_child(self, parameters: dict[str, Given], resource: str, without: Mapped | None = None) -> Environment:
        """Return the environment of a nested stack: other values, and of the entries for single resources those within it.

        `without` is the entry that mapped the resource to a template: it does not count within that template, which can
        thus use the type that it replaces.
        """
        registry = []
        for entry in self.registry:
            if entry is without:
                continue
            if not entry.scope:
                registry.append(entry)
            elif len(entry.scope) > 1 and _covers(entry.scope[0], resource):
                registry.append(entry._replace(scope=entry.scope[1:]))
        return Environment(self.files, parameters, self.defaults, tuple(registry))


def _covers(pattern: str, name: str) -> bool:
    """Return whether the name of a resource in a registry, which may be a glob, matches a resource."""
    if pattern == name:
        return True
    if not any(c in pattern for c in "*?["):
        return False
    from fnmatch import fnmatchcase

    return fnmatchcase(name, pattern)


def merge(files: Iterable[EnvironmentFile], parameters: dict[str, Any] | None = None) -> Environment:
    """Return environments merged in order, later ones winning, mappings merged key by key, as Heat's client does.

    `parameters` (such as `-P name=value`) win over all. Where a file asks for it (parameter_merge_strategies), a value
    of a later file is joined to that of an earlier one, as Heat's engine does.
    """
    files = list(files)
    values: dict[str, Given] = {}
    defaults: dict[str, Given] = {}
    registry: dict[tuple[tuple[str, ...], str], Mapped] = {}
    for file in files:
        _merge_values(values, file, "parameters")
        _merge_values(defaults, file, "parameter_defaults")
        for mapping in file.registry():
            _merge_mapping(registry, mapping)
    for name, value in (parameters or {}).items():
        values[name] = Given(value, "the command line")
    return Environment(tuple(f.path for f in files), values, defaults, tuple(registry.values()))


def _merge_values(values: dict[str, Given], file: EnvironmentFile, section: str) -> None:
    strategies = file.entries("parameter_merge_strategies")
    default = _text(strategies.get("default"))
    for name, entry in file.entries(section).items():
        value = to_plain(entry.value)
        if name in values:
            value = join_values(values[name].value, value, _text(strategies.get(name)) or default)
        values[name] = Given(value, file.path, entry.value.start)


def join_values(old: Value, new: Value, strategy: str | None) -> Value:
    """Return a parameter's values in an earlier and a later file joined by the strategy that the later file names."""
    if strategy not in STRATEGIES:
        return _deep(old, new) if isinstance(old, dict) and isinstance(new, dict) else _kept(old, new)
    if new is None:
        return old
    if strategy == "overwrite" or not old:
        return new
    if isinstance(old, dict) and isinstance(new, dict):
        added = {k: v for k, v in new.items() if v is not None}
        return _joined_maps(old, added) if strategy == "deep_merge" else {**old, **added}
    if isinstance(old, list) and isinstance(new, list):
        return old + new
    return Unknown("it is joined of the values in several environments")  # in a way that the parameter's type decides


def _joined_maps(old: dict[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    made = dict(old)
    for key, value in new.items():
        before = made.get(key)
        if value is None:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            made[key] = _joined_maps(before, value)
        else:
            both = isinstance(before, list | str) and isinstance(value, list | str) and type(before) is type(value)
            made[key] = before + value if both else value
    return made


def _deep(old: dict[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    made = dict(old)
    for key, value in new.items():
        if isinstance(value, dict):
            made[key] = _deep(made[key] if isinstance(made.get(key), dict) else {}, value)
        else:
            made[key] = _kept(made.get(key), value)
    return made


def _kept(old: Value, new: Value) -> Value:
    """Return the new value; null instead of a mapping counts as not given."""
    return old if new is None and isinstance(old, dict) else new


def _merge_mapping(registry: dict[tuple[tuple[str, ...], str], Mapped], mapping: Mapped) -> None:
    if mapping.target is not None:
        registry[mapping.scope, mapping.pattern] = mapping
        return
    for key in list(registry):
        scope, pattern = key
        glob = mapping.pattern.endswith("*") and pattern.startswith(mapping.pattern[:-1])
        if scope == mapping.scope and (pattern == mapping.pattern or glob):
            del registry[key]


def to_plain(node: Node) -> Any:
    """Return a node as plain data, as Heat's loader constructs it."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    return {e.name: to_plain(e.value) for e in node.items()}


def _entries(node: Node | None) -> dict[str, Entry]:
    return {str(e.name): e for e in node.items()} if isinstance(node, Mapping) else {}


def _text(entry: Entry | None) -> str | None:
    value = entry.value if entry else None
    return value.value if isinstance(value, Scalar) and isinstance(value.value, str) else None
