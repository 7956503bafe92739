"""Text of a plugin -> syntax tree, whatever the text is; and places in it as code points."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 1_000_000
"""Code points of a source file that is read; no plugin of a person's hand comes near it."""
_LINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class ReadProblem:
    """Something that keeps a plugin, or a part of it, from being read.

    `offset` counts code points from 0; `message` is a clause that goes on from "it cannot be read in full:".
    """

    path: str
    offset: int
    message: str


class UnreadableError(Exception):
    """The text is not Python that this interpreter can parse."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def parse(text: str) -> ast.Module:
    """Syntax tree of a source file; nothing of it runs. Raises UnreadableError."""
    if len(text) > LONGEST:
        raise UnreadableError(f"it is too long: {len(text)} characters, at most {LONGEST} are read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        at = offset_of(text, error.lineno or 1, 0) + max(0, (error.offset or 1) - 1)
        reason = error.msg.partition(".")[0]
        raise UnreadableError(
            f"it is not valid Python 3: {reason[:1].lower()}{reason[1:]}", min(at, len(text))
        ) from None
    except (RecursionError, MemoryError):
        raise UnreadableError("it is nested too deeply") from None
    except ValueError:
        raise UnreadableError("it holds characters that no Python source may have") from None


def offset_of(text: str, line: int, byte_column: int) -> int:
    """Code points before a place that the syntax tree names by line (from 1) and UTF-8 bytes (from 0)."""
    start = 0
    for number, end in enumerate(_LINE.finditer(text), 1):
        if number >= line:
            break
        start = end.end()
    if not byte_column:
        return start
    head = text[start : start + byte_column].encode("utf-8", "surrogatepass")[:byte_column]
    return start + len(head.decode("utf-8", "ignore"))
