"""The lines around a cursor without what breaks them: keys and dashes, each at the column that it is meant to have.

A value matters only if the cursor is in it, so the values of all other lines are left out, with the brackets and quotes that
they leave open. A missing colon is added, and a line that is shifted against those around it is put back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.ide.completion.lines import KEY, MARK

_WORD = re.compile(r"[A-Za-z_][\w.-]*(?=\s*(?:#|$))")
"""A word alone on its line: a key whose colon is missing, where deeper lines follow."""
_NO_COLON = re.compile(r"[A-Za-z_][\w.-]*(?= +\S)")
"""A key before its value, whose colon is missing, where a key must stand."""
_DASHES = re.compile(r"(?:-(?: +|$))*")
_MARKS = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)+")
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")
_COMMENT = re.compile(r"\s#[^\n]*\Z")
_PIECE = re.compile(r""""(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|\s#.*|[\[\]{}]|[^\s\[\]{},"'#:][^\s\[\]{},:]*|.""")
_ENDS = {'"': re.compile(r'(?:[^"\\]|\\.)*"(?=[\s,\]}:]|$)'), "'": re.compile(r"(?:[^']|'')*'(?=[\s,\]}:]|$)")}
"""The rest of a text in quotes, up to the quote that ends it."""
_CLOSES = {"[": "]", "{": "}", '"': '"', "'": "'"}
_OPENS = tuple(_CLOSES)
MOST_OPEN = 8
"""The brackets of which each may be the one that goes on below the cursor."""


class _Open:
    """A block collection that is open: the column of its entries; `has_value`: the last one has its value on its own line."""

    __slots__ = ("column", "has_value", "is_list")

    def __init__(self, column: int, *, is_list: bool) -> None:
        self.column = column
        self.is_list = is_list
        self.has_value = False


def repaired(above: list[str], line: str, below: list[str], *, is_closed: bool) -> Iterator[str]:
    """Yield the text of the lines around a cursor as it may be meant.

    `line` is that of the cursor, with the mark. `is_closed`: no bracket or quote of a line above goes on to the cursor.
    """
    return _Repair([*above, line, *below], len(above), is_closed=is_closed).texts()


