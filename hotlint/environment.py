"""Environment files: a typed view of each, and what several of them amount to, merged in Heat's order.

Paths in a registry are kept as written, with the file that wrote them: only `project` knows where files are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from hotlint.resolve import Given
from hotlint.yamltree import Document, Entry, Mapping, Node, Scalar, Sequence

SECTIONS = (
    "parameters", "parameter_defaults", "parameter_merge_strategies", "resource_registry", "encrypted_param_names",
    "event_sinks",
)  # fmt: skip
STRATEGIES = ("overwrite", "merge", "deep_merge")
HOOKS = ("pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete")
RESTRICTED_ACTIONS = ("update", "replace")
TEMPLATE_ENDINGS = (".yaml", ".template")
"""What the name of a template ends with, for Heat to take it for one; everything else is the name of a type."""
_NOT_TYPES = ("hooks", "restricted_actions", "base_url")


class Mapped(NamedTuple):
    """One entry of a registry: types that match `pattern` are `target`, a type or the path of a template.

    `resource` names the resource that the entry is for (None: for all). `entry` is where it stands, in the document
    `file`; `base` is a base_url that goes before relative paths. `target` None takes earlier entries away.
    """

    pattern: str
    target: str | None
    resource: str | None
    entry: Entry
    file: str
    base: str | None = None

    @property
    def is_template(self) -> bool:
        return self.target is not None and self.target.endswith(TEMPLATE_ENDINGS)

    def applied(self, type_name: str) -> str | None:
        """What the entry makes of a type that it matches: a glob's star stands for the rest of the name."""
        target = self.target
        if target is not None and self.pattern.endswith("*") and target.endswith("*"):
            return target[:-1] + type_name[len(self.pattern) - 1 :]
        return target

    def matches(self, type_name: str) -> bool:
        if self.pattern.endswith("*") and not self.is_template:
            return type_name.startswith(self.pattern[:-1]) and type_name != self.target
        return type_name == self.pattern


class EnvironmentFile:
    """A Document seen as an environment. Sections of the wrong type are empty here."""

    __slots__ = ("document", "sections")

    def __init__(self, document: Document) -> None:
        self.document = document
        root = document.root
        self.sections: dict[Any, Entry] = {e.name: e for e in root.items()} if isinstance(root, Mapping) else {}

    @property
    def path(self) -> str:
        return self.document.source.uri

    def entries(self, section: str) -> dict[str, Entry]:
        """The entries of a section that is a map, by name."""
        entry = self.sections.get(section)
        return _entries(entry.value if entry else None)

    def registry(self) -> Iterator[Mapped]:
        """Every mapping of the registry, those for single resources included."""
        entries = self.entries("resource_registry")
        base = _text(entries.get("base_url"))
        for name, entry in entries.items():
            if name == "resources":
                yield from self._for_resources(entry.value, base)
            elif name not in _NOT_TYPES:
                yield from self._mapped(name, entry, None, base)

    def _for_resources(self, node: Node, base: str | None) -> Iterator[Mapped]:
        for resource, entry in _entries(node).items():
            inner = _entries(entry.value)
            own_base = _text(inner.get("base_url")) or base
            for name, mapping in inner.items():
                if name not in _NOT_TYPES:
                    yield from self._mapped(name, mapping, resource, own_base)

    def _mapped(self, name: str, entry: Entry, resource: str | None, base: str | None) -> Iterator[Mapped]:
        value = entry.value
        if isinstance(value, Scalar) and (value.value is None or isinstance(value.value, str)):
            yield Mapped(name, value.value, resource, entry, self.path, base)


class Environment(NamedTuple):
    """What environment files amount to. `files` are their paths, in order; `registry` in the order of lookup."""

    files: tuple[str, ...] = ()
    parameters: dict[str, Given] = {}
    defaults: dict[str, Given] = {}
    registry: tuple[Mapped, ...] = ()

    def mapped(self, type_name: str, resource: str) -> Mapped | None:
        """The registry entry that counts for a resource: one for that resource first, then an exact one, then a glob."""
        best: tuple[bool, bool, Mapped] | None = None
        for entry in self.registry:
            if entry.resource not in (None, resource) or not entry.matches(type_name):
                continue
            rank = (entry.resource is None, entry.pattern != type_name)
            if best is None or rank < best[:2]:
                best = (*rank, entry)
        return best[2] if best else None

    def for_child(self, parameters: dict[str, Given], resource: str) -> Environment:
        """The environment of a nested template: the same registry and defaults, the values that the parent passes."""
        registry = tuple(
            entry._replace(resource=None) if entry.resource == resource else entry
            for entry in self.registry
            if entry.resource in (None, resource)
        )
        return Environment(self.files, parameters, self.defaults, registry)


def merged(files: Iterable[EnvironmentFile], parameters: dict[str, Any] | None = None) -> Environment:
    """Environments merged in order, later ones winning, maps merged key by key, as Heat's client does.

    `parameters` (such as `-P name=value`) win over all. Where a file asks for it (parameter_merge_strategies), a list or
    a map of a later file is added to that of an earlier one.
    """
    files = list(files)
    values: dict[str, Given] = {}
    defaults: dict[str, Given] = {}
    registry: dict[tuple[str | None, str], Mapped] = {}
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
    default = _text(strategies.get("default")) or "overwrite"
    for name, entry in file.entries(section).items():
        value = plain(entry.value)
        before = values[name].value if name in values else None
        strategy = _text(strategies.get(name)) or default
        if isinstance(before, dict) and isinstance(value, dict):
            value = _deep(before, value)
        elif isinstance(before, list) and isinstance(value, list) and strategy in ("merge", "deep_merge"):
            value = before + value
        elif value is None and isinstance(before, dict):
            value = before
        values[name] = Given(value, file.path, entry.value.start)


def _deep(old: dict[Any, Any], new: dict[Any, Any]) -> dict[Any, Any]:
    made = dict(old)
    for key, value in new.items():
        if isinstance(value, dict):
            made[key] = _deep(made[key] if isinstance(made.get(key), dict) else {}, value)
        elif not (value is None and isinstance(made.get(key), dict)):
            made[key] = value
    return made


def _merge_mapping(registry: dict[tuple[str | None, str], Mapped], mapping: Mapped) -> None:
    if mapping.target is not None:
        registry[mapping.resource, mapping.pattern] = mapping
        return
    for key in list(registry):
        resource, pattern = key
        glob = mapping.pattern.endswith("*") and pattern.startswith(mapping.pattern[:-1])
        if resource == mapping.resource and (pattern == mapping.pattern or glob):
            del registry[key]


def plain(node: Node) -> Any:
    """A node as plain data, as Heat's loader yields it."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {e.name: plain(e.value) for e in node.items()}


def _entries(node: Node | None) -> dict[str, Entry]:
    return {str(e.name): e for e in node.items()} if isinstance(node, Mapping) else {}


def _text(entry: Entry | None) -> str | None:
    value = entry.value if entry else None
    return value.value if isinstance(value, Scalar) and isinstance(value.value, str) else None
