"""The rows around the cursor of a template, with those put back that stand a whole level beside their place.

A row that is shifted by a level is valid YAML, and the parser finds it in another mapping. The words of the template's language say
where it belongs: which keys are sections, and which ones an entry of a section has.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import NamedTuple

from hotlint.ide.completion.declared_names import DeclaredNames
from hotlint.ide.completion.lines import line_end, unquoted
from hotlint.ide.completion.repair import still_open
from hotlint.language import functions
from hotlint.language.dialects import Dialect

ABOVE, BELOW = 1000, 300
"""The characters above and below the row of the cursor whose rows are read."""
_KEY = r"""[^\s#'"{}\[\],|>&*!%@`:-][^\s#:]*(?::+[^\s#:]+)*|"[^"\n]*"|'[^'\n]*'"""
_ROW = re.compile(rf"^([ ]*)((?:-(?:[ ]+|(?=\r?$)))*)(?:({_KEY})[ ]*:(?=\s|$))?[ ]*([^\n]*)$", re.M)
"""The blanks of a row, its dashes, its key, and what follows that."""
_LEVELS = re.compile(r"\n( +)\w[^\s#:]*:[ \t\r]*\n( +)(?i:type|value|description|properties):")
"""The first key of an entry of a section, below the name of the entry."""
_ENOUGH = 9
"""The entries that say at which columns a text has those and their keys."""
_QUOTES = ("'", '"')
_NO_COLON = re.compile(r"(\w+) *(?=$| [^\s:])")


class _Row(NamedTuple):
    """A row with content: its number, its column, its dashes, and its key with what follows it; for no key, the content."""

    number: int
    column: int
    dashes: str
    key: str
    value: str

    @property
    def inner(self) -> int:
        """The column of what follows the dashes."""
        return self.column + len(self.dashes)

    @property
    def is_header(self) -> bool:
        """Whether the row is a key whose value is below it."""
        return bool(self.key) and self.value[:1] in ("", "#")

    @property
    def is_whole(self) -> bool:
        """Whether the row is a key with its whole value."""
        return bool(self.key) and self.value[:1] not in ("", "#", "|", ">") and not still_open(self.value)


def meant(text: str, offset: int, names: DeclaredNames, dialect: Dialect) -> tuple[str, int]:
    """Return a text and an offset with the rows around it at their levels, and with the colons that its sections lack."""
    start = text.rfind("\n", 0, offset) + 1
    first = text.find("\n", start - ABOVE, start) + 1 if start > ABOVE else 0
    last = line_end(text, min(line_end(text, offset) + BELOW, len(text)))
    rows, at = text[first:last].split("\n"), text.count("\n", first, start)
    if not _Rows(text, names, first, rows, at, dialect).put_back():
        return text, offset
    moved = sum(map(len, rows[:at])) + at - (start - first)
    return text[:first] + "\n".join(rows) + text[last:], offset + moved


class _Rows:
    """Reads rows from the first one on, and puts them back; the `cursor` is in one of them. `section` is that of the last row."""

    def __init__(
        self, text: str, names: DeclaredNames, start: int, rows: list[str], cursor: int, dialect: Dialect
    ) -> None:
        self.rows = rows
        self.cursor = cursor
        self.dialect = dialect
        self.words = {word: name for name, word in dialect.sections.items()}
        self.sections = names.sections
        self.has_entry = start > 0
        self.has_properties = False
        counts = Counter((len(at[1]), len(at[2])) for at in islice(_LEVELS.finditer(text), _ENOUGH))
        usual = (levels for levels, _ in counts.most_common() if levels[0] < levels[1])
        self.entry, self.key = next(usual, (2, 4))
        self._begin(names.section_at(start))

    def _begin(self, section: str) -> None:
        """Begin a section: its entries have `keys`."""
        words = self.dialect
        tables = {"parameters": words.parameter_keys, "resources": words.resource_keys, "outputs": words.output_keys}
        self.keys = frozenset(tables.get(section, {}).values())
        if section == "conditions":
            self.keys = frozenset(functions.available(words.versions[-1], "condition"))

    def put_back(self) -> bool:
        """Move the rows where they belong; returns whether any is changed."""
        found = self._read()
        above, is_changed = _Row(-1, -1, "", "", ""), False
        for row, below, next_ in zip(found, found[1:], found[2:], strict=False):
            placed = row
            is_beside = row.column == below.column and row.column > self.key
            if not row.dashes and not is_beside and row.number != self.cursor:
                placed = row if row.key or row.column else self._with_colon(row)
                column = self._column(placed, above, below, next_) if placed.key else row.column
                if column != row.column:
                    placed = placed._replace(column=column)
                    self.rows[row.number] = " " * column + self.rows[row.number].lstrip(" ")
                is_changed = is_changed or placed is not row
            if placed.column <= self.key:
                self._enter(placed)
            above = placed
        return is_changed

    def _read(self) -> list[_Row]:
        """Return the rows with content and that of the cursor, and two more."""
        found = []
        for number, row in enumerate(_ROW.findall("\n".join(self.rows))):
            blanks, dashes, key, value = row
            if key or dashes or number == self.cursor or value.strip()[:1] not in ("", "#"):
                found.append(
                    _Row(number, len(blanks), dashes, unquoted(key) if key[:1] in _QUOTES else key, value.rstrip())
                )
        found += [_Row(len(self.rows), -1, "", "", "")] * 2
        return found

    def _enter(self, row: _Row) -> None:
        if row.column == 0 and row.key and row.number != self.cursor:
            self._begin(self.words.get(row.key, ""))
            self.has_entry = False
        elif row.column == self.entry:
            self.has_entry = True
        if row.column <= self.entry:
            self.has_properties = False
        elif row.column == self.key and row.key == self.dialect.word("properties"):
            self.has_properties = row.is_header

    def _with_colon(self, row: _Row) -> _Row:
        """Return a row of the first column with the colon that it lacks as a section."""
        found = _NO_COLON.match(row.value)
        if found is None or found.group(1) not in self.words:
            return row
        rest = row.value[found.end() :]
        self.rows[row.number] = f"{found.group(1)}:{rest}"
        return row._replace(key=found.group(1), value=rest.strip())

    def _column(self, row: _Row, above: _Row, below: _Row, next_: _Row) -> int:
        """Return the column at which a row belongs, by the row above it and two below."""
        if row.key in self.words and 0 < row.column <= self.entry and row.column == below.column and row.is_header:
            return row.column if self.words[row.key] in self.sections or below.dashes else 0
        if row.column == 0:
            return self.entry if row.key not in self.words and self._is_entry(row, below) else 0
        if (column := self._beside(row, above, below, next_)) >= 0 and row.is_whole:
            return column
        if row.column == self.entry and self.has_entry and row.key in self.keys:
            return self.key if self._is_key(row, below) else row.column
        is_other = row.column == self.key and self.keys and row.key not in self.keys
        return self._of_other(row, below) if is_other else row.column

    def _beside(self, row: _Row, above: _Row, below: _Row, next_: _Row) -> int:
        """Return the column of the row below, if a row with its whole value must be its sibling; -1 if not."""
        if above.is_header and above.inner < below.column < row.column:  # the first key of a mapping, too deep
            return below.column if below.column - above.inner == self.key - self.entry else -1
        if not below.key or below.dashes or below.column <= row.column or next_.column == row.column:
            return -1
        is_sibling = above.inner == below.column and (above.is_whole or bool(above.dashes))
        return below.column if is_sibling or (above.is_header and above.inner == row.column) else -1

    def _is_entry(self, row: _Row, below: _Row) -> bool:
        """Return whether a row of the first column is an entry of the section above it: nothing of a section is that deep."""
        is_deep = below.column > (self.entry if row.is_header else 0)
        return is_deep and bool(self.keys) and row.value[:1] not in ("|", ">")

    def _is_key(self, row: _Row, below: _Row) -> bool:
        """Return whether a row among the entries is a key of the entry above it: no entry has such a value."""
        if row.is_header:
            return below.column > self.key or (below.column >= self.entry and bool(below.dashes))
        return not row.value.startswith("{")

    def _of_other(self, row: _Row, below: _Row) -> int:
        """Return the column at which a row belongs that stands among the keys of an entry and is none of them."""
        deeper = 2 * self.key - self.entry
        if row.is_header and below.column == row.column:
            is_entry = below.key in self.keys or (below.number == self.cursor and not below.dashes)
            return self.entry if is_entry else row.column
        is_deep = below.column > deeper or (below.column == deeper and bool(below.dashes))
        return deeper if self.has_properties and (is_deep or not row.is_header) else row.column
