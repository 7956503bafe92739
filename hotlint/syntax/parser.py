"""Read a text as a Document with exact spans: JSON or YAML, with recovery from text that is neither.

The parser of YAML is PyYAML's C parser (the pure one where libyaml is missing), since Heat reads templates with it: what it
accepts, Heat accepts. Its events become nodes of our own, so that duplicate keys, aliases, merge keys and every span
survive. The value of a scalar is the one that Heat's loader constructs (YAML 1.1: `yes` is true, `0777` is 511, `1:30`
is 90); timestamps remain strings, as in Heat.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import yaml
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

from hotlint.common.annotations import Any
from hotlint.syntax.nodes import (
    DEPTH_LIMIT,
    Anchor,
    Document,
    Entry,
    Mapping,
    Node,
    Problem,
    Scalar,
    Sequence,
    entry_name,
)
from hotlint.syntax.scalars import (
    COLLECTION_TAGS,
    KEY_ONLY_SCALARS,
    LIST_TAGS,
    InvalidScalar,
    construct_tagged,
    short_tag,
    typed,
)
from hotlint.syntax.source import Source, Span

try:
    from yaml._yaml import CParser as _CParser
except ImportError:  # PyYAML was built without libyaml, as in a browser
    _CParser = None  # type: ignore[assignment,misc]

VERSION_KEYS = ("heat_template_version", "AWSTemplateFormatVersion", "HeatTemplateFormatVersion")
"""Keys of which a template has one, and an environment none: a template's text is stripped, and is JSON if it begins with {."""
UNFOLD_LIMIT = 100_000
"""Nodes that aliases and merge keys may add to those that are written: a few dozen aliases can ask for billions."""
_VALUES: dict[str, Any] = {}
"""The values of plain scalars by their text: templates repeat the same few thousand."""
_VALUES_LIMIT = 50_000
_BLOCK = frozenset({"|", ">"})
_Open = tuple[Any, list[Entry] | None, dict[str | None, Entry], Entry | None]
new = object.__new__
_RETRIED = (
    "invalid Unicode character escape code",
    "found unexpected ':'",
    "found a tab character where an indentation space is expected",
    "exceeded maximum nesting depth",
)
"""Errors of libyaml at texts that PyYAML's own parser may accept; Heat tries both. libyaml 0.2.6 gives no event of 1,000 levels."""


def parse(source: Source) -> Document:
    """Return the Document of a text: as JSON where it is JSON, else as YAML. Raises nothing, whatever the text holds.

    Heat's order (heatclient.common.template_format): a template that is valid JSON has its scalars typed by JSON's rules.
    """
    text = source.text
    in_braces = text[:1] == "{" or (text[:1].isspace() and text.lstrip().startswith("{"))
    if in_braces:
        from hotlint.syntax.json_parser import parse_json

        from_json = parse_json(source)
        if from_json is not None:
            return from_json
    document = _from_yaml(source)
    if document.broken:
        from hotlint.syntax.recovery import repair

        return repair(document, read_yaml)
    if in_braces and is_template(document.root):
        from hotlint.syntax.json_parser import json_problem

        document.problems.append(json_problem(text))
    return document


def _from_yaml(source: Source) -> Document:
    """Return the Document of a YAML text: a template's without the white space around it, which the client strips."""
    text = source.text
    if not any(key in text for key in VERSION_KEYS):
        return read_yaml(source, text)
    indent = _first_indent(text) if text[:1].isspace() else 0
    document = read_yaml(source, text.rstrip(), indent)
    if document.broken and indent:
        as_written = read_yaml(source, text)
        if not as_written.broken and is_template(as_written.root):
            message = (
                "first line must not be indented: Heat strips it, so that the lines below no longer line up with it"
            )
            as_written.problems.append(Problem("indentation", message, Span(0, indent)))
        return as_written
    return document if document.broken or is_template(document.root) else read_yaml(source, text)


def _first_indent(text: str) -> int:
    """Return the offset of the first character that is not white space, if its line is indented; 0 if not."""
    offset = len(text) - len(text.lstrip())
    return 0 if text[offset - 1] in "\r\n" else offset


def is_template(root: Node | None) -> bool:
    """Return whether a root is a mapping with a version, as that of every template."""
    return isinstance(root, Mapping) and any(entry.name in VERSION_KEYS for entry in root.items())


