"""The tree of a parsed document: nodes with their spans, problems, anchors, and walking over them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Set

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.syntax.source import Source, Span

DEPTH_LIMIT = 200
"""Levels of nesting: Heat itself fails somewhat above this; real templates stay below 30."""


class Scalar:
    """A scalar node: `text` as written (escapes and folding undone), `value` as Heat's loader types it.

    `start` and `end` are code-point offsets. `style` is "" (plain), "'", '"', "|" or ">".
    """

    __slots__ = ("end", "start", "style", "text", "value")

    def __init__(self, start: int, end: int, text: str, value: Any, style: str) -> None:
        self.start = start
        self.end = end
        self.text = text
        self.value = value
        self.style = style

    @property
    def span(self) -> Span:
        """The span of the node, without its anchor and tag."""
        return Span(self.start, self.end)

    def __repr__(self) -> str:
        return f"Scalar({self.value!r})"


class Entry:
    """One `key: value` of a mapping. `via` is the span of the alias that the value is written as; None without one.

    `name` is the key as it travels to Heat (see `key_name`); None for a key that is not a scalar.
    """

    __slots__ = ("key", "name", "value", "via")

    def __init__(self, key: Node, value: Node, via: Span | None = None) -> None:
        self.key = key
        self.value = value
        self.via = via
        self.name: Any = entry_name(key)


def entry_name(key: Node) -> str | None:
    """Return the name of an entry with that key: see `Entry`."""
    return key_name(key) if key.__class__ is Scalar else None


def key_name(key: Scalar) -> str:
    """Return the key of a mapping as Heat gets it: as a string, since templates and environments travel as JSON.

    1 becomes "1", `yes` "true", `~` "null".
    """
    value = key.value
    if value.__class__ is str:
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value - value != 0.0:  # infinite, or not a number
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    try:
        return str(value)
    except ValueError:  # a number of more digits than Python writes
        return key.text


class Mapping:
    """A mapping node: its own entries in order, duplicates kept.

    `named` is the dict that Heat loads, as entries by name: merged before own, the last of duplicates. `merged` are the mappings
    that merge keys (`<<`) name, with the span of each key. `flow`: it is written in braces.
    """

    __slots__ = ("end", "entries", "flow", "merged", "named", "start")

    def __init__(self, start: int, end: int, flow: bool) -> None:
        self.start = start
        self.end = end
        self.flow = flow
        self.entries: list[Entry] = []
        self.named: dict[Any, Entry] = {}
        self.merged: list[tuple[Span, Mapping]] = []

    @property
    def span(self) -> Span:
        """The span of the node, without its anchor and tag."""
        return Span(self.start, self.end)

    def add(self, entry: Entry) -> None:
        """Add an entry of its own."""
        self.entries.append(entry)
        self.named[entry.name] = entry

    def items(self) -> Collection[Entry]:
        """Return the entries of the dict that Heat loads: see `named`."""
        return self.named.values()

    def entry(self, name: str | int | None) -> Entry | None:
        """Return the entry with a key, merged ones included; None where there is none."""
        return self.named.get(name) if name is not None else None

    def get(self, name: str | None) -> Node | None:
        """Return the value of a key; None where there is none."""
        found = self.entry(name)
        return found.value if found is not None else None

    def __repr__(self) -> str:
        return f"Mapping({[e.name for e in self.entries]})"


class Sequence:
    """A sequence node. `via` maps the index of an item that is written as an alias to the span of the alias."""

    __slots__ = ("end", "flow", "items", "start", "via")

    def __init__(self, start: int, end: int, flow: bool) -> None:
        self.start = start
        self.end = end
        self.flow = flow
        self.items: list[Node] = []
        self.via: dict[int, Span] = {}

    @property
    def span(self) -> Span:
        """The span of the node, without its anchor and tag."""
        return Span(self.start, self.end)

    def __repr__(self) -> str:
        return f"Sequence({len(self.items)})"


Node = Scalar | Mapping | Sequence


class Problem(NamedTuple):
    """A YAML problem at a span: `slug` names its kind, `related` is another span that explains it, or None."""

    slug: str
    message: str
    span: Span
    related: Span | None = None


class Anchor(NamedTuple):
    """`&name` before a node: `span` is the span of the anchor itself."""

    name: str
    span: Span
    node: Node


class Document:
    """A parsed text. `root` is None for an empty one; `broken`: some of the text could not be parsed, names may be missing.

    `aliases` are the names and spans of all aliases, `lost` the spans of lines that were left out to parse the others;
    `is_second`: the first of the two parsers that Heat tries refused the text, and the second read it. `kind` is what
    `file_kinds.kind_of` has found it to be, None before.
    """

    __slots__ = (
        "_comments", "_key_names", "_mappings", "aliases", "anchors", "broken", "is_second", "kind", "lost", "problems",
        "root", "source",
    )  # fmt: skip

    def __init__(
        self,
        source: Source,
        root: Node | None = None,
        *,
        problems: Iterable[Problem] = (),
        anchors: dict[str, Anchor] | None = None,
        aliases: Iterable[tuple[str, Span]] = (),
        broken: bool = False,
        lost: Iterable[Span] = (),
        key_names: Set[str | None] | None = None,
        mappings: list[Mapping] | None = None,
    ) -> None:
        self.source = source
        self.root = root
        self.problems = list(problems)
        self.anchors = anchors or {}
        self.aliases = list(aliases)
        self.broken = broken
        self.lost = list(lost)
        self.is_second = False
        self.kind: Any = None
        self._comments: list[Span] | None = None
        self._key_names = key_names
        self._mappings = mappings

    @property
    def text(self) -> str:
        """The text that the document was parsed from."""
        return self.source.text

    @property
    def key_names(self) -> Set[str | None]:
        """The names of all keys, wherever they are: what is not among them need not be looked for.

        After an edit, names that are gone may still be among them.
        """
        if self._key_names is None:
            self._key_names = frozenset(entry.name for node in self.mappings for entry in node.entries)
        return self._key_names

    @property
    def mappings(self) -> list[Mapping]:
        """All mappings that are written in the text, each once, in order."""
        if self._mappings is None:
            self._mappings = [node for node in collections(self.root) if isinstance(node, Mapping)]
        return self._mappings

    @property
    def comments(self) -> list[Span]:
        """The span of every comment, from its `#` to the end of its line."""
        if self._comments is None:
            self._comments = _comments(self.text, self.root)
        return self._comments


def walk(root: Node | None) -> Iterator[Node]:
    """Yield every node that is written in the text, each once, in order; aliases and merge keys repeat none."""
    stack = [root] if root is not None else []
    seen: set[int] = set()
    while stack:
        node = stack.pop()
        if node.__class__ is Scalar:
            yield node
            continue
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, Mapping):
            for entry in reversed(node.entries):
                stack += (entry.value, entry.key)
            stack += [other for _, other in node.merged]
        elif isinstance(node, Sequence):
            stack += reversed(node.items)


def collections(root: Node | None) -> list[Mapping | Sequence]:
    """Return the mappings and sequences of `walk`."""
    found: list[Mapping | Sequence] = []
    stack: list[Any] = [root] if isinstance(root, Mapping | Sequence) else []
    seen: set[int] = set()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        found.append(node)
        if node.__class__ is Sequence:
            stack += [item for item in reversed(node.items) if item.__class__ is not Scalar]
            continue
        for entry in reversed(node.entries):
            if entry.value.__class__ is not Scalar:
                stack.append(entry.value)
            if entry.name is None:
                stack.append(entry.key)
        if node.merged:
            stack += [other for _, other in node.merged]
    return found


_COMMENT = r"(?:^|(?<=[ \t\r\n\ufeff]))#[^\n\r]*"


def _comments(text: str, root: Node | None) -> list[Span]:
    if "#" not in text:
        return []
    spans = sorted((n.start, n.end) for n in walk(root) if n.__class__ is Scalar and n.end > n.start)
    search = re.compile(_COMMENT).search
    found, i, match = [], 0, search(text)
    while match is not None:
        at, end = match.span()
        while i < len(spans) and spans[i][1] <= at:
            i += 1
        if i < len(spans) and spans[i][0] <= at:
            # the header of a block scalar (`| # why`) may carry a comment; its text may not
            scalar_text = text[spans[i][0] : at]
            if not (scalar_text[:1] in "|>" and "\n" not in scalar_text):
                match = search(text, spans[i][1])  # a comment may follow in the same line
                continue
        found.append(Span(at, end))
        match = search(text, end)
    return found
