"""Choose tests by an expression such as `address and not (large or snapshot)`, as the option -k has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_TOKEN = re.compile(r"(\(|\)|[^\s()]+)")
LENGTH_LIMIT = 1_000
"""Characters of an expression."""
Matches = Callable[[str], bool]


class SelectionError(ValueError):
    """Raised for an expression that is not written as one."""


def selection(expression: str) -> Matches:
    """Return a function of a test's full name: words are found in it whatever their case. Raises SelectionError."""
    if len(expression) > LENGTH_LIMIT:
        raise SelectionError(f"-k takes at most {LENGTH_LIMIT:,} characters")
    tokens = [match[1] for match in _TOKEN.finditer(expression.strip())]
    parser = _Parser(iter([*tokens, ""]), expression)
    found = parser.either()
    if parser.token:
        raise parser.error()
    return lambda name: found(name.lower())


class _Parser:
    """Reads an expression by recursive descent: `or` binds less than `and`, and that less than `not`."""

    def __init__(self, tokens: Iterator[str], expression: str) -> None:
        self._tokens = tokens
        self._expression = expression
        self.token = next(tokens)

    def error(self) -> SelectionError:
        where = f"before '{self.token}'" if self.token else "at its end"
        return SelectionError(f"-k '{self._expression}' is not an expression of words with and, or, not: see {where}")

    def either(self) -> Matches:
        return self._joined("or", self.both, any)

    def both(self) -> Matches:
        return self._joined("and", self.one, all)

    def _joined(self, word: str, part: Callable[[], Matches], combine: Callable[[Iterator[bool]], bool]) -> Matches:
        parts = [part()]
        while self.token == word:
            self._next()
            parts.append(part())
        return lambda name: combine(part(name) for part in parts)

    def one(self) -> Matches:
        token = self.token
        if token in ("", ")", "and", "or"):
            raise self.error()
        self._next()
        if token == "not":
            inner = self.one()
            return lambda name: not inner(name)
        if token == "(":
            inner = self.either()
            if self.token != ")":
                raise self.error()
            self._next()
            return inner
        word = token.lower()
        return lambda name: word in name

    def _next(self) -> None:
        self.token = next(self._tokens)