def whole_tree(text: str) -> Node | None:
    """Return the root of a YAML text; None where the parser stops. It explains nothing, so it answers early. Raises nothing."""
    builder = _Builder(text, 0, 0)
    try:
        _build(builder)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return builder.root


def _build(builder: _Builder) -> None:
    if _CParser is not None:
        builder.build(_CParser)
    else:
        from hotlint.syntax.pure_parser import MarkedParser, build_purely

        build_purely(builder, MarkedParser)


def read_yaml(source: Source, text: str, skip: int = 0) -> Document:
    """Return the Document of a YAML text; `broken` with one last problem where the parser stops. Raises nothing.

    `text` has the offsets of `source.text`: it is that text, partly blanked, or without its end. Its first `skip` characters are left out.
    """
    shift = skip + (1 if _CParser is not None and text.startswith("\ufeff", skip) else 0)
    builder = _Builder(text, shift, skip)
    try:
        _build(builder)
    except (yaml.YAMLError, UnicodeError) as exc:  # the latter for half of a surrogate pair, which an editor may send
        from hotlint.syntax.pure_parser import build_otherwise
        from hotlint.syntax.yaml_errors import explain_error

        if _CParser is None or any(known in str(exc) for known in _RETRIED):
            again = _Builder(text, skip, skip)
            try:
                if build_otherwise(again, has_libyaml=_CParser is not None):
                    document = again.document(source)
                    document.is_second = True
                    return document
            except yaml.YAMLError as theirs:  # as Heat reports it
                exc, shift = theirs, skip
            except (ValueError, RecursionError):
                pass
        builder.stop(explain_error(exc, text, shift))
    except (ValueError, RecursionError) as exc:
        builder.stop(Problem("syntax", f"invalid YAML: {exc}", Span(0, 0)))
    return builder.document(source)


