"""The position of a cursor in half-typed YAML, found from the text alone.

Block lines are followed by their indentation, from the header of the section to the cursor; flow collections, quotes and
block scalars are stepped over. No line below the cursor is needed, and invalid YAML elsewhere does not matter.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from hotlint.ide.completion.flow_scanner import FlowScanner
from hotlint.ide.completion.line_scanner import (
    KEY,
    SECTION_WORDS,
    WORD,
    Frame,
    Line,
    Step,
    entries_above,
    keys_above,
    keys_after,
    keys_below,
    line_end,
    next_indent,
    shape_below,
    unquoted,
    word_end,
)

Role = Literal["key", "value", "text"]

_MARKS = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)+")
_TYPE_BEGUN = re.compile(r"[A-Z]\w*::?|\w+::\w+::")
"""The beginning of the name of a type, up to a colon that is not the one behind its key."""
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")


class CursorPosition(NamedTuple):
    """The position of a cursor in the structure of a text.

    `path` leads to the node that is being typed; for role "key" to the mapping that the key belongs to; for "text" to
    the block scalar that the cursor is in. `start` to `end` are the offsets of what is typed there, without quotes.
    `maybe_key`: a mapping may be begun here instead of the value. `siblings` are the other keys of the mapping. `indent`
    is the column of the mapping or list that is typed in; 0 in flow style.
    """

    path: tuple[Step, ...]
    role: Role
    start: int
    end: int
    prefix: str
    quote: str
    flow: bool
    maybe_key: bool
    siblings: tuple[str, ...]
    indent: int
    below: str  # what follows deeper on the next lines: "map", "list" or ""
    glued: bool  # a value begins right behind the colon of its key, without the space that it needs
    has_colon: bool  # a colon follows what is typed already


def cursor_position(text: str, offset: int, *, is_closed: bool = False) -> CursorPosition:
    """Return the position of a cursor at an offset. Never raises.

    `is_closed`: no bracket or quote of a line above goes on to the cursor, but was left open by mistake.
    """
    return _Scanner(text, offset, is_closed).position()


_CONTENT = re.compile(r"\n([ ]*)[^\s#]")
_TOP = re.compile(rf"\n(?:[^\s#}}\]-]| (?:{SECTION_WORDS}):)")
"""The start of a section, which may be shifted by a blank."""


def section_start(text: str, offset: int) -> int:
    """Return the start of the last line up to the cursor's with content in its first column; 0 for no such line."""
    start = 0
    for match in _TOP.finditer(text, 0, offset):  # a line end is found several times as fast as the start of a line
        start = match.start() + 1
    return start


