"""Which yaql expressions are certainly well formed, told without yaql.

Importing yaql takes ten times as long as checking a template, so only expressions that are not understood here go to
its own parser (`hotlint.language.sandbox.client`). What is accepted here, yaql accepts; what is not may still be right: escapes in quoted
text, empty arguments, characters outside ASCII and deep nesting are left to yaql.
"""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(
    r"""[ \t\r\n]*(?:
      (?P<value> \$\w* | \b\d{1,18}(?:\.\d{1,18})?\b(?!\.?\d) | '[^'\\]*' | "[^"\\]*" | `[^`\\]*` )
    | (?P<call> \b[^\W\d]\w*\( )
    | (?P<binary> -> | \?\. | =~ | !~ | >= | <= | != | \.(?![0-9]) | [*/<>] | (?:=(?!>)) | \b(?:mod|in|and|or)\b )
    | (?P<sign> [+-] )
    | (?P<prefix> \bnot\b )
    | (?P<name> (?!__)\b[^\W\d]\w*\b )
    | (?P<mapping> => )
    | (?P<open> [\[({] )
    | (?P<close> [\])}] )
    | (?P<comma> , )
    )""",
    re.VERBOSE,
)
_DEEPEST: Final = 40
_LONGEST: Final = 20_000


def is_plainly_valid(expression: str) -> bool:
    """Whether yaql's parser certainly accepts an expression."""
    if len(expression) > _LONGEST or not expression.isascii():
        return False
    try:
        reader = _Reader(_tokens(expression.rstrip(" \t\r\n")))
        reader.expression(0)
    except _UnclearError:
        return False
    return reader.at == len(reader.tokens) - 1


class _UnclearError(Exception):
    """The expression is not one that is understood here."""


Token = tuple[str, str]
"""What sort of token it is, and its text."""


def _tokens(expression: str) -> list[Token]:
    found = []
    at = 0
    while at < len(expression):
        match = _TOKEN.match(expression, at)
        if match is None or match.lastgroup is None:
            raise _UnclearError
        found.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return [*found, ("end", "")]


class _Reader:
    """Reads along the tokens. Each method reads one part of the grammar, or raises _UnclearError."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def take(self, *kinds: str) -> str | None:
        """The next token's text, if it is of one of these sorts."""
        kind, text = self.tokens[self.at]
        if kind not in kinds:
            return None
        self.at += 1
        return text

    def expect(self, text: str) -> None:
        if self.tokens[self.at][1] != text:
            raise _UnclearError
        self.at += 1

    def expression(self, depth: int) -> None:
        """Operands with operators before and between them. How tight these bind does not matter here."""
        while True:
            while self.take("sign", "prefix"):
                pass
            self.operand(depth)
            while self.tokens[self.at][1] == "[":
                self.at += 1
                self.arguments("]", depth)
            if not self.take("binary", "sign"):
                return

    def operand(self, depth: int) -> None:
        if depth > _DEEPEST:
            raise _UnclearError
        if self.take("value", "name"):
            return
        if self.take("call"):
            self.arguments(")", depth)
            return
        opening = self.take("open")
        if opening is None:
            raise _UnclearError
        if opening == "(":
            self.expression(depth + 1)
            self.expect(")")
        else:
            self.arguments("]" if opening == "[" else "}", depth)

    def arguments(self, closing: str, depth: int) -> None:
        """Arguments up to the closing bracket: first plain ones, then named ones (name => value)."""
        named = False
        if self.tokens[self.at][1] != closing:
            while True:
                self.expression(depth + 1)
                if self.take("mapping"):
                    self.expression(depth + 1)
                    named = True
                elif named:
                    raise _UnclearError
                if not self.take("comma"):
                    break
        self.expect(closing)