class _Builder:
    """Builds nodes from parser events, with a stack of its own, so that no nesting can exhaust Python's.

    `shift` is added to the parser's offsets: the characters that are skipped, and 1 for a byte order mark, which libyaml
    does not count.
    """

    def __init__(self, text: str, shift: int, skip: int) -> None:
        self.text = text
        self.shift = shift
        self.skip = skip
        self.tags: dict[int, str] = {}
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self.anchors: dict[str, Anchor] = {}
        self.aliases: list[tuple[str, Span]] = []
        self.broken = False
        self.documents = 0
        self.added = 0
        self.extents: dict[int, tuple[int, int]] = {}
        self.names: set[str | None] = set()
        self.mappings: list[Mapping] = []

    def document(self, source: Source) -> Document:
        """Return the document of what has been built so far."""
        return Document(
            source, self.root, problems=self.problems, anchors=self.anchors, aliases=self.aliases, broken=self.broken,
            key_names=self.names, mappings=self.mappings,
        )  # fmt: skip

    def stop(self, problem: Problem) -> None:
        """Record the problem at which parsing ends."""
        self.problems.append(problem)
        self.broken = True

    def build(self, parser: Any) -> None:
        """Read all events. The frequent cases are handled in place: this loop takes half of the time of parsing."""
        source, shift, memo, names = self.text, self.shift, _VALUES, self.names
        event_of: Callable[[], Any] = parser(source[self.skip :] if self.skip else source).get_event
        if len(memo) >= _VALUES_LIMIT:
            memo.clear()
        stack: list[_Open] = []  # what is open around `top`, with its entries and its waiting entry
        top: Any = None
        entries: list[Entry] | None = None  # of `top`, when it is a mapping
        named: dict[str | None, Entry] = {}
        entry: Any = None  # in a mapping: the one that waits for its value
        end = 0  # of what was read last
        node: Any
        while True:
            event = event_of()
            kind = event.__class__
            if kind is ScalarEvent:
                style = event.style or ""
                if event.anchor is not None or event.tag is not None or style in _BLOCK:
                    node = self.scalar(event, lone=entries is not None and entry is None)
                    end = node.end
                else:
                    node = new(Scalar)  # twice as fast as a call of the class
                    node.text = node.value = text = event.value
                    node.style = style
                    node.start = event.start_mark.index + shift
                    node.end = end = event.end_mark.index + shift
                    if not style:
                        try:
                            node.value = memo[text]
                        except KeyError:
                            self.plain(node, lone=entries is not None and entry is None)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                is_mapping = kind is MappingStartEvent
                node = new(Mapping if is_mapping else Sequence)
                node.start = event.start_mark.index + shift
                node.end = -1  # not known yet
                if event.anchor is not None or event.tag is not None:
                    self.with_properties(event, node)
                # the mapping in `[key: value]` has flow style, but no braces
                node.flow = event.flow_style and source[node.start] in "{["
                if top is None:
                    self.root = node
                elif entry is None and entries is not None:
                    self.collection_as_key(node)
                stack.append((top, entries, named, entry))
                top, entry = node, None
                if is_mapping:
                    node.entries = entries = []
                    node.named = named = {}
                    node.merged = []
                    self.mappings.append(node)
                else:
                    entries = None
                    node.items = []
                    node.via = {}
                if len(stack) > DEPTH_LIMIT:
                    self.too_deep([*(open_ for open_, _, _, _ in stack[1:]), top])
                    return
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                node = top
                if node.flow:
                    end = event.end_mark.index + shift
                node.end = end  # in a block, that of the last child: the parser's mark is the start of the next token
                if entries is not None:
                    names.update(named)
                    if len(named) != len(entries) or "<<" in named:
                        from hotlint.syntax.yaml_construction import check_keys  # few templates have such keys

                        self.problems += check_keys(node)
                if self.tags and id(node) in self.tags:
                    node = self.as_list(node)
                top, entries, named, entry = stack.pop()
            elif kind is AliasEvent:
                via = Span(event.start_mark.index + shift, event.end_mark.index + shift)
                node, end = self.alias(event.anchor, via), via.end
                if entry is not None:
                    entry.via = via
                elif entries is None and top is not None:
                    top.via[len(top.items)] = via
            elif kind is StreamEndEvent or (kind is DocumentStartEvent and self.is_second(event)):
                break
            else:
                continue
            if entries is None:
                if top is None:
                    self.root = node
                else:
                    top.items.append(node)
            elif entry is None:
                entry = new(Entry)
                entry.key, entry.via = node, None
                name = node.value if node.__class__ is Scalar else None
                entry.name = name if name.__class__ is str else entry_name(node)
            else:
                entry.value = node
                entries.append(entry)
                named[entry.name] = entry
                entry = None

    def is_second(self, event: Any) -> bool:
        """Whether a document start event begins a second document, which is reported."""
        self.documents += 1
        if self.documents > 1:
            at = event.start_mark.index + self.shift
            message = "unexpected second YAML document; a template is a single document"
            self.problems.append(Problem("documents", message, Span(at, at + 3)))
        return self.documents > 1

    def too_deep(self, still_open: list[Any]) -> None:
        """End the collections that are still open: parsing ends here."""
        start = still_open[-1].start
        message = f"value is nested more than {DEPTH_LIMIT} levels deep, which Heat cannot load"
        self.stop(Problem("depth", message, Span(start, start + 1)))
        for node in still_open:
            node.end = start + 1

    def with_properties(self, event: Any, node: Mapping | Sequence) -> None:
        """Take the anchor and the tag of a start event for the mapping or sequence that begins after them."""
        node.start = self.content_start(event, node.start)
        if event.anchor is not None:
            self.anchor(event, node)
        if event.tag is not None:
            self.collection_tag(event, node)

    def plain(self, node: Scalar, lone: bool) -> None:
        """Set the value of a plain scalar whose text is new. `lone`: see `bad`."""
        node.value = typed(node.text)
        if node.value.__class__ is InvalidScalar:
            self.bad(node, "scalar", lone)
        else:
            _VALUES[node.text] = node.value

    def collection_as_key(self, node: Node) -> None:
        """Report a list or mapping as a key, which Heat's loader refuses as unhashable."""
        message = "key must be a scalar, such as a string, not a list or a mapping"
        self.problems.append(Problem("key", message, Span(node.start, node.start + 1)))

    def content_start(self, event: Any, start: int) -> int:
        """Return the offset of a node itself, after its anchor and tag."""
        if event.anchor is None and event.tag is None:
            return start
        found = re.compile(_PROPERTIES).match(self.text, start)
        return found.end() if found else start

    def anchor(self, event: Any, node: Node) -> None:
        """Record the anchor of a node; a second anchor of the same name is reported, as Heat's loader refuses it."""
        start = self.text.find("&" + event.anchor, event.start_mark.index + self.shift)
        span = Span(start, start + 1 + len(event.anchor))
        if event.anchor in self.anchors:
            first = self.anchors[event.anchor].span
            message = f"duplicate anchor &{event.anchor}; Heat's YAML loader refuses it"
            self.problems.append(Problem("anchor", message, span, first))
        self.anchors[event.anchor] = Anchor(event.anchor, span, node)

    def alias(self, name: str, via: Span) -> Node:
        """Return the node that the alias at `via` repeats; an empty scalar, and a problem, where it cannot."""
        self.aliases.append((name, via))
        anchor = self.anchors.get(name)
        if anchor is None:
            from hotlint.common.suggestions import did_you_mean

            hint = did_you_mean(name, self.anchors)
            message = f"undefined anchor &{name}{hint}; a string that starts with `*` needs quotes"
            self.problems.append(Problem("alias", message, via))
        elif anchor.node.end == -1:
            message = f"alias *{name} is inside the node that &{name} marks, so it would never end"
            self.problems.append(Problem("alias", message, via, anchor.span))
        elif self.unfolds(anchor.node, via):
            return anchor.node
        return Scalar(via.start, via.end, "", None, "")

    def unfolds(self, node: Node, via: Span) -> bool:
        """Whether an alias stays within the limits of nodes, with all before it, and of depth."""
        if node.__class__ is Scalar:
            return True
        size, depth = self.extent(node)
        self.added += size
        if self.added <= UNFOLD_LIMIT and depth <= DEPTH_LIMIT // 2:
            return True
        if not any(p.slug == "depth" for p in self.problems):
            message = "aliases expand to more nodes than Heat can load"
            self.problems.append(Problem("depth", message, via))
        return False

    def extent(self, node: Node) -> tuple[int, int]:
        """Return how many nodes a node holds (itself included, aliases followed), and how many levels."""
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

    def scalar(self, event: Any, lone: bool) -> Scalar:
        """Return the node of a quoted scalar, a block scalar, or a scalar with an anchor or a tag before it. `lone`: see `bad`."""
        start, end = event.start_mark.index + self.shift, event.end_mark.index + self.shift
        text, style, tag = event.value, event.style or "", event.tag
        if tag is not None or event.anchor is not None:
            start = min(self.content_start(event, start), end)  # an empty scalar ends with its tag
        if style in ("|", ">"):
            # of its last line: the parser's own mark includes blank lines and comments below it
            end = max(start + len(self.text[start:end].rstrip()), start + 1)
        value: Any = text
        if tag is None and not style:
            value = typed(text)
        elif tag not in (None, "!"):
            value = construct_tagged(tag, text)
        node = Scalar(start, max(start, end), text, value, style)
        if value.__class__ is InvalidScalar:
            self.bad(node, "tag" if tag else "scalar", lone and tag is None)
        if event.anchor is not None:
            self.anchor(event, node)
        return node

    def bad(self, node: Scalar, slug: str, lone: bool) -> None:
        """Report a scalar on which Heat's loader fails; it counts as a string. `lone`: it is a key, so = and << are valid."""
        if not (lone and node.text in KEY_ONLY_SCALARS):
            self.problems.append(Problem(slug, node.value.message, Span(node.start, node.end)))
        node.value = node.text

    def collection_tag(self, event: Any, node: Node) -> None:
        """Report a tag that Heat's loader refuses on a collection."""
        if event.tag in LIST_TAGS:
            self.tags[id(node)] = event.tag
        if event.tag != "!" and (node.__class__, event.tag) not in COLLECTION_TAGS:
            message = f"Heat does not accept the YAML tag {short_tag(event.tag)} here"
            self.problems.append(Problem("tag", message, Span(event.start_mark.index + self.shift, node.start)))

    def as_list(self, node: Mapping | Sequence) -> Mapping | Sequence:
        """Return the list that a complete `!!set`, `!!omap` or `!!pairs` becomes when it is sent."""
        from hotlint.syntax.yaml_construction import pairs_list, set_list

        tag = self.tags.pop(id(node))
        if isinstance(node, Mapping):
            made: Mapping | Sequence = set_list(node) if tag in LIST_TAGS[:1] else node
        else:
            made, problems = pairs_list(node, tag)
            self.problems += problems
        for name, anchor in self.anchors.items():
            if anchor.node is node:
                self.anchors[name] = anchor._replace(node=made)
        if self.root is node:
            self.root = made
        return made


_PROPERTIES = r"(?:(?:&[^\s,\[\]{}]+|![^\s,\[\]{}]*)(?:[\s\ufeff]|#[^\r\n\x85\u2028\u2029]*[\r\n\x85\u2028\u2029])*)+"
