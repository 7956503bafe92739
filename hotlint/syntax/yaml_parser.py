"""From text to a tree of nodes with exact places; never raises.

The parser is PyYAML's C one (its pure one where that is missing), since that is what Heat reads templates with: its
verdict and its scalars are Heat's. Its events are built into our own nodes here, so duplicate keys, aliases, merge keys
and every span survive. A scalar's `value` is what Heat's loader makes of it (YAML 1.1: `yes` is true, `0777` is 511,
`1:30` is 90), except that timestamps stay text, as in Heat.

A text that is not YAML still gives a Document: the faulty line is blanked and the rest read again, so that what stands
before and after it can be checked; `Document.problems` says what is wrong and `Document.broken` that names may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import yaml
from yaml.constructor import SafeConstructor
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.nodes import ScalarNode

from hotlint.syntax.source import Source, Span

try:
    from yaml._yaml import CParser as _Parser
except ImportError:  # PyYAML was built without libyaml: the pure parser gives the same events, slowly
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class _Parser(Reader, Scanner, Parser):  # type: ignore[no-redef]
        def __init__(self, stream: str) -> None:
            Reader.__init__(self, stream)
            Scanner.__init__(self)
            Parser.__init__(self)


DEPTH_LIMIT = 200
"""Nesting that Heat itself survives ends somewhat above this; real templates stay below 30."""
UNFOLD_LIMIT = 100_000
"""Nodes that aliases and merge keys may add to those that are written: a few dozen aliases can ask for billions."""

_STR = "tag:yaml.org,2002:str"


class Scalar:
    """A scalar: `text` as written (escapes and folding undone), `value` as Heat types it, `style` of its quotes.

    `style` is "" (plain), "'", '"', "|" or ">".
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
        return Span(self.start, self.end)

    def __repr__(self) -> str:
        return f"Scalar({self.value!r})"


class Entry:
    """One `key: value` of a mapping. `via` is where an alias stands that brought the value, if one did."""

    __slots__ = ("key", "value", "via")

    def __init__(self, key: Node, value: Node, via: Span | None = None) -> None:
        self.key = key
        self.value = value
        self.via = via

    @property
    def name(self) -> Any:
        """The key as Heat sees it, None for a key that is no scalar."""
        return self.key.value if self.key.__class__ is Scalar else None


class Mapping:
    """A mapping: its own entries in order, duplicates kept; what merge keys (`<<`) bring, apart, in `merged`."""

    __slots__ = ("end", "entries", "flow", "merged", "start")

    def __init__(self, start: int, end: int, flow: bool) -> None:
        self.start = start
        self.end = end
        self.flow = flow
        self.entries: list[Entry] = []
        self.merged: list[tuple[Span, Mapping]] = []

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def items(self) -> Iterator[Entry]:
        """The entries that count, as in the dict that Heat gets: own before merged, the last of duplicates."""
        if not self.merged and len(self.entries) < 2:
            yield from self.entries
            return
        last: dict[Any, Entry] = {}
        for _, other in self.merged:
            for entry in other.items():
                last.setdefault(entry.name, entry)
        for entry in self.entries:
            last[entry.name] = entry
        yield from last.values()

    def entry(self, name: object) -> Entry | None:
        for entry in reversed(self.entries):
            if entry.key.__class__ is Scalar and entry.key.value == name:
                return entry
        for _, other in self.merged:
            if (found := other.entry(name)) is not None:
                return found
        return None

    def get(self, name: object) -> Node | None:
        found = self.entry(name)
        return found.value if found else None

    def __repr__(self) -> str:
        return f"Mapping({[e.name for e in self.entries]})"


class Sequence:
    """A sequence; `via` tells for an item's index where the alias stands that brought it."""

    __slots__ = ("end", "flow", "items", "start", "via")

    def __init__(self, start: int, end: int, flow: bool) -> None:
        self.start = start
        self.end = end
        self.flow = flow
        self.items: list[Node] = []
        self.via: dict[int, Span] = {}

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def __repr__(self) -> str:
        return f"Sequence({len(self.items)})"


Node = Scalar | Mapping | Sequence


class Problem(NamedTuple):
    """What is wrong with the text as YAML: `slug` names the kind, `related` another place that explains it."""

    slug: str
    message: str
    span: Span
    related: Span | None = None