class _Repair:
    """Reads the rows from the first one to that of the cursor; `out` are the repaired ones."""

    def __init__(self, rows: list[str], cursor: int, *, is_closed: bool) -> None:
        self.rows = rows
        self.cursor = cursor
        self.is_closed = is_closed
        self.open: list[_Open] = []
        self.out: list[str] = []
        self.last = -1  # the column at which the last row stands

    def texts(self) -> Iterator[str]:
        """Yield the repaired text with what is open at the cursor as it is, with a comma behind it, and closed."""
        row, opened, column, below = 0, "", -1, self.rows[self.cursor + 1 :]
        while row < self.cursor:
            row, opened = self._read(row)
        if row == self.cursor:
            column, head, content = self._placed(row)
            key = KEY.match(content)
            value = _value(content[key.end() :] if key is not None else content)
            opened = still_open(value) if value.startswith(_OPENS) else ""
            self.out.append(head + content)
        text = "\n".join(self.out)
        yield "\n".join((text, *below))
        if opened[-1:] in ("[", "{"):
            text = _COMMENT.sub("", text)
            for count in range(len(opened), max(len(opened) - MOST_OPEN, 0), -1):
                yield "\n".join((f"{text}{closed(opened[count:])},", *below))
        yield "\n".join((text + closed(opened), *self._siblings(below, -1 if opened else column)))

    def _read(self, row: int) -> tuple[int, str]:
        """Read a row; returns the next one to read, and what is open at the cursor if it is in the value of the row."""
        text = self.rows[row]
        if not text.strip() or text.lstrip().startswith("#") or text.startswith(("---", "...")) or self._goes_on(row):
            return row + 1, ""
        column, head, content = self._placed(row)
        self.last = _indent(text)
        key = KEY.match(content)
        name, end = (key.group(1), key.end()) if key is not None else self._without_colon(row, column, content)
        if name:
            self._enter(column, is_list=False)
            name += ":"
        elif not head.strip():
            return row + 1, ""
        value = _value(content[end:])
        self.out.append(head + name)
        self.open[-1].has_value = value[:1] not in ("", "#", "|", ">", "*")
        if _BLOCK.match(value):
            return self._over_text(row)
        return self._over_lines(row, value) if value.startswith(_OPENS) else (row + 1, "")

    def _placed(self, row: int) -> tuple[int, str, str]:
        """Return the column of a row's content, the blanks and dashes before it, and the content; open the lists it begins."""
        column, text = self._aligned(row), self.rows[row].lstrip(" ")
        head = _dashes(text)
        for at, char in enumerate(head):
            if char == "-":
                self._enter(column + at, is_list=True)
        content = text[len(head) :]
        if not head:
            self._leave(column, is_list=False)
        return column + len(head), " " * column + head, content

    def _leave(self, column: int, *, is_list: bool) -> None:
        """Close the collections that an entry at a column cannot be in."""
        open_ = self.open
        while open_ and (
            open_[-1].column > column or (open_[-1].column == column and open_[-1].is_list and not is_list)
        ):
            open_.pop()

    def _enter(self, column: int, *, is_list: bool) -> None:
        self._leave(column, is_list=is_list)
        if not self.open or self.open[-1].column != column or self.open[-1].is_list != is_list:
            self.open.append(_Open(column, is_list=is_list))

    def _goes_on(self, row: int) -> bool:
        """Return whether a row continues the plain text above it."""
        content = self.rows[row].lstrip(" ")
        top = self.open[-1] if self.open else None
        return top is not None and top.has_value and _indent(self.rows[row]) > top.column and not _begins(content)

    def _without_colon(self, row: int, column: int, content: str) -> tuple[str, int]:
        """Return the key of a row whose colon is missing, and its end; "" and 0 for a row that has none."""
        top = self.open[-1] if self.open else None
        found = _NO_COLON.match(content) if top is not None and not top.is_list and top.column == column else None
        if (word := _WORD.match(content)) is not None:
            below = self._below(row)
            indent = _indent(self.rows[below]) if below is not None else -1
            is_item = self._is_item(below)
            found = word if indent > column or (indent == column and is_item) else None
        return (found.group(), found.end()) if found is not None else ("", 0)

    def _below(self, row: int) -> int | None:
        """Return the next row with content; None for none."""
        for below in range(row + 1, len(self.rows)):
            content = self.rows[below].lstrip()
            if content and not content.startswith("#"):
                return below
        return None

    def _is_item(self, row: int | None) -> bool:
        """Return whether a row begins with an item of a list."""
        return row is not None and _dashes(self.rows[row].lstrip(" ")) != ""

    def _aligned(self, row: int) -> int:
        """Return the column that a row most likely is meant to have: it may be shifted against those around it.

        Below an entry that has its value, a deeper row is its sibling. A row that returns to no open column belongs to the one
        that the row below it fits.
        """
        text = self.rows[row]
        column, content = _indent(text), text.lstrip(" ")
        if not self.open:
            return column
        top, is_item = self.open[-1], _dashes(content) != ""
        if column > top.column:
            is_shifted = row < self.cursor or column in (top.column + 1, self.last)
            is_sibling = top.has_value and top.is_list == is_item and is_shifted
            return top.column if is_sibling and (is_item or KEY.match(content)) else column
        may_begin = is_item and not top.has_value  # a list, in the entry that is open
        columns = [o.column for o in self.open if o.is_list is is_item or (o is top and may_begin)]
        if column in columns or not columns:
            return column
        if is_item:
            return min(columns, key=lambda at: (abs(at - column), -at))
        left = max((at for at in columns if at < column), default=columns[0])
        right = min((at for at in columns if at > column), default=left)
        below = self._below(row)
        next_ = _indent(self.rows[below]) if below is not None else -1
        key = KEY.match(content)
        if key is not None and content[key.end() :].strip():
            return left if next_ == left else right
        is_deeper = next_ >= right if self._is_item(below) else next_ > right
        return left if next_ > left and not is_deeper else right

    def _over_text(self, row: int) -> tuple[int, str]:
        """Step over the block scalar that a row begins, up to a row before the column of its text; it is kept if the cursor is in it."""
        top, column = self.open[-1], -1
        for at in range(row + 1, self.cursor + 1):
            text = self.rows[at]
            is_in = _indent(text) > top.column and _indent(text) >= column
            if at == self.cursor and is_in:
                below = self._below(at)
                is_blank = not text.replace(MARK, "").strip(" :")
                if not is_blank or (below and _indent(self.rows[below]) > top.column):
                    self.out[-1] += " |"
                    self.out.append(" " * (top.column + 1) + text.lstrip(" "))
                    return at + 1, ""
            if text.strip() and not is_in:
                return at, ""
            if text.strip() and column < 0:
                column, top.has_value = _indent(text), True
        return self.cursor, ""

    def _over_lines(self, row: int, value: str) -> tuple[int, str]:
        """Step over the brackets or the quotes that the value of a row begins with; they are kept if the cursor is in them."""
        opened, top = still_open(value), self.open[-1]
        for at in range(row + 1, self.cursor + 1):
            if not opened:
                return at, ""
            if self.is_closed or self._is_own(at, top.column, opened):
                top.has_value = False
                return at, ""
            opened = still_open(self.rows[at], opened)
            if at == self.cursor:
                self.out[-1] += f" {value}"
                self.out += self.rows[row + 1 : at + 1]
                return at + 1, opened
        return self.cursor, ""

    def _is_own(self, row: int, column: int, opened: str) -> bool:
        """Return whether a row is block style of its own, so that what is open at a column above it was left open.

        Between brackets, an entry ends with a comma, or another bracket follows. A text in quotes has keys only by mistake.
        """
        text = self.rows[row].partition(MARK)[0] if row == self.cursor else self.rows[row]
        content, indent = text.strip(), _indent(text)
        if not content and row < self.cursor:
            return False
        is_entry = KEY.match(content.lstrip("- ")) is not None
        follows_comma = self.rows[row - 1].rstrip().endswith(",")
        if indent <= column:
            if row == self.cursor:
                is_item = content.startswith(_OPENS) and (follows_comma or not is_entry)
                return not is_item and not content.startswith(("]", "}"))
            is_whole = not content.endswith((",", "]", "}")) or (not follows_comma and not still_open(content))
            return (is_entry or content.startswith("- ")) and is_whole
        if opened[-1] in _ENDS and row == self.cursor:
            return not content.endswith("::") and (is_entry or re.fullmatch(r"[\w-]*", content) is not None)
        if opened[-1] in _ENDS or content == "-":
            return is_entry or content == "-"
        if not is_entry or follows_comma:
            return content.startswith("- ")
        below = self._below(row)
        next_ = self.rows[below].replace(MARK, "").strip()[:1] if below is not None else ""
        if opened == "[" and self.rows[row - 1].rstrip().endswith("["):
            return not content.endswith((",", "[", "{")) and next_ not in ("]", ",")
        return content[-1] not in ",]}{[" and next_ not in ("", *",]}{[")

    def _siblings(self, below: list[str], column: int) -> list[str]:
        """Return the keys at a column below the cursor, up to a row that ends their mapping."""
        found = []
        for row in below:
            content = row.strip()
            if column < 0 or (content and not content.startswith("#") and _indent(row) < column):
                break
            key = KEY.match(content) if _indent(row) == column else None
            if key is not None:
                found.append(f"{' ' * column}{key.group(1)}:")
        return found