class _Scanner:
    """Reads the lines up to a cursor; `frames` are the collections that are open."""

    def __init__(self, text: str, offset: int, is_closed: bool) -> None:
        self.text = text
        self.is_closed = is_closed
        self.offset = max(0, min(offset, len(text)))
        self.frames: list[Frame] = []
        self.flow = FlowScanner(text, self.offset, self.frames)
        self.line_start = text.rfind("\n", 0, self.offset) + 1
        self.resume = 0  # everything before this offset has been read

    # -- lines above -------------------------------------------------------------------------------------------------

    def position(self) -> CursorPosition:
        """Return the position of the cursor."""
        for line in self._lines():
            at = self._block_line(line)
            if at is not None and at < 0:
                return self._in_block_text()
            if at is not None and self._skip(at) is None:
                return self._inside(at)
        return self._cursor_line()

    def _lines(self) -> list[Line]:
        """Return the lines that can matter: the section's header, and those from the entry that the cursor is in."""
        text, stop = self.text, self.line_start
        start = section_start(text, self.offset)
        if start >= stop:
            return []
        first = _CONTENT.search(text, start, stop)
        header = self._rows(start, text.find("\n", start) + 1)
        if first is None:
            return [*header, *self._rows(header[0].end, stop)]
        level = "\n" + first.group(1)
        at = stop
        while (at := text.rfind(level, start, at)) > 0:
            if text[at + len(level) : at + len(level) + 1] not in (" ", "#", "\n", "\r", "\t"):
                break
        return [*header, *self._rows(at + 1 if at > 0 else header[0].end, stop)]

    def _rows(self, at: int, stop: int) -> list[Line]:
        rows = []
        while at < stop:
            end = self.text.find("\n", at)
            rows.append(Line(at, self.text[at:end].rstrip("\r"), end + 1))
            at = end + 1
        return rows

    def _block_line(self, line: Line) -> int | None:
        """Read one whole line; returns where a value begins that may go on below, None for no such value.

        -1: the cursor is in a block scalar that begins on this line.
        """
        if line.start < self.resume:
            return None
        content = line.text.lstrip(" ")
        if not content or content.startswith("#") or (content.startswith(("---", "...")) and not line.indent):
            return None
        column, at = self._aligned(line), line.start + line.indent
        column, at = self._dashes(column, at, line.start + len(line.text))
        rest = self.text[at : line.start + len(line.text)]
        match = KEY.match(rest)
        word = WORD.match(rest) if match is None and self._is_nested_below(line) else None
        found = match or word
        if found is not None:
            self._key(column, unquoted(match.group(1)) if match is not None else found.group())
            at += found.end()
            rest = rest[found.end() :]
        value = rest.lstrip()
        if self.frames and (found is not None or column != line.indent):
            self.frames[-1].has_value = value[:1] not in ("", "#", "&", "!", "|", ">", "*")
        at += len(rest) - len(value)
        marks = _MARKS.match(value)
        if marks:
            at, value = at + marks.end(), value[marks.end() :]
        if _BLOCK.match(value):
            return self._block_text(line, column)
        return at if value[:1] in ("{", "[", '"', "'") else None

    def _indent_below(self, line: Line) -> int:
        """Return the column of the next line with content, or of the cursor's; -1 for none."""
        row = self.text.find("\n", line.start)
        below = next_indent(self.text, line.start) if row >= 0 else -1
        at = len(self.text) - len(self.text[row:].lstrip()) if row >= 0 else -1
        if at >= self.line_start or at < 0:
            typed = self.text[self.line_start : self.offset]
            return len(typed) - len(typed.lstrip(" "))
        return below

    def _is_nested_below(self, line: Line) -> bool:
        """Return whether the next line is nested below a line: deeper, or an item of a list at the same column."""
        below = self._indent_below(line)
        return below > line.indent or (below == line.indent and self.text[line.end :].lstrip().startswith("- "))

    def _aligned(self, line: Line) -> int:
        """Return the column that a line most likely is meant to have: a line may be shifted against those around it.

        Below an entry that has its value, a deeper line is its sibling. A line that returns to no open column belongs to the one
        that the line below it fits.
        """
        column, frames = line.indent, self.frames
        if not frames or frames[-1].flow:
            return column
        top, is_item = frames[-1], line.text[column : column + 2] in ("- ", "-")
        if column > top.indent:
            is_sibling = top.has_value and top.is_list == is_item
            return top.indent if is_sibling and (is_item or KEY.match(line.text, column)) else column
        columns = [frame.indent for frame in frames]
        if column in columns:
            return column
        if is_item:
            return next((frame.indent for frame in frames if frame.is_list and frame.indent == column + 1), column)
        below = self._indent_below(line)
        left = max((c for c in columns if c < column), default=column)
        right = min((c for c in columns if c > column), default=column)
        match = KEY.match(line.text, column)
        has_value = match is not None and bool(line.text[match.end() :].strip())
        if has_value:
            return right if below == right else left if below == left else column
        step = right - left
        return right if below == right + step else left if below == right else column

    def _dashes(self, column: int, at: int, end: int) -> tuple[int, int]:
        """Read the dashes that begin a line; returns the column and the offset of what follows."""
        frames = self.frames
        while True:
            dash = self.text[at : at + 1] == "-" and self.text[at + 1 : at + 2] in (" ", "", "\n", "\r") and at < end
            while frames and (
                frames[-1].indent > column or (frames[-1].indent == column and frames[-1].is_list and not dash)
            ):
                frames.pop()
            if not dash:
                return column, at
            if frames and frames[-1].is_list and frames[-1].indent == column:
                frames[-1].index += 1
            else:
                frames.append(Frame(column, is_list=True))
            step = 1
            while at + step < end and self.text[at + step] == " ":
                step += 1
            column, at = column + step, at + step

    def _key(self, column: int, key: str) -> None:
        top = self.frames[-1] if self.frames else None
        if top is not None and not top.is_list and top.indent == column:
            top.key = key
            top.keys.append(key)
        else:
            self.frames.append(Frame(column, key))

    def _block_text(self, line: Line, column: int) -> int | None:
        """Step over a block scalar that begins on `line`; -1 when the cursor is in it."""
        parent = self.frames[-1].indent if self.frames else -1
        at = self.text.find("\n", line.start) + 1
        while 0 < at <= self.line_start:
            end = self.text.find("\n", at)
            row = self.text[at : end if end >= 0 else len(self.text)]
            if at == self.line_start:
                typed = self.text[at : self.offset]
                inside = len(row) - len(row.lstrip(" ")) > parent and (
                    row.strip() or len(typed) > parent + 1 or next_indent(self.text, self.offset) > parent
                )
                return -1 if inside and (row.strip() or next_indent(self.text, self.offset) > parent) else None
            if row.strip() and len(row) - len(row.lstrip(" ")) <= parent:
                break
            at = end + 1
        self.resume = at
        return None

    # -- the cursor's line -------------------------------------------------------------------------------------------

    def _skip(self, at: int) -> int | None:
        """Step over flow style or quotes at an offset; returns their end, None when the cursor is in them."""
        end = self.flow.skip(at)
        if end is None and self.is_closed and at < self.line_start and self.flow.is_left_open(at):
            end = line_end(self.text, at) + 1
        if end is not None:
            self.resume = end
            if self.text[end - 1] == "\n" and self.frames:
                self.frames[-1].has_value = False  # it was left open, and the lines below may be nested in its key
        return end

    def _inside(self, at: int) -> CursorPosition:
        """Return the position of a cursor in the flow collection or quotes that begin at an offset."""
        token = self.flow.enter(at)
        return self._made("key" if token.is_key else "value", token.start, token.quote, flow=token.in_flow)

    def _cursor_line(self) -> CursorPosition:
        text, start, stop = self.text, self.line_start, self.offset
        resume = self.resume
        at = max(start, resume)
        row = text[at:stop]
        content = row.lstrip(" ")
        if resume > start:
            return self._made("value", stop, "", flow=False)
        indent = len(row) - len(content)
        if not content and stop < len(text):
            indent = len(row)
        top = self.frames[-1] if self.frames else None
        is_shifted = top is not None and top.has_value and not top.is_list and not top.flow and indent == top.indent + 1
        column, at = self._dashes(indent - is_shifted, at + indent, stop)
        dashed = column != indent - is_shifted
        rest = text[at:stop]
        match = KEY.match(rest)
        if match is None or self._goes_on(at + match.end()) or self._is_type_begun(rest):
            quote = rest[:1] if rest[:1] in ("'", '"') else ""
            if rest[:1] in ("{", "["):
                return self._value(at)
            return self._made("key", at + len(quote), quote, flow=False, column=column, dashed=dashed)
        self._key(column, unquoted(match.group(1)))
        at += match.end()
        value = text[at:stop]
        at += len(value) - len(value.lstrip(" "))
        return self._value(at)

    def _goes_on(self, at: int) -> bool:
        """Return whether the word at the cursor does not end with a colon at an offset, as in `OS:|:Nova`."""
        return at >= self.offset and self.text[self.offset : self.offset + 1].strip() != ""

    def _is_type_begun(self, rest: str) -> bool:
        """Return whether a colon at the cursor belongs to the name of a type in a resource registry, as in `OS:|`."""
        in_registry = bool(self.frames) and self.frames[0].key == "resource_registry"
        return in_registry and _TYPE_BEGUN.fullmatch(rest) is not None

    def _value(self, at: int) -> CursorPosition:
        text, stop = self.text, self.offset
        marks = _MARKS.match(text[at:stop])
        if marks:
            at += marks.end()
        if text[at:stop][:1] in ("{", "[", '"', "'"):
            end = self._skip(at)
            if end is None or end > stop:
                return self._inside(at)
        return self._made("value", at, "", flow=False)

    def _in_block_text(self) -> CursorPosition:
        text, stop = self.text, self.offset
        start = stop
        while start > self.line_start and re.match(r"[\w.$%<>{}@-]", text[start - 1]):
            start -= 1
        return self._made("text", start, "", flow=False)

    def _made(
        self, role: Role, start: int, quote: str, *, flow: bool, column: int = -1, dashed: bool = False
    ) -> CursorPosition:
        text, stop, frames = self.text, self.offset, self.frames
        siblings: list[str] = []
        indent = column
        maybe_key = False
        if role == "key" and not flow:
            top = frames[-1] if frames else None
            if top is not None and not top.is_list and top.indent == column:
                siblings = top.keys
                frames = frames[:-1]
            elif top is not None and (dashed or not top.is_list):
                maybe_key = True  # a first key, or a value on a line of its own
            if column == 0 and not frames:
                siblings = [*keys_above(text, start), *siblings]
            elif len(frames) == 1 and siblings:  # of the entries of a section, only the last one is read
                siblings = entries_above(text, section_start(text, stop), self.line_start, column)
            siblings = [*siblings, *keys_below(text, stop, column)]
        elif role == "key":
            siblings = [*frames[-1].keys, *keys_after(text, stop)]
            indent = 0
            frames = frames[:-1]
        elif role == "value":
            indent = frames[-1].indent if frames and not flow else 0
        path = tuple(frame.step for frame in frames)
        end = word_end(text, start, stop, quote)
        colon = role == "key" and text[end + len(quote) : line_end(text, end)].lstrip(" ").startswith(":")
        glued = role == "value" and start > 0 and start == stop and text[start - 1] == ":" and not quote
        return CursorPosition(
            path, role, start, end, text[start:stop], quote, flow, maybe_key, tuple(siblings), indent,
            shape_below(text, stop, column if role == "key" else frames[-1].indent if frames and not flow else -1),
            glued, colon,
        )  # fmt: skip
