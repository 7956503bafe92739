"""PyYAML's own parser, for where libyaml is missing, and for what only libyaml refuses."""

from __future__ import annotations

from functools import partial
from typing import Any

from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken

from hotlint.syntax.yaml_errors import leniencies

_BREAKS = "\r\n\x85\u2028\u2029"
_LONGEST_KEY = 1024
"""The characters of the longest key without `?`, by the specification of YAML."""


class PureParser(Reader, Scanner, Parser):
    """Gives the same events as the C parser, slowly.

    `tabs` gets the offsets of tabs in the indentation of block scalars, which libyaml refuses.
    """

    def __init__(self, stream: str, tabs: list[int]) -> None:
        self._tabs = tabs
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)

    def stale_possible_simple_keys(self) -> None:
        """Drop the places at which a key can no longer start.

        PyYAML looks at all places for each token, and each open bracket is one. The places are in the order of the text, so this
        method stops at the first that is still valid.
        """
        keys = self.possible_simple_keys
        while keys:
            level, key = next(iter(keys.items()))
            if key.line == self.line and self.index - key.index <= _LONGEST_KEY:
                return
            if key.required:
                Scanner.stale_possible_simple_keys(self)
                return
            del keys[level]

    def next_possible_simple_key(self) -> int | None:
        """Return the number of the first token that may begin a key."""
        return next((key.token_number for key in self.possible_simple_keys.values()), None)

    def scan_block_scalar_indentation(self) -> Any:
        """Scan up to the first text of a block scalar, whose indentation is that of all its lines."""
        found = Scanner.scan_block_scalar_indentation(self)
        if self.peek() == "\t":
            self._tabs.append(self.index)
        return found

    def scan_block_scalar_breaks(self, indent: int) -> Any:
        """Scan up to the next text of a block scalar, or the end of its last line."""
        found = Scanner.scan_block_scalar_breaks(self, indent)
        if self.column < indent and self.peek() == "\t":
            self._tabs.append(self.index)
        return found


class MarkedParser(PureParser):
    """Reads a byte order mark as libyaml does, where libyaml is missing: it may begin any line."""

    def scan_to_next_token(self) -> None:
        """Skip blanks and comments."""
        Scanner.scan_to_next_token(self)
        while self.column == 0 and self.peek() == "\ufeff":
            self.forward()
            self.column = 1
            Scanner.scan_to_next_token(self)


class LibyamlParser(MarkedParser):
    """Reads what libyaml reads and PyYAML's own parser refuses: tabs between tokens, and `?` in plain strings in brackets."""

    def scan_to_next_token(self) -> None:
        """Skip blanks and comments. A tab is no indentation, so it cannot stand before a key."""
        super().scan_to_next_token()
        while self.peek() == "\t" and (self.flow_level or not self.allow_simple_key):
            self.forward()
            super().scan_to_next_token()

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Any) -> list[str]:
        """Scan a part of a string in quotes."""
        chunks: list[str] = Scanner.scan_flow_scalar_non_spaces(self, double, start_mark)
        if any("\ud800" <= char <= "\udfff" for chunk in chunks for char in chunk):
            raise ValueError("libyaml refuses it, so what the other parser says holds")
        return chunks

    def scan_plain(self) -> ScalarToken:
        """Scan a plain string."""
        chunks: list[str] = []
        spaces: list[str] | None = []
        start = end = self.get_mark()
        stops = "\0 \t" + _BREAKS + (",[]{}" if self.flow_level else "")
        indent = self.indent + 1
        while spaces is not None and self.peek() != "#" and (self.flow_level or self.column >= indent or not chunks):
            length = 0
            while (char := self.peek(length)) not in stops:
                if char == ":" and self.peek(length + 1) in "\0 \t" + _BREAKS:
                    break
                if char == ":" and self.flow_level and self.peek(length + 1) in ",?[]{}":
                    raise ValueError("libyaml refuses it, so what the other parser says holds")
                length += 1
            if not length:
                break
            self.allow_simple_key = False
            chunks += [*spaces, self.prefix(length)]
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start) or None
        return ScalarToken("".join(chunks), True, start, end)

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[str] | None:
        """Scan blanks in a plain string, and return what they stand for; None at the end of a document."""
        blanks = self._run(0, " \t")
        if "\t" not in blanks and self.peek(len(blanks)) not in _BREAKS:
            return Scanner.scan_plain_spaces(self, indent, start_mark)
        self.forward(len(blanks))
        breaks: list[str] = []
        while (char := self.peek()) in _BREAKS or char in " \t":
            if char in " \t":
                if char == "\t" and breaks and self.column < indent:
                    raise ScannerError(
                        "while scanning a plain scalar",
                        start_mark,
                        "found a tab character that violates indentation",
                        self.get_mark(),
                    )
                self.forward()
                continue
            breaks.append(self.scan_line_break())  # type: ignore[no-untyped-call]
            self.allow_simple_key = True
            if self.prefix(3) in ("---", "...") and self.peek(3) in "\0 \t" + _BREAKS:
                return None
        if not breaks:
            return [blanks]
        return ([" "] if len(breaks) == 1 else breaks[1:]) if breaks[0] == "\n" else breaks

    def scan_block_scalar(self, style: str) -> Any:
        """Scan a block of text, whose first line may end with a tab."""
        self._blank(1 + len(self._run(1, "+-0123456789")))
        return Scanner.scan_block_scalar(self, style)

    def scan_tag(self) -> Any:
        """Scan a tag, which a tab may follow."""
        length = 1
        while self.peek(length) not in "\0 \t" + _BREAKS:
            length += 1
        self._blank(length)
        return Scanner.scan_tag(self)

    def _run(self, start: int, chars: str) -> str:
        """Return the characters from an offset on that are among some."""
        end = start
        while self.peek(end) in chars:
            end += 1
        return str(self.prefix(end)[start:])

    def _blank(self, start: int) -> None:
        """Make spaces of the tabs among the blanks at an offset."""
        blanks = self._run(start, " \t")
        if "\t" in blanks:
            at = self.pointer + start
            self.buffer = self.buffer[:at] + " " * len(blanks) + self.buffer[at + len(blanks) :]


def build_purely(builder: Any, parser: type[PureParser] = PureParser) -> None:
    """Let a builder of `hotlint.syntax.parser` read all events of a parser, and record what only libyaml refuses."""
    tabs: list[int] = []
    builder.build(partial(parser, tabs=tabs))
    builder.problems += leniencies([at + builder.shift for at in tabs[:1]], builder.text, builder.mappings)


def build_otherwise(builder: Any, *, has_libyaml: bool) -> bool:
    """Build by the second of the two parsers that Heat tries, and return whether Heat reads the text. Raises YAMLError.

    Where libyaml is missing, the second one reads what libyaml does, so it must find nothing that libyaml refuses.
    """
    build_purely(builder, PureParser if has_libyaml else LibyamlParser)
    return has_libyaml or not any(problem.slug.startswith("lenient-") for problem in builder.problems)
