"""Recognizer of yaql expressions that are certainly valid, without yaql itself.

Importing yaql takes ten times as long as checking a template, so only expressions that are not recognized here go to
its own parser, in the sandbox. yaql accepts whatever is accepted here; what is not accepted may still be valid: escapes
in quoted strings, empty arguments, characters outside ASCII and deep nesting are left to yaql.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
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
_DEEPEST = 40
_LONGEST = 20_000


def is_plainly_valid(expression: str) -> bool:
    """Return whether yaql's parser certainly accepts an expression."""
    if len(expression) > _LONGEST or not expression.isascii():
        return False
    try:
        reader = _Reader(_tokens(expression.rstrip(" \t\r\n")))
        reader.expression(0)
    except _UnclearError:
        return False
    return reader.at == len(reader.tokens) - 1


class _UnclearError(Exception):
    """The expression is not recognized here."""


Token = tuple[str, str]
"""Kind of a token, and its text."""


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
    """Recursive descent along the tokens. Each method reads one part of the grammar, or raises _UnclearError."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def take(self, *kinds: str) -> str | None:
        """Consume and return the next token's text if it is of one of these kinds; None otherwise."""
        kind, text = self.tokens[self.at]
        if kind not in kinds:
            return None
        self.at += 1
        return text

    def expect(self, text: str) -> None:
        """Consume a token of this very text. Raises _UnclearError for another."""
        if self.tokens[self.at][1] != text:
            raise _UnclearError
        self.at += 1

    def expression(self, depth: int) -> None:
        """Read operands with operators before and between them; precedence does not matter here."""
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
        """Read a value, a name, a call or an expression in brackets."""
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
        """Read arguments up to the closing bracket: first plain ones, then named ones (name => value)."""
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
