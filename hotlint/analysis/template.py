"""A typed view of a Document as a template: parameters, conditions, resources, outputs, groups, and every call.

A section of the wrong type is empty here; rules that look at `Template.sections` report it. Where functions are allowed,
nodes are read into snippets (see `functions.base`), and the calls in them are listed by the part that holds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hotlint.analysis.file_kinds import CFN_KEYS as CFN_KEYS
from hotlint.analysis.file_kinds import VERSION_KEY as VERSION_KEY
from hotlint.analysis.file_kinds import is_template as is_template
from hotlint.analysis.file_kinds import kind_of as kind_of
from hotlint.analysis.snippets import NODE_LIMIT, SnippetReader
from hotlint.common.annotations import Any, ClassVar
from hotlint.common.records import NamedTuple
from hotlint.language import versions
from hotlint.language.dialects import dialect
from hotlint.language.functions.base import Call, Snippet
from hotlint.syntax.nodes import Document, Entry, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span

_RESOURCE_VALUE_FIELDS = ("type", "properties", "metadata", "deletion_policy", "update_policy", "external_id")


class Named:
    """One named entry of a section. `fields` holds its entries when it is a mapping; the last of duplicates counts."""

    __slots__ = ("fields", "key", "name", "node")
    section: ClassVar[str]

    def __init__(self, name: str, key: Scalar, node: Node) -> None:
        self.name = name
        self.key = key
        self.node = node
        self.fields: dict[Any, Entry] = node.named if node.__class__ is Mapping else {}

    def field(self, name: str) -> Node | None:
        """Return the value of a field; None where there is none."""
        entry = self.fields.get(name)
        return entry.value if entry else None

    def text(self, name: str) -> str | None:
        """Return the value of a field that is a string; None for any other."""
        entry = self.fields.get(name)
        node = entry.value if entry is not None else None
        return node.value if node.__class__ is Scalar and node.value.__class__ is str else None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Typed(Named):
    """A named entry with a `type`, which is None where it is not a string."""

    __slots__ = ("type",)

    def __init__(self, name: str, key: Scalar, node: Node) -> None:
        super().__init__(name, key, node)
        self.type = self.text("type")


class Parameter(Typed):
    """One entry of `parameters` (HOT specification: Parameters section)."""

    __slots__ = ("hidden",)
    section = "parameters"

    def __init__(self, name: str, key: Scalar, node: Node) -> None:
        super().__init__(name, key, node)
        self.hidden = "hidden" in self.fields and self._is_hidden()
        """Whether its value is hidden."""

    def _is_hidden(self) -> bool:
        """Return whether its flag is one of the words that Heat takes for true."""
        node = self.field("hidden")
        return isinstance(node, Scalar) and (
            node.value is True or str(node.value).lower() in ("true", "t", "yes", "y", "on", "1")
        )

    @property
    def has_default(self) -> bool:
        """Whether there is a default: for Heat, `default: null` is no default."""
        if "default" not in self.fields:
            return False
        node = self.field("default")
        return node is not None and not (isinstance(node, Scalar) and node.value is None)

    @property
    def immutable(self) -> bool:
        """Whether Heat refuses an update that changes the value. Heat does not convert the flag: any string is true."""
        node = self.field("immutable")
        if isinstance(node, Scalar):
            return bool(node.value)
        return any(True for _ in node.items()) if isinstance(node, Mapping) else node is not None and bool(node.items)

    def constraints(self) -> Iterator[tuple[str, Entry, Mapping]]:
        """Yield (kind, its entry, the mapping of the constraint) of each constraint that is written as a mapping."""
        node = self.field("constraints")
        for item in node.items if isinstance(node, Sequence) else ():
            if isinstance(item, Mapping):
                for entry in item.items():
                    if isinstance(entry.name, str) and entry.name != "description":
                        yield entry.name, entry, item


class Condition(Named):
    """One entry of `conditions` (HOT specification: Conditions section)."""

    __slots__ = ()
    section = "conditions"


class Resource(Typed):
    """One entry of `resources` (HOT specification: Resources section)."""

    __slots__ = ()
    section = "resources"

    def depends_on(self) -> list[Scalar]:
        """Return the names in depends_on, as nodes."""
        node = self.field("depends_on")
        items = node.items if isinstance(node, Sequence) else [node] if node is not None else []
        return [n for n in items if isinstance(n, Scalar) and isinstance(n.value, str)]


class Output(Named):
    """One entry of `outputs` (HOT specification: Outputs section)."""

    __slots__ = ()
    section = "outputs"


class Group(NamedTuple):
    """One entry of parameter_groups; `names` are the nodes that name its parameters."""

    node: Node
    names: list[Scalar]


class Part(NamedTuple):
    """A part in which functions are allowed: a field of a resource or an output, or a condition.

    `calls`, `suspects` and `company`: see `SnippetReader`.
    """

    owner: Named
    field: str
    node: Node
    snippet: Snippet
    calls: list[Call]
    context: str
    suspects: Collection[Entry] = ()
    company: bool = False


def written_once(calls: Iterable[Call]) -> Collection[Call]:
    """Return each call that the text has once: the first one where aliases repeat it."""
    once: dict[tuple[int, str], Call] = {}
    for call in calls:
        once.setdefault((id(call.node), call.context), call)
    return once.values()


_NO_PARTS: dict[str, Part] = {}


class Template:
    """A typed view of a Document as a template. Raises nothing, whatever the document holds."""

    __slots__ = (
        "_by_owner", "_left", "conditions", "dialect", "document", "groups", "outputs", "parameters", "parts",
        "resources", "sections", "version", "version_node",
    )  # fmt: skip

    def __init__(self, document: Document) -> None:
        self.document = document
        root = document.root
        self.sections: dict[Any, Entry] = root.named if isinstance(root, Mapping) else {}
        cfn_version = cfn_version_of(self.sections)
        self.version: str = cfn_version or self._hot_version()
        self.dialect = dialect(self.version)
        if cfn_version and isinstance(root, Mapping):
            from hotlint.analysis.cloudformation import sections  # most templates are HOT

            self.sections = sections(root, self.dialect)
        entry = self.sections.get(VERSION_KEY)
        self.version_node: Node | None = entry.value if entry else None
        self.parameters: dict[str, Parameter] = {p.name: p for p in self._named("parameters", Parameter)}
        self.conditions: dict[str, Condition] = {}
        if "conditions" in self.dialect.sections:
            self.conditions = {c.name: c for c in self._named("conditions", Condition)}
        self.resources: dict[str, Resource] = {r.name: r for r in self._named("resources", Resource)}
        self.outputs: dict[str, Output] = {o.name: o for o in self._named("outputs", Output)}
        self.groups = self._groups()
        self._left = NODE_LIMIT
        self.parts = list(self._parts())
        self._by_owner: dict[Named, dict[str, Part]] = {}
        for part in self.parts:
            self._by_owner.setdefault(part.owner, {})[part.field] = part

    @property
    def overflow(self) -> bool:
        """Whether aliases expand the template to more nodes than are read."""
        return self._left < 0

    @property
    def suspects(self) -> list[tuple[Part, Entry]]:
        """Single keys that look like functions and are none where they are, each with its part."""
        return [(part, entry) for part in self.parts for entry in part.suspects]

    @property
    def known_version(self) -> bool:
        """Whether Heat has the version (if not, the template is read as the newest one)."""
        node = self.version_node
        if not self.dialect.is_hot:
            return isinstance(node, Scalar) and node.value in self.dialect.versions
        return isinstance(node, Scalar) and versions.canonical(node.value) is not None

    def parts_of(self, owner: Named) -> Collection[Part]:
        """Return the parts of one entry, in order of the text."""
        return self._by_owner.get(owner, _NO_PARTS).values()

    def part(self, owner: Named, field: str) -> Part | None:
        """Return the part of an entry below one of its keys; None where there is none."""
        return self._by_owner.get(owner, _NO_PARTS).get(field)

    def calls(self) -> Iterator[tuple[Part, Call]]:
        """Yield every function call with the part that it is in."""
        for part in self.parts:
            for call in part.calls:
                yield part, call

    def owners(self) -> list[Named]:
        """Return every parameter, condition, resource and output."""
        return [
            *self.parameters.values(), *self.conditions.values(), *self.resources.values(), *self.outputs.values(),
        ]  # fmt: skip

    def section(self, name: str) -> Node | None:
        """Return the value of a top-level key; None where there is none."""
        entry = self.sections.get(name)
        return entry.value if entry else None

    def read(self, node: Node, context: str = "value") -> Snippet:
        """Return a node as a snippet, apart from any part: the calls in it are not listed."""
        return SnippetReader(self.version).read(node, context)

    def _hot_version(self) -> str:
        entry = self.sections.get(VERSION_KEY)
        return (
            versions.canonical(entry.value.value) if entry and isinstance(entry.value, Scalar) else None
        ) or versions.NEWEST

    def _named(self, section: str, kind: type[Any]) -> Iterator[Any]:
        node = self.section(section)
        if isinstance(node, Mapping):
            types = self.dialect.parameter_types if kind is Parameter and not self.dialect.is_hot else None
            for entry in node.items():
                if entry.key.__class__ is Scalar:
                    made = kind(entry.name, entry.key, entry.value)
                    if types is not None and made.type is not None:
                        made.type = types.get(made.type, f"<{made.type}>")
                    yield made

    def _groups(self) -> list[Group]:
        node = self.section("parameter_groups")
        found = []
        for item in node.items if isinstance(node, Sequence) else ():
            names = item.get("parameters") if isinstance(item, Mapping) else None
            nodes = names.items if isinstance(names, Sequence) else []
            found.append(Group(item, [n for n in nodes if isinstance(n, Scalar)]))
        return found

    def _parts(self) -> Iterator[Part]:
        with_conditions = "conditions" in self.dialect.sections
        resource_keys = self.dialect.resource_keys
        for condition in self.conditions.values():
            yield self._part(condition, "condition", condition.node, "condition")
        for resource in self.resources.values():
            for name in _RESOURCE_VALUE_FIELDS:
                entry = resource.fields.get(name)
                if entry is not None and name in resource_keys:
                    yield self._part(resource, name, entry.value, "value")
            if with_conditions and "condition" in resource.fields:
                yield self._part(resource, "condition", resource.fields["condition"].value, "condition")
        for output in self.outputs.values():
            if with_conditions and "condition" in output.fields:
                yield self._part(output, "condition", output.fields["condition"].value, "condition")
            if "value" in output.fields:
                yield self._part(output, "value", output.fields["value"].value, "value")

    def _part(self, owner: Named, field: str, node: Node, context: str) -> Part:
        if node.__class__ is Scalar:
            return Part(owner, field, node, node.value, [], context)
        reader = SnippetReader(self.version, self._left)
        snippet = reader.read(node, context)
        self._left = reader.left
        return Part(owner, field, node, snippet, reader.calls, context, list(reader.suspects.values()), reader.company)


def cfn_version_of(sections: dict[Any, Entry]) -> str | None:
    """Return the version whose dialect a CloudFormation template is read in; None for any other template."""
    if VERSION_KEY in sections or (CFN_KEYS[0] not in sections and CFN_KEYS[1] not in sections):
        return None
    from hotlint.language.cloudformation import VERSIONS  # most templates are HOT

    return next(version for version, (key, _) in VERSIONS.items() if key in sections)


def node_at(node: Node, path: tuple[str | int, ...]) -> tuple[Node, Entry | None]:
    """Return the node that a path of keys and indices leads to, and its entry; as far as the path can be followed."""
    entry: Entry | None = None
    for step in path:
        if isinstance(node, Mapping):
            found = node.entry(step) or (node.entry(str(step)) if not isinstance(step, str) else None)
            if found is None:
                break
            entry, node = found, found.value
        elif isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
            entry, node = None, node.items[step]
        else:
            break
    return node, entry


def argument(call: Call, path: tuple[str | int, ...] = ()) -> tuple[Node | None, Entry | None]:
    """Return the node in a call's arguments that a path leads to, and its entry; the call's own entry for an empty path."""
    node = call.node
    if node is None:
        return None, None
    own = next(iter(node.items()), None) if isinstance(node, Mapping) else None
    if own is None:
        return node, None
    found, entry = node_at(own.value, path)
    return found, entry if path else own


def span_of(node: Node) -> Span:
    """Return a node's span, at least one character wide, so that it can be shown."""
    return Span(node.start, max(node.end, node.start + 1))
