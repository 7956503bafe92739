"""RE2 for a Python in WebAssembly: the names of google-re2 that hotlint and cel-python use, answered by RE2JS in JavaScript.

google-re2 is compiled, and has no version for WebAssembly. build.mjs of the playground puts this module in its place; its worker
registers `re2js`.
"""

from __future__ import annotations

from typing import Any

import re2js  # type: ignore[import-not-found]
from pyodide.ffi import JsException  # type: ignore[import-not-found]


class error(Exception):  # noqa: N801, N818 - google-re2's name
    """Raised for a pattern that RE2 refuses."""


class Options:
    """What google-re2 takes beside a pattern; RE2JS writes no messages."""

    log_errors = False


class Match:
    """Where a pattern was found."""

    def __init__(self, groups: tuple[str | None, ...]) -> None:
        self._groups = groups

    def groups(self) -> tuple[str | None, ...]:
        """Return what each group captures, None where it captures nothing."""
        return self._groups


class Pattern:
    """A pattern, which the first search compiles."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    def search(self, text: str) -> Match | None:
        """Return the first match in a text. Raises error for a pattern that RE2 refuses."""
        try:
            found = re2js.captured(str(self._pattern), str(text))
        except JsException as exc:
            raise error(str(exc)) from None
        return None if found is None else Match(tuple(found.to_py()))


def compile(pattern: str, options: Any = None) -> Pattern:
    """Return what searches for a pattern."""
    return Pattern(pattern)


def search(pattern: str, text: str) -> Match | None:
    """Return the first match of a pattern in a text. Raises error for a pattern that RE2 refuses."""
    return compile(pattern).search(text)
