"""Environment files: a typed view of each, and the environment that several of them make (see `environment_merge`).

Paths in a registry are kept as written, with the file that wrote them: only `project` knows where files are.
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.environments.parameter_merge import (
    STRATEGIES as STRATEGIES,
)
from hotlint.analysis.environments.parameter_merge import MergeProblem, ParameterLayer
from hotlint.analysis.environments.registry import Defaults, Mapped, TypeRegistry
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.values import Value
from hotlint.syntax.nodes import Document, Entry, Mapping, Node, Scalar, Sequence

SECTIONS = (
    "parameters", "parameter_defaults", "parameter_merge_strategies", "resource_registry", "encrypted_param_names",
    "event_sinks",
)  # fmt: skip
LISTS = ("encrypted_param_names", "event_sinks")
"""The sections that are lists; all others are mappings."""
HOOKS = ("pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete")
RESTRICTED_ACTIONS = ("update", "replace")
NOT_TYPES = ("hooks", "restricted_actions", "base_url")
SCOPE_LIMIT = 8
"""Levels of resources within resources that a registry is followed into; Heat nests 5 deep by default."""


class EnvironmentFile:
    """A typed view of a Document as an environment. Sections of the wrong type are empty here."""

    __slots__ = ("_read", "document", "sections")

    def __init__(self, document: Document) -> None:
        self.document = document
        self._read: dict[str, dict[str, Entry]] = {}
        root = document.root
        self.sections: dict[Any, Entry] = {e.name: e for e in root.items()} if isinstance(root, Mapping) else {}

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.document.source.uri

    def entries(self, section: str) -> dict[str, Entry]:
        """Return the entries of a section that is a mapping, by name."""
        if section not in self._read:
            entry = self.sections.get(section)
            self._read[section] = _entries(entry.value if entry else None)
        return self._read[section]

    def section_at(self, offset: int) -> str | None:
        """Return the name of the section around an offset; None outside of all."""
        around = (n for n, e in self.sections.items() if e.key.start <= offset <= max(e.key.end, e.value.end))
        return next((name for name in around if isinstance(name, str)), None)

    def may_have_lost(self, section: str, name: str) -> bool:
        """Return whether the file may say something of a name in a section that cannot be used, which is an error of its own."""
        entry = self.sections.get(section)
        if self.document.root is not None and not isinstance(self.document.root, Mapping):
            return True
        if entry is None or self.document.broken:
            misnamed = (self.entries(str(other)) for other in self.sections if other not in SECTIONS)
            return self.document.broken or any(name in entries for entries in misnamed)
        if not isinstance(entry.value, Mapping):
            return is_true(entry.value)
        if section != "resource_registry":
            return False
        told = (
            e.value
            for n, e in self.entries(section).items()
            if n == name or (n[-1:] == "*" and name.startswith(n[:-1]))
        )
        return any(not isinstance(v, Scalar) or not isinstance(v.value, str) for v in told)

    def registry(self) -> Iterator[Mapped]:
        """Yield every entry of the registry, those for single resources included."""
        entries = self.entries("resource_registry")
        base = _text(entries.get("base_url"))
        for name, entry in entries.items():
            if name == "resources":
                yield from self._scoped(entry.value, (), base)
            elif name not in NOT_TYPES:
                yield from self._mapped(name, entry, (), base)

    def registry_by_name(self) -> dict[str, list[Mapped] | None]:
        """Return the entries of the registry by the name that they stand under at its top; None for a name that is null."""
        by_name: dict[str, list[Mapped] | None] = {}
        for name, entry in self.entries("resource_registry").items():
            is_null = isinstance(entry.value, Scalar) and entry.value.value is None
            by_name[name] = None if is_null else []
        for mapped in self.registry():
            entries = by_name["resources" if mapped.scope else mapped.pattern]
            if entries is not None:
                entries.append(mapped)
        return by_name

    def parameter_layer(self) -> ParameterLayer:
        """Return what the file says about parameters, as Heat's client sends it."""
        sections = {
            str(section): {
                name: Given(sent_value(entry.value), self.path, entry.value.start)
                for name, entry in self.entries(str(section)).items()
            }
            for section in self.sections
            if section in ("parameters", "parameter_defaults")
        }
        strategies = self.sections.get("parameter_merge_strategies")
        if strategies is None or (isinstance(strategies.value, Scalar) and strategies.value.value is None):
            return ParameterLayer(self.path, sections, {})
        written = strategies.value
        named = sent_value(written) if isinstance(written, Mapping) else None
        return ParameterLayer(self.path, sections, named)

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
            yield Mapped(name, value.value, scope, entry, self.path, base, len(scope) < 2)


class Environment(NamedTuple):
    """Environment files, merged. `files` are their paths, in order; `registry` is not ordered.

    `problems` are those of the merge. `layers` are the files where the merge depends on the template (none otherwise), and
    `given` the values that are given apart from them, which replace those of the files with `override`.
    """

    files: tuple[str, ...] = ()
    parameters: dict[str, Given] = {}
    defaults: Defaults = Defaults()
    registry: TypeRegistry = TypeRegistry()
    problems: tuple[MergeProblem, ...] = ()
    layers: tuple[EnvironmentFile, ...] = ()
    given: dict[str, Given] = {}
    override: bool = False

    def mapped(self, type_name: str, resource: str) -> list[Mapped]:
        """Return the registry entries for a type, in the order in which Heat tries them until one leads to a type that exists.

        Those for the resource alone come first. The others Heat sorts by name: so a glob comes before what it covers.
        """
        return self.registry.mapped(type_name, resource)

    def for_child(self, parameters: dict[str, Given], resource: str, without: Mapped | None = None) -> Environment:
        """Return the environment of a nested stack: other values, and of the entries for single resources those within it.

        `without` is the entry that mapped the resource to a template: it does not count within that template, which can
        thus use the type that it replaces.
        """
        return Environment(self.files, parameters, self.defaults, self.registry.for_child(resource, without))


def is_true(node: Node) -> bool:
    """Return whether Python counts the value of a node as true."""
    if isinstance(node, Scalar):
        return bool(node.value)
    return bool(node.items if isinstance(node, Sequence) else node.entries)


def to_plain(node: Node) -> Any:
    """Return a node as plain data, as Heat's loader constructs it."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    return {e.name: to_plain(e.value) for e in node.items()}


def sent_value(node: Node) -> Value:
    """Return a node of an environment as the engine reads it: Heat's client sends JSON, which is read as YAML again.

    Keys become strings. So does a number that JSON writes in a way that YAML does not know, such as 1e-05 or .inf.
    """
    if isinstance(node, Sequence):
        return [sent_value(item) for item in node.items]
    if isinstance(node, Mapping):
        return {_sent_key(e.name): sent_value(e.value) for e in node.items()}
    value = node.value
    if isinstance(value, float):
        text = _json_number(value)
        return value if "." in text else text
    return value


def _sent_key(name: Any) -> str:
    if name is None or isinstance(name, bool):
        return {None: "null", True: "true", False: "false"}[name]
    return _json_number(name) if isinstance(name, float) else str(name)


def _json_number(value: float) -> str:
    if value - value == 0.0:
        return repr(value)
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def _entries(node: Node | None) -> dict[str, Entry]:
    return {str(e.name): e for e in node.items()} if isinstance(node, Mapping) else {}


def _text(entry: Entry | None) -> str | None:
    value = entry.value if entry else None
    return value.value if isinstance(value, Scalar) and isinstance(value.value, str) else None
