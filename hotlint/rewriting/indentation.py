"""Indent the lines of a document by two spaces a level, with one space after each dash and colon.

Lines are shifted, never written anew: scalars and flow collections of several lines move as a whole, and comments move with
the lines that they are aligned with.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from hotlint.rewriting.document_lines import DocumentLines, indent_of
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence, walk
from hotlint.syntax.source import Span

STEP = 2
"""Spaces of a level."""
_PROPERTIES = re.compile(r"\s*(?:[&!]\S*\s+)*")
_DASH = re.compile(r"-([ \t]+)(?=[^\s#])")
_COLON = re.compile(r"[ \t]*+:(?:[ \t]++(?=[^\s#])|(?=\s|$))")


class UnclearIndentationError(Exception):
    """The indentation of a line does not follow from the tree; `message` is a clause that names the line."""

    def __init__(self, line: int) -> None:
        self.message = f"line {line + 1} begins with something other than a key, an item or a value"
        super().__init__(self.message)


def indented(layout: DocumentLines, lists: str) -> str:
    """Return the text with every line indented by its level. Raises UnclearIndentationError.

    `lists` of a key are "indented", "flush" with the key, or "keep" which of both they are.
    """
    walker = _Walker(layout, lists)
    root = layout.document.root
    if isinstance(root, Mapping | Sequence) and not root.flow:
        walker.collection(root, 0)
    lines = apply_edits(layout.document.text, walker.gaps).split("\n")
    shift = _Shift(layout, walker)
    return "\n".join(shift.line(i, line) for i, line in enumerate(lines))


def joined(layout: DocumentLines) -> str:
    """Return the indented text with each item on the line of its dash, unless a comment is between them."""
    edits = []
    for node in walk(layout.document.root):
        if isinstance(node, Sequence) and not node.flow:
            for dash in dashes(layout, node):
                below = _below(layout, dash)
                if below is not None:
                    edits.append(Edit(Span(dash + 1, below), " "))
    return apply_edits(layout.document.text, sorted(edits))


def _below(layout: DocumentLines, dash: int) -> int | None:
    """Return the offset of the item of a dash that is alone on its line; None without one."""
    line, column = layout.line_of(dash), layout.column_of(dash)
    if layout.lines[line][column + 1 :].strip():
        return None
    below = next((i for i in range(line + 1, len(layout.lines)) if layout.lines[i].strip()), None)
    if below is None or layout.is_comment(below):
        return None
    start = indent_of(layout.lines[below])
    return layout.offset_of(below) + start if start == column + STEP else None


def dashes(layout: DocumentLines, node: Sequence) -> list[int]:
    """Return the offsets of the dashes of a block sequence."""
    column = layout.column_of(node.start)
    found = [node.start]
    for line in range(layout.line_of(node.start) + 1, layout.last_line(node) + 1):
        text = layout.lines[line]
        if layout.is_free(line) and text[column : column + 1] == "-" and not text[:column].strip():
            found.append(layout.offset_of(line) + column)
    return found


class _Walker:
    """Finds the new column of every line that begins an entry, an item or a value.

    `columns` are those by line; `pairs` are the old and new columns of all that begins on a line, after dashes included;
    `shifts` are the columns by which the further lines of a node move, `limits` the least columns that they may have, both by
    the identity of the node; `parents` are the columns of what block scalars are the values of; `gaps` are the edits of white
    space inside of lines.
    """

    def __init__(self, layout: DocumentLines, lists: str) -> None:
        self.layout = layout
        self.lists = lists
        self.columns: dict[int, int] = {}
        self.pairs: dict[int, list[tuple[int, int]]] = {}
        self.shifts: dict[int, int] = {}
        self.limits: dict[int, int] = {}
        self.parents: dict[int, int] = {}
        self.gaps: list[Edit] = []

    def collection(self, node: Mapping | Sequence, column: int) -> None:
        """Give a block collection its column, and all that is in it."""
        if isinstance(node, Mapping):
            self._mapping(node, column)
        else:
            self._sequence(node, column)

    def _mapping(self, node: Mapping, column: int) -> None:
        for span, _ in node.merged:
            self._place(span.start, column)
            self._gap(_COLON, span.end, ": ")
        for entry in node.entries:
            self._place(entry.key.start, column)
            self._own(entry.key, column, column)
            self._gap(_COLON, entry.key.end, ": ")
            start = entry.via.start if entry.via else entry.value.start
            below = self.layout.line_of(start) > self.layout.line_of(entry.key.end)
            if entry.via:
                self._place(start, column + STEP)
            elif isinstance(entry.value, Mapping | Sequence) and not entry.value.flow:
                self.collection(entry.value, column + (0 if self._is_flush(entry) else STEP))
            else:
                old = self.layout.column_of(entry.key.start)
                self._value(entry.value, column, old, (column + STEP) if below else None)

    def _is_flush(self, entry: Entry) -> bool:
        """Return whether the value of an entry is a list whose dashes are to be in the column of the key."""
        if self.lists == "indented" or not isinstance(entry.value, Sequence):
            return False
        column = self.layout.column_of
        return self.lists == "flush" or column(entry.value.start) == column(entry.key.start)

    def _sequence(self, node: Sequence, column: int) -> None:
        for dash in dashes(self.layout, node):
            self._place(dash, column)
            self._gap(_DASH, dash, " ", skip=1)
        old = self.layout.column_of(node.start)
        for index, item in enumerate(node.items):
            if index in node.via:
                self._place(node.via[index].start, column + STEP)
            elif isinstance(item, Mapping | Sequence) and not item.flow:
                self.collection(item, column + STEP)
            else:
                self._value(item, column, old, column + STEP)

    def _value(self, node: Node, parent: int, old_parent: int, column: int | None) -> None:
        """Place a scalar or flow collection; `column` is None for one on the line of its key, which moves with the key."""
        old = self.layout.column_of(node.start)
        if column is not None:
            self._place(node.start, column)
        shift = parent - old_parent if column is None else column - old
        if isinstance(node, Scalar) and node.style in ("|", ">"):
            self._block(node, parent, old_parent)
        else:
            self._own(node, parent, parent, shift)

    def _own(self, node: Node, parent: int, column: int, shift: int | None = None) -> None:
        """Set how far the further lines of a node move, and the column that they stay right of."""
        self.shifts[id(node)] = column - self.layout.column_of(node.start) if shift is None else shift
        self.limits[id(node)] = parent + 1 if isinstance(node, Scalar) and not node.style else 0

    def _block(self, node: Scalar, parent: int, old_parent: int) -> None:
        """Indent the lines of a block scalar by one step; one with an indentation indicator by what that says."""
        first = self.layout.line_of(node.start) + 1
        contents = (self.layout.lines[i] for i in range(first, self.layout.last_line(node) + 1))
        old = next((indent_of(line) for line in contents if line.strip(" ")), parent + STEP)
        explicit = any(c.isdigit() for c in self.layout.block_modifiers(node))
        self.shifts[id(node)] = parent - old_parent if explicit else parent + STEP - old
        self.limits[id(node)] = 0
        self.parents[id(node)] = parent

    def _place(self, offset: int, column: int) -> None:
        """Give what begins at an offset its column, and its line, if it begins one."""
        line, old = self.layout.line_of(offset), self.layout.column_of(offset)
        self.pairs.setdefault(line, []).append((old, column))
        if line not in self.columns and _PROPERTIES.fullmatch(self.layout.lines[line], 0, old):
            self.columns[line] = column

    def _gap(self, pattern: re.Pattern[str], offset: int, text: str, skip: int = 0) -> None:
        """Replace the white space that a pattern finds at an offset."""
        found = pattern.match(self.layout.document.text, offset)
        if found is None:
            return
        wanted = text if found.end() < len(found.string) and not found.string[found.end()].isspace() else text.rstrip()
        if found[0][skip:] != wanted:
            self.gaps.append(Edit(Span(offset + skip, found.end()), wanted))


class _Shift:
    """Moves lines to their new columns."""

    def __init__(self, layout: DocumentLines, walker: _Walker) -> None:
        self.layout = layout
        self.walker = walker
        self._placed = sorted(walker.columns)
        self._shallower = dict(self._lines_to_shallower())
        self._content_above = list(self._last_content())

    def _lines_to_shallower(self) -> Iterator[tuple[int, int | None]]:
        """Yield each placed line with the nearest placed one above that begins further left."""
        open_lines: list[int] = []
        for line in self._placed:
            while open_lines and self._column_of(open_lines[-1]) >= self._column_of(line):
                open_lines.pop()
            yield line, open_lines[-1] if open_lines else None
            open_lines.append(line)

    def _last_content(self) -> Iterator[int]:
        """Yield for each line the last one above that is neither a comment nor blank; -1 for none."""
        last = -1
        for line in range(len(self.layout.lines)):
            yield last
            if not (self.layout.is_comment(line) or self.layout.is_blank(line)):
                last = line

    def line(self, number: int, text: str) -> str:
        """Return a line, whose gaps are already edited, at its new column. Raises UnclearIndentationError."""
        layout, walker = self.layout, self.walker
        old = layout.lines[number]
        if layout.is_blank(number):
            return ""  # one that is deeper than a block scalar above would become a part of it
        if number in layout.owner:
            return self._continued(number, text)
        if number in walker.columns:
            return " " * walker.columns[number] + text.lstrip()
        if layout.is_comment(number):
            return " " * self._comment_column(number) + text.lstrip()
        if old.startswith(("---", "...", "%")):
            return text
        below = self._next_placed(number, 1)
        if _PROPERTIES.fullmatch(f"{old}\n") and below is not None:  # an anchor or a tag above its value
            return " " * walker.columns[below] + text.lstrip()
        raise UnclearIndentationError(number)

    def _continued(self, number: int, text: str) -> str:
        node = self.layout.owner[number]
        shift = self.walker.shifts.get(id(node))
        if shift is None:
            raise UnclearIndentationError(number)
        column = indent_of(text)
        if column == len(text) and shift < 0:
            return text[-shift:]
        if column == len(text) and not self._counts_blanks(node):
            return text
        return " " * max(column + shift, self.walker.limits[id(node)]) + text[column:]

    @staticmethod
    def _counts_blanks(node: Node) -> bool:
        return isinstance(node, Scalar) and node.style in ("|", ">")

    def _comment_column(self, number: int) -> int:
        """Return the column of a comment: that of the line below or of a level above that it is aligned with."""
        column = self._column_of(number)
        below, above = self._next_placed(number, 1), self._next_placed(number, -1)
        found = self._aligned(below, column)
        if found is None and column:
            found = self._aligned_above(number, column)
        if found is None:
            near = above if above is not None else below
            moved = self.walker.columns[near] - self._column_of(near) if near is not None and column else 0
            found = max(column + moved, 0)
        return min(found, self._limit(number, found))

    def _aligned(self, line: int | None, column: int) -> int | None:
        pairs = self.walker.pairs.get(line, []) if line is not None else []
        return next((new for old, new in pairs if old == column), None)

    def _aligned_above(self, number: int, column: int) -> int | None:
        """Return the new column of the nearest level above that begins at an old column."""
        line = self._next_placed(number, -1)
        while line is not None:
            found = self._aligned(line, column)
            if found is not None or self._column_of(line) < column:
                return found
            line = self._shallower[line]
        return None

    def _next_placed(self, number: int, step: int) -> int | None:
        """Return the nearest placed line below (1) or above (-1) a line; None for none."""
        at = bisect_right(self._placed, number) if step > 0 else bisect_left(self._placed, number) - 1
        return self._placed[at] if 0 <= at < len(self._placed) else None

    def _limit(self, number: int, column: int) -> int:
        """Return the last column for a comment below a block scalar, which would else take it for its text."""
        node = self.layout.owner.get(self._content_above[number])
        return self.walker.parents.get(id(node), column)

    def _column_of(self, line: int) -> int:
        text = self.layout.lines[line]
        return indent_of(text)
