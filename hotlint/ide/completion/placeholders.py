"""Placeholders in the texts of templates: how they are written, which ones calls have, and where one begins at a cursor."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from hotlint.syntax.source import Span

PLACEHOLDER = re.compile(
    r"\$\{[\w.-]+\}|<[%$]?[\w.-]+[%$]?>|\{\{[ ]?[\w.-]+[ ]?\}\}|%[\w.-]+%|@[\w.-]+@|\$[A-Za-z_]\w*|\$\(\w+\)|__\w+__"
    r"|(?<![A-Z0-9])(?<![A-Z0-9]_)[A-Z](?:[A-Z0-9]|_(?=[A-Z0-9])){2,}(?![a-z])|%\w+"
)
"""What templates take for placeholders: $name, ${name}, <name>, {{name}}, %name%, @name@, __name__ and NAME."""
AFTER = 4000
"""The characters of a template or a mapping of placeholders that are read."""
_WORD = re.compile(r"[\w.$%<>{}@-]")
"""A character of a placeholder or of an expression."""
_MAPPING = re.compile(r"(?<![\w.-])params[\"']?[ ]*:(?=\s)")


def placeholders_of(text: str) -> Counter[str]:
    """Return the keys of the mappings of placeholders in a text, with the number of mappings that have each."""
    return Counter(name for found in _MAPPING.finditer(text) for name in set(keys_after(text, found.end())))


def span_of_placeholder(text: str, offset: int, names: Collection[str]) -> Span:
    """Return the span of the part of a word that begins one of some placeholders: `N` of `fqdn_N|`, for NETWORK.

    The span is empty behind a mark such as `fqdn_`; it is the whole word where no placeholder can begin in it.
    """
    start, end = _word(text, offset)
    typed = text[start:offset]
    begun = [n for n in range(len(typed)) if _begins(typed, n) and any(name.startswith(typed[n:]) for name in names)]
    if not begun and typed[-1:].isalnum():
        return Span(start, end)
    start = start + begun[0] if begun else offset
    while end > offset and not any(name.startswith(text[start:end]) for name in names):
        end -= 1
    return Span(start, end)


def _begins(word: str, at: int) -> bool:
    """Return whether a placeholder may begin within a word: at its start, a mark, a capital, or behind a mark."""
    return (
        at == 0
        or not (word[at - 1].isalnum() and word[at].isalnum())
        or (word[at - 1].islower() and word[at].isupper())
    )


def span_of_word(text: str, offset: int) -> Span:
    """Return the span of the word at the cursor in a string: only that is replaced."""
    return Span(*_word(text, offset))


def _word(text: str, offset: int) -> tuple[int, int]:
    start = end = offset
    while start > 0 and _WORD.match(text[start - 1]):
        start -= 1
    while end < len(text) and _WORD.match(text[end]):
        end += 1
    return start, end


def keys_after(text: str, start: int) -> list[str]:
    """Return the keys of the mapping that begins at an offset."""
    rest = text[start : start + AFTER]
    if rest.lstrip().startswith("{"):
        return _keys_of_flow(rest.lstrip())
    found: list[str] = []
    level = -1
    for row in rest.split("\n")[1:]:
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        indent = len(row) - len(row.lstrip())
        level = indent if level < 0 else level
        if indent < level:
            break
        match = re.match(r"""["']?([^"':]+(?::[^\s"':]+)*)["']?:(?:\s|$)""", row.strip())
        if indent == level and match:
            found.append(match.group(1))
    return found


def _keys_of_flow(text: str) -> list[str]:
    """Return the keys of the flow mapping that a text begins with; those of a broken one, too."""
    found, depth = [], 0
    for token in re.finditer(
        r"""[{}\[\]]|(?<=[{,\s])(?:"([^"\n]*)"|'([^'\n]*)'|([^\s{}\[\],:"'][^{}\[\],:\n]*)):(?=[\s{])""", text
    ):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token.group(), 0)
        if depth == 0:
            break
        key = token.group(1) or token.group(2) or token.group(3)
        if key and depth == 1:
            found.append(key.strip())
    return found