class Anchor(NamedTuple):
    """`&name` before a node: `span` is that of the anchor itself."""

    name: str
    span: Span
    node: Node


class Document:
    """A text as a tree. `root` is None when there is nothing in it; `broken` when some of the text could not be read.

    `lost` holds the lines that were left out so that the others could be read.
    """

    __slots__ = ("_comments", "aliases", "anchors", "broken", "lost", "problems", "root", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self.anchors: dict[str, Anchor] = {}
        self.aliases: list[tuple[str, Span]] = []
        self.broken = False
        self.lost: list[Span] = []
        self._comments: list[Span] | None = None

    @property
    def text(self) -> str:
        """The very text that the document was read from."""
        return self.source.text

    @property
    def comments(self) -> list[Span]:
        """Every comment, from its `#` to the end of its line."""
        if self._comments is None:
            self._comments = _comments(self.text, self.root)
        return self._comments


def parse(source: Source) -> Document:
    """Read a text. Problems are in the Document; nothing is raised whatever the text holds."""
    from_json = _parse_json(source)
    if from_json is not None:
        return from_json
    document = _attempt(source, source.text)
    if document.broken:
        from hotlint.syntax.yaml_errors import repair

        return repair(document, _attempt)
    return document


def _attempt(source: Source, text: str) -> Document:
    """Read `text`, which has the places of source.text (it may be that text with some of it blanked)."""
    document = Document(source)
    shift = 1 if text.startswith("\ufeff") else 0
    builder = _Builder(document, text, shift)
    try:
        builder.build()
    except yaml.YAMLError as exc:
        from hotlint.syntax.yaml_errors import explain_error

        document.broken = True
        document.root = builder.root
        document.problems.append(explain_error(exc, text, shift))
    except (ValueError, UnicodeError, RecursionError) as exc:
        document.broken = True
        document.root = builder.root
        document.problems.append(Problem("syntax", f"This is not text that YAML can hold: {exc}.", Span(0, 0)))
    return document


class _Bad(NamedTuple):
    """In place of a value: Heat's loader fails on this scalar."""

    message: str


_RESOLVERS: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
_CONSTRUCT = SafeConstructor()
_BY_TAG = {
    "tag:yaml.org,2002:null": lambda node: None,
    "tag:yaml.org,2002:bool": _CONSTRUCT.construct_yaml_bool,
    "tag:yaml.org,2002:int": _CONSTRUCT.construct_yaml_int,
    "tag:yaml.org,2002:float": _CONSTRUCT.construct_yaml_float,
    "tag:yaml.org,2002:timestamp": lambda node: node.value,
    "tag:yaml.org,2002:binary": lambda node: _CONSTRUCT.construct_yaml_binary(node).decode("utf-8", "replace"),
    _STR: lambda node: node.value,
}
_KEYS_ALONE = ("=", "<<")
"""Plain scalars that may be keys, but not values."""
_COLLECTION_TAGS = frozenset(
    (kind, f"tag:yaml.org,2002:{name}")
    for kind, names in ((Mapping, ("map", "set")), (Sequence, ("seq", "omap", "pairs")))
    for name in names
)
_MEMO: dict[str, Any] = {}
_UNREAD = object()
_MEMO_LIMIT = 50_000


def typed(text: str) -> Any:
    """What Heat's loader makes of a plain scalar; text that it fails on gives a `_Bad`."""
    for tag, pattern in (*_RESOLVERS.get(text[:1], ()), *_RESOLVERS.get(None, ())):  # type: ignore[call-overload]
        if pattern.match(text):
            return _constructed(tag, text)
    return text


def _constructed(tag: str, text: str) -> Any:
    construct = _BY_TAG.get(tag)
    if construct is None:
        if text in _KEYS_ALONE:
            return _Bad(f"A lone `{text}` has a meaning of its own in YAML; put it in quotes.")
        return _Bad(f"Heat knows no YAML tag {_tag(tag)}.")
    try:
        return construct(ScalarNode(tag, text))  # type: ignore[no-untyped-call]
    except (ValueError, KeyError, IndexError, yaml.YAMLError):
        return _Bad(
            f"{text[:40]!r} cannot be read as {tag.rpartition(':')[2]}; put it in quotes if it is meant as text."
        )


def _tag(tag: str) -> str:
    return tag.replace("tag:yaml.org,2002:", "!!")


class _Builder:
    """Builds nodes from parser events, with a stack of its own (so no nesting can exhaust Python's)."""

    def __init__(self, document: Document, text: str, shift: int) -> None:
        self.document = document
        self.text = text
        self.shift = shift
        self.root: Node | None = None
        self.documents = 0
        self.added = 0
        self.extents: dict[int, tuple[int, int]] = {}

    def build(self) -> None:
        """Read all events. What they say most often is done here: this loop is half of the time that parsing takes."""
        shift, memo = self.shift, _MEMO
        event_of: Callable[[], Any] = _Parser(self.text).get_event
        if len(memo) >= _MEMO_LIMIT:
            memo.clear()
        stack: list[tuple[Mapping | Sequence | None, Node | None]] = []  # what is open around `top`, with its key
        top: Mapping | Sequence | None = None
        key: Node | None = None  # in a mapping: the key that waits for its value
        while True:
            event = event_of()
            kind = event.__class__
            via = None
            node: Node
            if kind is ScalarEvent:
                if event.style or event.tag is not None or event.anchor is not None:
                    node = self.scalar(event)
                else:
                    text = event.value
                    value = memo.get(text, _UNREAD)
                    if value is _UNREAD:
                        value = memo[text] = typed(text)
                    node = Scalar(event.start_mark.index + shift, event.end_mark.index + shift, text, value, "")
                    if value.__class__ is _Bad:
                        self.bad(node, "scalar", lone=top.__class__ is Mapping and key is None)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                node = self.collection(event, Mapping if kind is MappingStartEvent else Sequence)
                if top is None:
                    self.root = node
                elif key is None and top.__class__ is Mapping:
                    self.collection_as_key(node)
                stack.append((top, key))
                top, key = node, None
                if len(stack) > DEPTH_LIMIT:
                    self.too_deep([*(open_ for open_, _ in stack[1:]), top])
                    return
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                assert top is not None
                node = top
                node.end = event.end_mark.index + shift if node.flow else _last_end(node)
                if kind is MappingEndEvent:
                    finish(node, self.document)  # type: ignore[arg-type]
                top, key = stack.pop()
            elif kind is AliasEvent:
                via = Span(event.start_mark.index + shift, event.end_mark.index + shift)
                node = self.alias(event.anchor, via)
            elif kind is StreamEndEvent or (kind is DocumentStartEvent and self.is_second(event)):
                break
            else:
                continue
            if top.__class__ is Mapping:
                if key is None:
                    key = node
                else:
                    top.entries.append(Entry(key, node, via))
                    key = None
            elif top is None:
                self.root = node
            else:
                assert isinstance(top, Sequence)
                if via is not None:
                    top.via[len(top.items)] = via
                top.items.append(node)
        self.document.root = self.root

    def is_second(self, event: Any) -> bool:
        """Whether a document starts where there has been one already."""
        self.documents += 1
        if self.documents > 1:
            at = event.start_mark.index + self.shift
            message = "A second YAML document starts here; a template is a single document."
            self.document.problems.append(Problem("documents", message, Span(at, at + 3)))
        return self.documents > 1

    def too_deep(self, still_open: list[Any]) -> None:
        """End what is still open: the text makes no sense any more."""
        start = still_open[-1].start
        message = f"This is nested more than {DEPTH_LIMIT} levels deep, which Heat does not survive."
        self.document.problems.append(Problem("depth", message, Span(start, start + 1)))
        self.document.broken = True
        for node in still_open:
            node.end = start + 1
        self.document.root = self.root

    def collection(self, event: Any, made: type[Mapping] | type[Sequence]) -> Mapping | Sequence:
        """A mapping or sequence that starts here."""
        start = event.start_mark.index + self.shift
        if event.anchor is not None or event.tag is not None:
            start = self.content_start(event, start)
        # the map in `[key: value]` has flow style, but no braces
        node = made(start, -1, event.flow_style and self.text[start] in "{[")
        if event.anchor is not None:
            self.anchor(event, node)
        if event.tag is not None:
            self.collection_tag(event, node)
        return node

    def collection_as_key(self, node: Node) -> None:
        message = "A list or a map cannot be the name of an entry: Heat refuses it."
        if self.text.startswith("{{", node.start):
            message += " (Is `{{` a Jinja placeholder? Put it in quotes.)"
        self.document.problems.append(Problem("key", message, Span(node.start, node.start + 1)))

    def content_start(self, event: Any, start: int) -> int:
        """Where a node itself starts, behind its anchor and tag."""
        if event.anchor is None and event.tag is None:
            return start
        found = _PROPERTIES.match(self.text, start)
        return found.end() if found else start

    def anchor(self, event: Any, node: Node) -> None:
        start = self.text.find("&" + event.anchor, event.start_mark.index + self.shift)
        span = Span(start, start + 1 + len(event.anchor))
        if event.anchor in self.document.anchors:
            first = self.document.anchors[event.anchor].span
            message = f"The anchor &{event.anchor} is defined twice; Heat's YAML loader refuses that."
            self.document.problems.append(Problem("anchor", message, span, first))
        self.document.anchors[event.anchor] = Anchor(event.anchor, span, node)

    def alias(self, name: str, via: Span) -> Node:
        self.document.aliases.append((name, via))
        anchor = self.document.anchors.get(name)
        if anchor is None:
            from hotlint.common.suggestions import did_you_mean

            hint = did_you_mean(name, self.document.anchors)
            message = f"There is no anchor &{name} before this place{hint} (text that starts with `*` needs quotes)."
            self.document.problems.append(Problem("alias", message, via))
        elif anchor.node.end == -1:
            message = f"*{name} stands inside what &{name} marks, which has no end."
            self.document.problems.append(Problem("alias", message, via, anchor.span))
        elif self.unfolds(anchor.node, via):
            return anchor.node
        return Scalar(via.start, via.end, "", None, "")

    def unfolds(self, node: Node, via: Span) -> bool:
        """Whether what an alias repeats is still within reason; if it is not, nothing more is repeated."""
        if node.__class__ is Scalar:
            return True
        size, depth = self.extent(node)
        self.added += size
        if self.added <= UNFOLD_LIMIT and depth <= DEPTH_LIMIT // 2:
            return True
        if not any(p.slug == "depth" for p in self.document.problems):
            message = "Aliases repeat so much here that nobody, Heat included, can read it all."
            self.document.problems.append(Problem("depth", message, via))
        self.added = UNFOLD_LIMIT + 1
        return False

    def extent(self, node: Node) -> tuple[int, int]:
        """How many nodes there are in a node, itself included and aliases followed, and how many levels."""
        if isinstance(node, Scalar):
            return 1, 1
        found = self.extents.get(id(node))
        if found is None:
            if isinstance(node, Mapping):
                parts = [e.value for e in node.entries] + [source for _, source in node.merged]
            else:
                parts = node.items
            inner = [self.extent(part) for part in parts]
            found = 1 + sum(s for s, _ in inner), 1 + max((d for _, d in inner), default=0)
            self.extents[id(node)] = found
        return found

    def scalar(self, event: Any) -> Scalar:
        """A scalar in quotes, a block scalar, or one with an anchor or a tag before it."""
        start, end = event.start_mark.index + self.shift, event.end_mark.index + self.shift
        text, style, tag = event.value, event.style or "", event.tag
        if tag is not None or event.anchor is not None:
            start = self.content_start(event, start)
        if style in ("|", ">"):
            end = _block_end(self.text, start, end)
        value: Any = text
        if tag is None and not style:
            value = typed(text)
        elif tag not in (None, "!"):
            value = _constructed(tag, text)
        node = Scalar(start, max(start, end), text, value, style)
        if value.__class__ is _Bad:
            self.bad(node, "tag" if tag else "scalar")
        if event.anchor is not None:
            self.anchor(event, node)
        return node

    def bad(self, node: Scalar, slug: str, lone: bool = False) -> None:
        """A scalar that Heat's loader fails on counts as text; `lone`: it is a key, which may be a lone = or <<."""
        if not (lone and node.text in _KEYS_ALONE):
            self.document.problems.append(Problem(slug, node.value.message, Span(node.start, node.end)))
        node.value = node.text

    def collection_tag(self, event: Any, node: Node) -> None:
        if event.tag != "!" and (node.__class__, event.tag) not in _COLLECTION_TAGS:
            message = f"Heat has no use for the YAML tag {_tag(event.tag)} here."
            self.document.problems.append(
                Problem("tag", message, Span(event.start_mark.index + self.shift, node.start))
            )


_PROPERTIES = re.compile(r"(?:(?:&[^\s,\[\]{}]+|![^\s,\[\]{}]*)(?:\s|#[^\n]*\n)*)+")


def _block_end(text: str, start: int, end: int) -> int:
    """The end of a block scalar's last line: the parser's own mark takes in blank lines and comments below it."""
    stop = len(text[:end].rstrip()) if end - start < 200 else start + len(text[start:end].rstrip())
    return max(stop, start + 1)


def _last_end(node: Mapping | Sequence) -> int:
    """Where a block collection ends: with its last child (the parser's own mark is the start of the next token)."""
    if node.__class__ is Mapping:
        entries = node.entries
        if not entries:
            return node.start
        last = entries[-1]
        if last.via is not None:
            return last.via.end
        return max(last.key.end, last.value.end)
    assert isinstance(node, Sequence)
    items = node.items
    if not items:
        return node.start
    via = node.via.get(len(items) - 1)
    return via.end if via else max(items[-1].end, node.start + 1)


def finish(node: Mapping, document: Document) -> None:
    """Take merge keys out of a mapping's entries, and tell of keys that stand twice."""
    entries = node.entries
    names = {e.key.value if e.key.__class__ is Scalar else None for e in entries}
    if len(names) == len(entries) and "<<" not in names:
        return
    seen: dict[Any, Entry] = {}
    merges = False
    for entry in entries:
        key = entry.key
        if key.__class__ is not Scalar:
            continue
        name = key.value
        if name == "<<" and not key.style:
            merges = True
        elif name in seen:
            message = f"The key {key.text!r} stands here a second time; Heat silently drops what the first one says."
            document.problems.append(Problem("duplicate-key", message, key.span, seen[name].key.span))
        else:
            seen[name] = entry
    if merges:
        _merge(node, document)


def _merge(node: Mapping, document: Document) -> None:
    """`<<`: entries of other mappings, as if written here unless the mapping has them itself; the first one wins."""
    kept: list[Entry] = []
    for entry in node.entries:
        key = entry.key
        if not (key.__class__ is Scalar and key.value == "<<" and not key.style):
            kept.append(entry)
            continue
        value = entry.value
        sources = value.items if isinstance(value, Sequence) else [value]
        for source in sources:
            if isinstance(source, Mapping):
                node.merged.append((key.span, source))
            else:
                message = "`<<` merges maps: its value must be a map, or a list of maps (mostly aliases such as *name)."
                span = entry.via or entry.value.span
                document.problems.append(Problem("merge", message, Span(span.start, max(span.end, span.start + 1))))
    node.entries = kept


def walk(root: Node | None) -> Iterator[Node]:
    """Every node that is written in the text, each once, in order; what aliases and merge keys bring is not repeated."""
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


def collections(root: Node | None) -> Iterator[Mapping | Sequence]:
    """The mappings and sequences of `walk`."""
    stack = [root] if isinstance(root, Mapping | Sequence) else []
    seen: set[int] = set()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, Mapping):
            for entry in reversed(node.entries):
                if not isinstance(entry.value, Scalar):
                    stack.append(entry.value)
                if not isinstance(entry.key, Scalar):
                    stack.append(entry.key)
            stack += [other for _, other in node.merged]
        else:
            stack += [item for item in reversed(node.items) if not isinstance(item, Scalar)]


_COMMENT = re.compile(r"(?:^|(?<=[ \t\r\n\ufeff]))#[^\n\r]*")


def _comments(text: str, root: Node | None) -> list[Span]:
    if "#" not in text:
        return []
    spans = sorted((n.start, n.end) for n in walk(root) if n.__class__ is Scalar and n.end > n.start)
    found, i = [], 0
    for match in _COMMENT.finditer(text):
        at = match.start()
        while i < len(spans) and spans[i][1] <= at:
            i += 1
        if i < len(spans) and spans[i][0] <= at:
            # the header of a block scalar (`| # why`) may carry a comment; its text may not
            scalar_text = text[spans[i][0] : at]
            if not (scalar_text[:1] in "|>" and "\n" not in scalar_text):
                continue
        found.append(Span(at, match.end()))
    return found


def _parse_json(source: Source) -> Document | None:
    """Heat reads a template as JSON first, and as YAML when that fails."""
    if not source.text.lstrip(" \t\r\n").startswith("{"):
        return None
    from hotlint.syntax.json_parser import parse_json

    return parse_json(source)