def still_open(text: str, opened: str = "") -> str:
    """Return the brackets and the quote that are open behind a line; `opened` are those that are before it."""
    stack, at = list(opened), 0
    if stack and stack[-1] in _ENDS:
        found = _ENDS[stack[-1]].match(text)
        if found is None:
            return opened
        stack.pop()
        at = found.end()
    for piece in _PIECE.finditer(text, at):
        part = piece.group()
        if part in "[{":
            stack.append(part)
        elif part in "]}":
            del stack[-1:]
        elif part[0] in _ENDS and (len(part) == 1 or part[-1] != part[0]):
            stack.append(part[0])
    return "".join(stack)


def closed(opened: str) -> str:
    """Return what closes brackets and a quote that are open."""
    return "".join(_CLOSES[char] for char in reversed(opened))


def _value(text: str) -> str:
    """Return the value at the start of a text, without its anchor and tag."""
    value = text.lstrip()
    marks = _MARKS.match(value)
    return value[marks.end() :] if marks is not None else value


def _dashes(content: str) -> str:
    """Return the dashes that begin a content, with the blanks behind them."""
    found = _DASHES.match(content)
    return found.group() if found is not None else ""


def _begins(content: str) -> bool:
    """Return whether a content begins an entry of a mapping or a list."""
    return KEY.match(content) is not None or _dashes(content) != ""


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))
