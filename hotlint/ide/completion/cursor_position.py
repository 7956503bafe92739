"""The position of a cursor in half-typed YAML: a mark is put at the cursor, and the parser says where the mark is.

What surrounds the cursor is read: the entry of the section that it is in. If the parser refuses that text, its broken lines are
repaired (`repair`), and it is parsed again. No other part of the text matters, whether it is valid or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from hotlint.ide.completion.lines import (
    KEY,
    MARK,
    Step,
    Surroundings,
    entry_names,
    line_end,
    quote_end,
    shape_below,
    top_keys,
)
from hotlint.ide.completion.repair import closed, repaired, still_open
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import whole_tree

Role = Literal["key", "value", "text"]

_TYPE_BEGUN = re.compile(r"[A-Z]\w*::?|\w+::\w+::")
"""The beginning of the name of a type, up to a colon that is not the one behind its key."""
_WORD = re.compile(r"[\w.:$%<>/@+*-]*")
_DASHES = re.compile(r" *(?:-(?: +|$))*")
_FLOW_KEY = re.compile(r"""[{,\[] *["']?[\w$%.-]+["']?:$""")
"""A key in braces with its colon, at the end of a line."""
_NO_START = re.compile(r"(?<![^\s\[{,])[%@`](?=[^\s\[\]{},]*$)")
"""The first character of the word at the end of a line, where YAML needs quotes."""
_IN_TEXT = re.compile(r"[\w.$%<>{}@-]")


class CursorPosition(NamedTuple):
    """The position of a cursor in the structure of a text.

    `path` leads to the node that is being typed; for role "key" to the mapping that the key belongs to; for "text" to
    the block scalar that the cursor is in. `start` to `end` are the offsets of what is typed there, without quotes.
    `maybe_key`: a mapping may be begun here instead of the value. `siblings` are the other keys of the mapping. `indent`
    is the column of the mapping or list that is typed in; 0 in flow style.
    """

    path: tuple[Step, ...]
    role: Role
    start: int
    end: int
    prefix: str
    quote: str
    flow: bool
    maybe_key: bool
    siblings: tuple[str, ...]
    indent: int
    below: str  # what follows deeper on the next lines: "map", "list" or ""
    glued: bool  # a value begins right behind the colon of its key, without the space that it needs
    has_colon: bool  # a colon follows what is typed already


class _Found(NamedTuple):
    """The place of the mark in a parsed text: the steps that lead to it, the collections on the way, and its scalar."""

    path: tuple[Step, ...]
    parents: tuple[Mapping | Sequence, ...]
    scalar: Scalar
    is_key: bool


def cursor_position(
    text: str, offset: int, meant: tuple[str, int] | None = None, *, is_closed: bool = False
) -> CursorPosition:
    """Return the position of a cursor at an offset. Never raises.

    `meant` is what the text and the offset are read as; only the row of the cursor is the same. `is_closed`: no bracket or quote
    of a line above goes on to the cursor, but was left open by mistake.
    """
    offset = max(0, min(offset, len(text)))
    around = Surroundings.of(*(meant or (text, offset)))
    for marked in _marked(around, is_closed=is_closed):
        mark = marked.find(MARK)  # which a comment had that was cut
        if mark >= 0 and (found := _find(whole_tree(marked), mark)) is not None:
            return _position(text, offset, marked, found)
    return CursorPosition((), "value", offset, offset, "", "", False, False, (), 0, "", False, False)


def _marked(around: Surroundings, *, is_closed: bool) -> Iterator[str]:
    """Yield the text around the cursor with a mark at it: as it is, then repaired. A word alone on its line is a key at first."""
    lines, whole = _lines(around)
    if whole and not is_closed:
        yield "\n".join((*around.above, whole, *around.below))
    for line in lines:
        if not is_closed:
            yield "\n".join((*around.above, line, *around.below))
            yield from repaired(around.above, line, around.below, is_closed=False)
    for line in lines:
        yield from repaired(around.above, line, around.below, is_closed=True)


def _lines(around: Surroundings) -> tuple[list[str], str]:
    """Return the line of the cursor with the mark, as it may be meant, and with the brackets closed that it opens; "" for none."""
    row, rest = _NO_START.sub("x", around.row), around.rest
    typed = row[len(_DASHES.match(row).group()) :]  # type: ignore[union-attr]
    key = KEY.match(typed)
    ends = key is not None and key.end() == len(typed)  # the colon of a key is the last character
    if ends and (rest.strip() or _is_type_begun(around, typed)) and rest[:1] not in (" ", ",", "}", "]"):
        key, ends = None, False
    if not ends and _FLOW_KEY.search(typed) is not None and rest[:1] in ("", " ", ",", "}", "]"):
        ends = True
    cut = f"{row}{' ' if ends else ''}{MARK}"
    line = cut + rest
    value = typed[key.end() :].lstrip() if key is not None else typed
    if value[:1] in ("{", "[") and (opened := still_open(value + rest)) and "#" not in rest:
        return [line], line + closed(opened)
    if key is not None or typed[:1] in ("{", "[") or rest.lstrip(" \"'").startswith(":"):
        return ([line, cut] if rest.strip() else [line]), ""
    word = rest[: _WORD.match(rest).end()]  # type: ignore[union-attr]
    behind = rest[len(word) :]
    quote = typed[:1] if typed[:1] in ("'", '"') and quote_end(typed + rest, 0, len(typed + rest)) is None else ""
    return [f"{row}{MARK}{word}{quote}:{' ' * bool(behind.strip())}{behind}", line + quote], ""


def _is_type_begun(around: Surroundings, typed: str) -> bool:
    """Return whether a colon at the cursor belongs to the name of a type in a resource registry, as in `OS:|`."""
    in_registry = bool(around.above) and around.above[0].startswith("resource_registry")
    return in_registry and _TYPE_BEGUN.fullmatch(typed) is not None


def _find(node: Node | None, mark: int) -> _Found | None:
    """Return the place of the mark in a tree; None if it is not in one of its scalars."""
    path: list[Step] = []
    parents: list[Mapping | Sequence] = []
    while node is not None and not isinstance(node, Scalar):
        parents.append(node)
        below: Node | None = None
        if isinstance(node, Mapping):
            for entry in node.entries:
                if isinstance(entry.key, Scalar) and entry.key.start <= mark < entry.key.end:
                    return _Found(tuple(path), tuple(parents), entry.key, True)
                if entry.value.start <= mark < entry.value.end:
                    below = entry.value
                    path.append(entry.key.text if isinstance(entry.key, Scalar) else "")
                    break
        else:
            for index, item in enumerate(node.items):
                if item.start <= mark < item.end:
                    below = item
                    path.append(index)
                    break
        node = below
    return _Found(tuple(path), tuple(parents), node, False) if isinstance(node, Scalar) else None


def _position(text: str, offset: int, marked: str, found: _Found) -> CursorPosition:
    """Return the position of the cursor in its text, by the place of the mark in another text with the same line."""
    path, parents, scalar, is_key = found
    parent = parents[-1] if parents else None
    flow = any(outer.flow for outer in parents)
    column = _column(marked, parent.start) if parent is not None and not flow else 0
    if scalar.style in ("|", ">"):
        start = offset
        while start and _IN_TEXT.match(text, start - 1) is not None:
            start -= 1
        return _made(text, path, "text", start, offset, "", flow=False, indent=-1)
    quote, mark = scalar.style, marked.index(MARK)
    typed = marked[scalar.start + len(quote) : mark]
    if typed.endswith(" ") and text[offset - 1 : offset] == ":":
        typed = typed[:-1]  # the blank that was put behind a colon
    start = offset - len(typed)
    if is_key and isinstance(parent, Mapping):
        is_item = len(parents) > 1 and isinstance(parents[-2], Sequence) and marked[parent.start] != "{"
        if flow and is_item:  # the colon that was added makes a pair of an item
            return _made(text, path, "value", start, offset, quote, flow=True, indent=0)
        siblings = _siblings(text, offset, path, parent, column)
        is_first = parent.entries[0].key is scalar
        maybe_key = is_first and bool(path) and not flow
        return _made(text, path, "key", start, offset, quote, flow=flow, indent=column, maybe_key=maybe_key)._replace(
            siblings=siblings
        )
    if not flow and not text[text.rfind("\n", 0, offset) + 1 : start - len(quote)].strip(" -"):
        return _made(text, path, "key", start, offset, quote, flow=False, indent=column, maybe_key=True)
    return _made(text, path, "value", start, offset, quote, flow=flow, indent=column)


def _siblings(text: str, offset: int, path: tuple[Step, ...], parent: Mapping, column: int) -> tuple[str, ...]:
    """Return the other keys of the mapping of a key: of a section, those of all entries, not only of what was read."""
    names = [entry.key.text for entry in parent.entries if isinstance(entry.key, Scalar)]
    if not parent.flow and len(path) < 2:
        names = entry_names(text, offset, column) if path else [*top_keys(text, offset), *names]
    return tuple(name for name in names if MARK not in name)


def _column(text: str, offset: int) -> int:
    return offset - (text.rfind("\n", 0, offset) + 1)


def _made(
    text: str,
    path: tuple[Step, ...],
    role: Role,
    start: int,
    offset: int,
    quote: str,
    *,
    flow: bool,
    indent: int,
    maybe_key: bool = False,
) -> CursorPosition:
    """Return a position, with what the text says of the place: the word there, and what follows it."""
    end = _word_end(text, start, offset, quote)
    colon = role == "key" and text[end + len(quote) : line_end(text, end)].lstrip(" ").startswith(":")
    glued = role == "value" and start > 0 and start == offset and text[start - 1] == ":" and not quote
    below = shape_below(text, offset, -1 if flow else indent)
    prefix = text[start:offset]
    return CursorPosition(
        path, role, start, end, prefix, quote, flow, maybe_key, (), max(indent, 0), below, glued, colon
    )


def _word_end(text: str, start: int, offset: int, quote: str) -> int:
    """Return the end of the word at an offset; in quotes, the end of the quoted text, which begins at `start`."""
    if quote:
        end = quote_end(text, start - 1, line_end(text, offset))
        return max(end - 1, offset) if end is not None else offset
    found = _WORD.match(text, offset)
    end = found.end() if found else offset
    while end > offset and text[end - 1] == ":" and text[end : end + 1] in ("", " ", "\n", "\r"):
        end -= 1
    return end
