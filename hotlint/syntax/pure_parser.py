"""PyYAML's own parser, for where libyaml is missing, and for what only libyaml refuses."""

from __future__ import annotations

from functools import partial
from typing import Any

from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from hotlint.syntax.yaml_errors import leniencies


class PureParser(Reader, Scanner, Parser):
    """Gives the same events as the C parser, slowly.

    `tabs` gets the offsets of tabs in the indentation of block scalars, which libyaml refuses.
    """

    def __init__(self, stream: str, tabs: list[int]) -> None:
        self._tabs = tabs
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)

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


def build_purely(builder: Any) -> None:
    """Let a builder of `hotlint.syntax.yaml_parser` read all events of this parser, and record what only libyaml refuses."""
    tabs: list[int] = []
    builder.build(partial(PureParser, tabs=tabs))
    builder.problems += leniencies([at + builder.shift for at in tabs[:1]], builder.text, builder.mappings)
