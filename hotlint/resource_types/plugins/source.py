"""Source files of plugins: parsing, and code-point offsets in them."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 1_000_000
"""Code points of the longest source file that is read."""
_LINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class ReadProblem:
    """A reason why a plugin, or a part of it, cannot be read.

    `offset` is a 0-based code-point offset in the file; `message` is a clause that continues "it cannot be read in full:".
    """

    path: str
    offset: int
    message: str


class UnreadableError(Exception):
    """Raised for a file that cannot be parsed as Python; `offset` is a 0-based code-point offset."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def parse(text: str) -> ast.Module:
    """Return the syntax tree of a source file, without running it. Raises UnreadableError."""
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
        raise UnreadableError("it contains characters that Python source must not have") from None


def offset_of(text: str, line: int, byte_column: int) -> int:
    """Return the code-point offset of a position that the syntax tree has as 1-based line and 0-based UTF-8 byte."""
    start = 0
    for number, end in enumerate(_LINE.finditer(text), 1):
        if number >= line:
            break
        start = end.end()
    if not byte_column:
        return start
    head = text[start : start + byte_column].encode("utf-8", "surrogatepass")[:byte_column]
    return start + len(head.decode("utf-8", "ignore"))
