"""How a string is written as a scalar, so that Heat's YAML loader reads the same string again."""

from __future__ import annotations

import re
from functools import lru_cache

from hotlint.syntax.scalars import typed

_PLAIN = re.compile(r"[\w$<./](?:[\w.$%<>@/+-]|:(?=[\w:]))*")
"""What YAML reads as one plain scalar in block and in flow style."""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@lru_cache(4096)
def written(text: str) -> str:
    """Return a string as the text of a scalar: plain where that is read as the same string, otherwise in quotes.

    `y` and `n` are in quotes, too: YAML 1.1 has them as booleans, though Heat's loader does not.
    """
    if _PLAIN.fullmatch(text) and typed(text) == text and text.lower() not in ("y", "n"):
        return text
    quote = "'" if text.isprintable() else '"'
    return quote + within(text, quote) + quote


def within(text: str, quote: str) -> str:
    """Return a string as it is written between quotes of a kind. Text between single quotes has to be printable."""
    return text.replace("'", "''") if quote == "'" else "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    return _ESCAPES.get(char, char) if char in _ESCAPES or char.isprintable() else escape(char)


def escape(char: str) -> str:
    """Return the escape of a character in a double-quoted scalar, which is the only place for one that is not shown."""
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
