"""The lines of a document, and what each of them holds."""

from __future__ import annotations

import re

from hotlint.syntax.nodes import Document, Mapping, Node, Scalar, Sequence, walk
from hotlint.syntax.source import LineIndex

_BLOCK_HEADER = re.compile(r"[|>](?P<modifiers>[-+1-9]{0,2})")


class DocumentLines:
    """The lines of a document whose text has no byte order mark, and \\n as its only line ending.

    `lines` are the lines without their ends. `owner` maps each line that continues a scalar or a flow collection to that
    node; `unstripped` are the lines whose trailing blanks may belong to a scalar, `keeping` those below which a blank line would.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = document.text.split("\n")
        self._index = LineIndex(document.text)
        self.owner: dict[int, Node] = {}
        self.unstripped: set[int] = set()
        self.keeping: set[int] = set()
        for node in walk(document.root):
            self._own(node)

    def line_of(self, offset: int) -> int:
        """Return the 0-based line of an offset."""
        return self._index.line(offset)

    def column_of(self, offset: int) -> int:
        """Return the 0-based column of an offset."""
        return self._index.position(offset).column

    def offset_of(self, line: int) -> int:
        """Return the offset of the start of a line."""
        return self._index.line_span(line).start

    def last_line(self, node: Node) -> int:
        """Return the last line of a node; that of a block scalar whose blank lines count (`|+`) includes these."""
        last = self.line_of(max(node.end - 1, node.start))
        if self._keeps_blanks(node):
            while (
                last + 2 < len(self.lines) and not self.lines[last + 1].strip()
            ):  # what follows the last \n is no line
                last += 1
        elif isinstance(node, Mapping) and node.entries and not node.flow and node.entries[-1].via is None:
            last = max(last, self.last_line(node.entries[-1].value))
        elif isinstance(node, Sequence) and node.items and not node.flow and len(node.items) - 1 not in node.via:
            last = max(last, self.last_line(node.items[-1]))
        return last

    def _keeps_blanks(self, node: Node) -> bool:
        return isinstance(node, Scalar) and node.style in ("|", ">") and "+" in self.block_modifiers(node)

    def block_modifiers(self, node: Scalar) -> str:
        """Return what follows `|` or `>` in the header of a block scalar: digits, `-` or `+`."""
        found = _BLOCK_HEADER.match(self.document.text, node.start)
        return found["modifiers"] if found else ""

    def is_free(self, line: int) -> bool:
        """Return whether a line continues no scalar and no flow collection."""
        return line not in self.owner

    def is_comment(self, line: int) -> bool:
        """Return whether a line holds a comment and nothing else."""
        return line not in self.owner and self.lines[line].lstrip().startswith("#")

    def is_blank(self, line: int) -> bool:
        """Return whether a line is empty, or white space that belongs to no scalar."""
        return line not in self.owner and not self.lines[line].strip()

    def begins_line(self, offset: int) -> bool:
        """Return whether nothing but white space is before an offset on its line."""
        line = self.line_of(offset)
        return not self.lines[line][: self.column_of(offset)].strip()

    def lead(self, line: int) -> int:
        """Return the first of the comment lines right above a line, at its column; the line itself without any."""
        column = indent_of(self.lines[line])
        while line > 0 and self.is_comment(line - 1) and indent_of(self.lines[line - 1]) == column:
            line -= 1
        return line

    def _own(self, node: Node) -> None:
        if not isinstance(node, Scalar) and not node.flow:
            return
        first, last = self.line_of(node.start), self.last_line(node)
        for line in range(first + 1, last + 1):
            self.owner.setdefault(line, node)
        if self._keeps_blanks(node):
            self.keeping.add(last)
        if isinstance(node, Scalar):
            is_block = node.style in ("|", ">")
            self.unstripped.update(range(first + is_block, last + is_block))


def indent_of(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))
