"""A text that is edited, parsed again only where it changed.

A template is cut into chunks: the entries of its block-style sections (a parameter, a resource, an output). For an edit
inside of chunks, only these are parsed and replaced; the nodes after them are moved. Where that could differ from a parse
of the whole text (anchors, merge keys, flow style, an edit of section headers), the whole text is parsed.

Nodes are moved in place: a Document from before an update must not be used after it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set
from typing import Any, NamedTuple

from hotlint.analysis.template import Named, Part, Template
from hotlint.syntax.nodes import Document, Entry, Mapping, Node, Problem, Scalar, key_name, walk
from hotlint.syntax.parser import is_template, parse
from hotlint.syntax.source import Source, Span
from hotlint.syntax.yaml_construction import check_keys

_DOCUMENT_MARK = re.compile(r"(?m)^(?:---|\.\.\.)")
"""What begins or ends a document, for the whole text."""


class TextChange(NamedTuple):
    """One edit: `span` of the text before it is replaced by `text`."""

    span: Span
    text: str


class ChangedRange(NamedTuple):
    """The range that the edits of an update changed: old[start:old_end] became new[start:new_end]."""

    start: int
    old_end: int
    new_end: int

    @property
    def delta(self) -> int:
        """How much longer the new text is."""
        return self.new_end - self.old_end

    def moved(self, offset: int) -> int:
        """Return where an offset of the old text is in the new one; the start of the range for one inside of it."""
        if offset >= self.old_end:
            return offset + self.delta
        return min(offset, self.start)

    def moved_span(self, span: Span) -> Span:
        """Return where a span of the old text is in the new one."""
        return Span(self.moved(span.start), self.moved(span.end))


def changed_range(changes: Iterable[TextChange], old_length: int) -> ChangedRange:
    """Return the smallest range with all changes, which were made one after the other to a text of that length."""
    length, start, tail = old_length, old_length, old_length
    for change in changes:
        start = min(start, change.span.start)
        tail = min(tail, length - change.span.end)
        length += len(change.text) - (change.span.end - change.span.start)
    return ChangedRange(start, max(start, old_length - tail), max(start, length - tail))


class IncrementalTemplate(Template):
    """A Template that reuses the parts of the one before it whose nodes did not change."""

    __slots__ = ("_before",)

    def __init__(self, document: Document, before: Template | None = None) -> None:
        self._before = before if before is not None and not before.overflow else None
        super().__init__(document)
        self._before = None

    def _named(self, section: str, kind: type[Any]) -> Iterator[Any]:
        if not self.dialect.is_hot:  # its mappings are made anew with each text
            yield from super()._named(section, kind)
            return
        before: dict[str, Named] = getattr(self._before, section) if self._before else {}
        node = self.section(section)
        for entry in node.items() if isinstance(node, Mapping) else ():
            if isinstance(entry.key, Scalar):
                name = key_name(entry.key)
                old = before.get(name)
                yield (
                    old
                    if old is not None and old.node is entry.value and old.key is entry.key
                    else kind(name, entry.key, entry.value)
                )

    def _part(self, owner: Named, field: str, node: Node, context: str) -> Part:
        if self._before is not None and self._before.version == self.version:
            for part in self._before.parts_of(owner):
                if part.field == field and part.node is node and part.owner is owner:
                    return part
        return super()._part(owner, field, node, context)


class IncrementalDocument:
    """The latest tree of one text. `update` replaces `document` and `template`."""

    __slots__ = ("_added_names", "_argument_errors", "_flat", "_whole", "document", "template")

    def __init__(self, source: Source) -> None:
        self.document: Document
        self.template: IncrementalTemplate
        self._flat: dict[int, tuple[Entry, list[Node]]] = {}
        self._argument_errors: list[Problem] = []
        self._whole = True
        self._added_names = 0
        self._read(source)

    @property
    def approximate(self) -> bool:
        """Whether a parse of the whole text may tell other problems: some chunk is broken."""
        return bool(self._argument_errors)

    def update(self, source: Source, changes: list[TextChange] | None) -> ChangedRange | None:
        """Take a new text; `changes` lead to it from the last one. Tells what moved, None when everything is new."""
        region = self.update_part(source, changes)
        if region is None:
            self._let_go(None)
            self._read(source)
        return region

    def update_part(
        self, source: Source, changes: list[TextChange] | None, most: int | None = None
    ) -> ChangedRange | None:
        """Take a new text where only a part of it has to be parsed, of at most so many characters.

        Tells what moved; None, with the tree of the last text, where that cannot be done.
        """
        if changes is None:
            return None
        region = changed_range(changes, len(self.document.text))
        return region if not changes or self._replace(source, region, most) else None

    def close(self) -> None:
        """Release the tree; its template must not be used after this."""
        self._let_go(None)

    def _read(self, source: Source) -> None:
        document = parse(source)
        self._whole = document.broken or bool(document.anchors or document.aliases) or "<<" in source.text
        self._whole |= document.is_second  # one parser reads all of a text
        self._flat.clear()
        self._argument_errors = []
        self._added_names = 0
        self.document = document
        self.template = IncrementalTemplate(document)
        self._whole |= not self.template.dialect.is_hot

    def _replace(self, source: Source, region: ChangedRange, most: int | None) -> bool:
        old = self.document
        root = old.root
        if self._whole or not isinstance(root, Mapping) or root.flow:
            return False
        found = _chunks(old.text, root, region)
        if found is None:
            return False
        new_end = found.end + region.delta
        if most is not None and new_end - found.start > most:
            return False
        text = source.text[found.start : new_end]
        if new_end == len(source.text):
            text = text.rstrip() if is_template(root) else text  # as `parse` does
        elif not text.endswith("\n"):
            return False
        part = parse(Source(source.uri, text))
        entries = _entries(part, text, found.column)
        if (
            entries is None
            or part.is_second
            or "<<" in text
            or not (entries or len(found.section.entries) > found.last - found.first)
        ):
            return False
        self._move(found, entries, region.delta)
        self._put(source, found, part, entries, region)
        return True

    def _move(self, found: _Chunks, entries: list[Entry], delta: int) -> None:
        """Give the nodes of the new chunks, and those behind them, their places in the new text."""
        for entry in entries:
            _shift(self._nodes(entry), found.start)
        for entry in found.section.entries[found.first : found.last]:
            self._flat.pop(id(entry), None)
        if delta:
            root = self.document.root
            assert isinstance(root, Mapping)
            for entry in found.section.entries[found.last :] + root.entries[found.at + 1 :]:
                _shift(self._nodes(entry), delta)

    def _put(self, source: Source, found: _Chunks, part: Document, entries: list[Entry], region: ChangedRange) -> None:
        """Make the new Document of old and new entries."""
        old = self.document
        root = old.root
        assert isinstance(root, Mapping)
        new_entries = found.section.entries[: found.first] + entries + found.section.entries[found.last :]
        section = _mapping(new_entries)
        header = root.entries[found.at]
        self._flat.pop(id(header), None)
        new_root = _mapping([*root.entries[: found.at], Entry(header.key, section), *root.entries[found.at + 1 :]])
        keys = {e.key.start for e in new_entries}
        kept = [_moved(p, region) for p in old.problems if not found.start <= p.span.start < found.end]
        made = [_shifted(p, found.start) for p in part.problems]
        problems = [p for p in kept + made if p.slug != "duplicate-key" or p.span.start not in keys]
        problems += check_keys(section)
        self._argument_errors = [
            _moved(p, region) for p in self._argument_errors if not found.start <= p.span.start < found.end
        ]
        if part.broken:
            self._argument_errors.append(_shifted(part.problems[0], found.start))
            rows = source.text[found.start : found.end + region.delta].split("\n")
            outer = [row for row in rows if row.strip() and len(row) - len(row.lstrip(" ")) <= found.column]
            self._whole = len(outer) > 1  # the problem of one chunk hides those of the others
        broken = bool(self._argument_errors)
        document = self.document = Document(
            source, new_root, problems=problems, broken=broken, key_names=self._names_with(part)
        )
        template = IncrementalTemplate(document, self.template)
        self._let_go(template)
        self.template = template

    def _names_with(self, part: Document) -> Set[str | None] | None:
        """Return the names of keys before an edit and of the new chunks; None to collect them anew, when many may be gone."""
        names = self.document.key_names | part.key_names
        self._added_names += len(names) - len(self.document.key_names)
        if 2 * self._added_names <= len(names):
            return names
        self._added_names = 0
        return None

    def _let_go(self, made: IncrementalTemplate | None) -> None:
        """Break the reference cycles of replaced parts, so that they are freed without the garbage collector."""
        kept = {id(part) for part in made.parts} if made is not None else set()
        for part in self.template.parts:
            if id(part) not in kept:
                for call in part.calls:
                    call.parent = None

    def _nodes(self, entry: Entry) -> list[Node]:
        """Return all nodes of an entry; the list is cached, since most entries are moved many times."""
        known = self._flat.get(id(entry))
        if known is None or known[0] is not entry:
            known = self._flat[id(entry)] = (entry, [*walk(entry.key), *walk(entry.value)])
        return known[1]


class _Chunks(NamedTuple):
    """Entries `first` to `last` (exclusive) of a section, which is entry `at` of the root, and the span of their lines."""

    at: int
    section: Mapping
    first: int
    last: int
    start: int
    end: int
    column: int


def _start_of(entry: Entry) -> int:
    return entry.key.start


def _chunks(text: str, root: Mapping, region: ChangedRange) -> _Chunks | None:
    """Return the chunks that contain a range of the old text; None when these are not of one section."""
    at = bisect_right(root.entries, region.start, key=_start_of) - 1
    section = root.entries[at].value if at >= 0 else None
    if not isinstance(section, Mapping) or section.flow or not section.entries:
        return None
    entries = section.entries
    first = bisect_right(entries, region.start, key=_start_of) - 1
    column = entries[0].key.start - (text.rfind("\n", 0, entries[0].key.start) + 1)
    if first < 0:
        return None
    if region.start <= entries[first].key.start and first > 0:
        first -= 1  # what is put before a name may belong to the entry above
    start = entries[first].key.start - column
    last = bisect_right(entries, region.old_end, key=_start_of)
    if last < len(entries):
        end = entries[last].key.start - column
    else:
        end = root.entries[at + 1].key.start if at + 1 < len(root.entries) else len(text)
    if (
        any(not _begins_row(text, entry.key.start, column) for entry in (entries[first], *entries[last : last + 1]))
        or region.start < start
        or region.old_end > end
        or (region.old_end == end < len(text) and region.old_end != region.start)
    ):
        return None
    return _Chunks(at, section, first, last, start, end, column)


def _begins_row(text: str, at: int, column: int) -> bool:
    """Return whether only spaces, as many as a column, stand before an offset in its row: no tag, and no question mark."""
    return text.startswith("\n" + " " * column, at - column - 1)


def _entries(part: Document, text: str, column: int) -> list[Entry] | None:
    """Return the entries of new chunks; None when they are not entries of a section at that column."""
    if part.anchors or part.aliases:
        return None
    root = part.root
    if root is None or (isinstance(root, Scalar) and root.value is None and not part.problems):
        return []
    if not isinstance(root, Mapping) or root.flow or root.merged or root.end < 0 or not root.entries:
        return None
    first = root.entries[0].key.start
    if first - (text.rfind("\n", 0, first) + 1) != column or text.lstrip(" \n").startswith(("%", "\ufeff")):
        return None
    if _DOCUMENT_MARK.search(text) is not None:
        return None
    return root.entries


def _mapping(entries: list[Entry]) -> Mapping:
    last = entries[-1]
    made = Mapping(entries[0].key.start, max(last.key.end, last.value.end), False)
    for entry in entries:
        made.add(entry)
    return made


def _shift(nodes: list[Node], delta: int) -> None:
    for node in nodes:
        node.start += delta
        node.end += delta


def _shifted(problem: Problem, delta: int) -> Problem:
    def moved(span: Span) -> Span:
        return Span(span.start + delta, span.end + delta)

    return problem._replace(span=moved(problem.span), related=moved(problem.related) if problem.related else None)


def _moved(problem: Problem, region: ChangedRange) -> Problem:
    related = region.moved_span(problem.related) if problem.related else None
    return problem._replace(span=region.moved_span(problem.span), related=related)
