"""Explanations of YAML errors: a parser error as a Problem at the place that has to change, with the likely cause.

Imported only when the parser has failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import yaml

from hotlint.syntax.nodes import Mapping, Problem, Scalar
from hotlint.syntax.source import Span

_LENIENT_COLON = re.compile(r":[][{},?]")


def explain_error(exc: yaml.YAMLError | UnicodeError, text: str, shift: int) -> Problem:
    """Return a parser error as a Problem: at the span that has to change, with the likely cause."""
    if isinstance(exc, yaml.reader.ReaderError | UnicodeError):
        return _bad_character(text)
    mark = getattr(exc, "problem_mark", None)
    at = min(mark.index + shift if mark is not None else 0, len(text))
    context = getattr(exc, "context_mark", None)
    opened = min(context.index + shift, len(text)) if context is not None else None
    return _cause(text, at, opened, str(getattr(exc, "context", "") or ""), str(getattr(exc, "problem", "") or exc))


def leniencies(tabs: Iterable[int], text: str, mappings: Iterable[Mapping]) -> Iterator[Problem]:
    """Yield the problems with a text that Heat reads although libyaml, as most YAML parsers, refuses it.

    `tabs` are the offsets of tabs in the indentation of block scalars. libyaml stops at the first problem, so a tab behind a colon is none.
    """
    keys = (entry.key for mapping in mappings for entry in mapping.entries)
    plain = (key for key in keys if isinstance(key, Scalar) and not key.style)
    colons = [key.end for key in plain if _LENIENT_COLON.match(text, key.end)]
    first = min(colons, default=len(text))
    yield from (
        Problem("lenient-tab", "tab in the indentation of a block of text", Span(at, at + 1))
        for at in tabs
        if at < first
    )
    for at in colons:
        yield Problem("lenient-colon", "colon has no space after it", Span(at, at + 1))


def _bad_character(text: str) -> Problem:
    found = re.search(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufeff\uff00-\ufffd\U00010000-\U0010ffff]", text)
    at = found.start() if found else 0
    return Problem(
        "character", f"character U+{ord(text[at]) if text else 0:04X} is not allowed in YAML", Span(at, at + 1)
    )


def _cause(text: str, at: int, opened: int | None, context: str, problem: str) -> Problem:
    line_start = text.rfind("\n", 0, at) + 1
    before = text[line_start:at]
    char = text[at : at + 1]
    here = Span(at, at + 1)
    quote = _quote_around(text, at)
    if quote is not None:
        return _unclosed_quote(text, quote, at)
    if "quoted scalar" in context and opened is not None:
        return _in_quotes(text, at, opened, problem)
    if char == "\t" or "\t" in before[: len(before) - len(before.lstrip())]:
        tab = at if char == "\t" else line_start + before.index("\t")
        return Problem("tab", "tab instead of spaces; YAML requires spaces for indentation", Span(tab, tab + 1))
    if "cannot start any token" in problem:
        return _cannot_start(text, at, char)
    if "mapping values are not allowed" in problem:
        return _misplaced_colon(text, at, line_start)
    if opened is not None and "flow" in context:
        opened = _unclosed(text, opened)
        bracket = text[opened : opened + 1]
        close = {"[": "]", "{": "}"}.get(bracket, bracket)
        if char in ("", "\n") or opened < line_start:
            message = f"`{bracket}` is not closed with `{close}`"
            return Problem("bracket", message, Span(opened, opened + 1))
        if _follows_quote(before, char):
            return _after_quote(text, at)
        return Problem("bracket", f"expected `,` or `{close}` after an item of the `{bracket}` that opens before", here)
    if "block mapping" in context or "block collection" in context:
        if _follows_quote(before, char):
            return _after_quote(text, at)
        return _indentation(text, at, opened, char)
    if "could not find expected ':'" in problem:
        return _missing_colon(text, at, opened, line_start)
    if char in ("]", "}", ","):
        return Problem("bracket", f"unexpected `{char}`; a string that contains it needs quotes", here)
    if "anchor" in context or "alias" in context:
        return Problem(
            "syntax", "`&` or `*` is not followed by a name; a string that starts with one of them needs quotes", here
        )
    if (found := _indicator(text, at, opened, context, problem)) is not None:
        return found
    plain = problem or context or "it breaks the rules of YAML"
    return Problem("syntax", f"invalid YAML: {plain}", here)


def _indicator(text: str, at: int, opened: int | None, context: str, problem: str) -> Problem | None:
    """Return the problem of a character with a meaning in YAML, where libyaml and PyYAML's own parser have different words."""
    here = Span(at, at + 1)
    if "directive" in context and opened is not None:
        return _cannot_start(text, opened, "%")
    if "document start" in problem:
        return Problem("syntax", "unexpected text; the value above it is complete, and a file holds only one", here)
    if "node content" in problem:
        return Problem("syntax", "a value is missing here; a string that starts with a sign of YAML needs quotes", here)
    if "sequence entries are not allowed" in problem:
        return Problem("syntax", "unexpected `-`; a list starts on a line of its own", here)
    if "mapping keys are not allowed" in problem:
        return Problem("syntax", "unexpected `?`; a string that starts with it needs quotes", here)
    if "block scalar" in context and opened is not None:
        sign = text[opened : opened + 1]
        message = f"unexpected text after `{sign}`; the block of text starts on the next line"
        return Problem("syntax", message, here)
    if "tag" in context and opened is not None:
        message = "`!` is not followed by the name of a tag; a string that starts with it needs quotes"
        return Problem("syntax", message, Span(opened, opened + 1))
    return None


def _in_quotes(text: str, at: int, opened: int, problem: str) -> Problem:
    """Return the problem of a quoted string: an escape that there is none of, or no end."""
    escape = text.rfind("\\", opened, at + 1)
    if escape >= 0 and ("escape" in problem or "hexdecimal" in problem):
        wrong = text[escape : escape + 2]
        message = f"`{wrong}` is not a valid escape in double quotes; write `\\{wrong}`, or use single quotes"
        return Problem("quote", message, Span(escape, escape + len(wrong)))
    return Problem("quote", f"quote {text[opened : opened + 1]} is never closed", Span(opened, opened + 1))


def _quote_around(text: str, at: int) -> int | None:
    """Return where a quoted string opens that ends just before an offset, on its line, with entries of a mapping inside it.

    Such a quote was to end on its own line: the quote that ends the string is one that was to open another. None without one.
    """
    found = None
    line_start = text.rfind("\n", 0, at) + 1
    if not any(quote in text[line_start:at] and quote in text[:line_start] for quote in "'\""):
        return None  # no such string, which a scan of the whole text would take long to find
    try:
        for token in yaml.scan(text[:at], Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            is_quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
            if is_quoted and token.start_mark.index < line_start <= token.end_mark.index:
                found = token.start_mark.index
    except yaml.YAMLError:
        pass
    inside = text[found:at] if found is not None else ""
    return found if re.search(r"\n *(?:- |[\w.:-]+:(?: |\n))", inside) else None


def _unclosed_quote(text: str, opened: int, at: int) -> Problem:
    line = text.count("\n", 0, at) + 1
    message = f"quote {text[opened : opened + 1]} is not closed on its line, so the string ends at the next one, in line {line}"
    return Problem("quote", message, Span(opened, opened + 1), Span(at, at + 1))


def _follows_quote(before: str, char: str) -> bool:
    """Return whether a character, one that text may begin with, follows a quote on its line."""
    return before.rstrip(" ").endswith(("'", '"')) and char not in "\r\n]},"  # each text contains ""


def _after_quote(text: str, at: int) -> Problem:
    end = at + len(re.match(r"[^\s,\[\]{}]*", text[at:]).group())  # type: ignore[union-attr]
    message = "unexpected text after the quote that ends a string; put all of the string in quotes, or none of it"
    return Problem("quote", message, Span(at, max(end, at + 1)))


def _unclosed(text: str, opened: int) -> int:
    """Return the offset of the bracket that the parser means: at the end of a text, its mark may be past it."""
    if text[opened : opened + 1] in ("[", "{"):
        return opened
    waiting: list[int] = []
    for at, char in enumerate(text[:opened]):
        if char in "[{":
            waiting.append(at)
        elif char in "]}" and waiting:
            waiting.pop()
    return waiting[-1] if waiting else opened


def _cannot_start(text: str, at: int, char: str) -> Problem:
    end = at + len(re.match(r"[^\s,\[\]{}#]*", text[at:]).group())  # type: ignore[union-attr]
    word = text[at : max(end, at + 1)]
    span = Span(at, max(end, at + 1))
    if char == "%":
        return Problem("percent", f"string '{word}' starts with `%`, so it needs quotes", span)
    return Problem("character", f"string '{word}' starts with `{char}`, so it needs quotes", span)


def _misplaced_colon(text: str, at: int, line_start: int) -> Problem:
    before = text[line_start:at]
    if ":" in before.strip():
        message = "unexpected second `: ` on one line; a string that contains a colon and a space needs quotes"
        return Problem("colon", message, Span(at, at + 1))
    start = line_start + len(before) - len(before.lstrip())
    message = "unexpected indentation; a `key: value` cannot start here, deeper than the string or entry above it"
    if (columns := _beside(text, line_start)) is not None:
        message = f"unexpected indentation; the lines beside it are indented by {columns} spaces"
    return Problem("indentation", message, Span(start, max(at, start + 1)))


def _indentation(text: str, at: int, opened: int | None, char: str) -> Problem:
    colon = text.find(":", at)
    end = min(_line_end(text, at), colon if colon >= 0 else len(text))
    span = Span(at, max(min(end, len(text)), at + 1))
    if char == "-":
        return Problem(
            "indentation", "unexpected list item; its indentation matches neither a list nor a mapping above it", span
        )
    if char in ("]", "}", ","):
        return Problem("bracket", f"unexpected `{char}`; a string that contains it needs quotes", Span(at, at + 1))
    if (columns := _beside(text, text.rfind("\n", 0, at) + 1)) is not None:
        return Problem("indentation", f"wrong indentation; the lines beside it are indented by {columns} spaces", span)
    if opened is not None:
        column = opened - (text.rfind("\n", 0, opened) + 1)
        message = f"wrong indentation; the entries of this mapping are indented by {column} spaces"
        return Problem("indentation", message, span)
    return Problem("indentation", "wrong indentation; it matches nothing above this line", span)


def _beside(text: str, line_start: int) -> int | None:
    """Return the indentation that the lines above and below a line have in common, where it is hardly another; else None."""
    own = re.match(" *", text[line_start:]).end()  # type: ignore[union-attr]
    above = re.findall(r"(?m)^( *)[^ #\n]", text[:line_start])
    below = re.search(r"(?m)^( *)[^ #\n]", text[_line_end(text, line_start) :].lstrip("\r\n"))
    if not above or below is None or len(above[-1]) != len(below[1]):
        return None
    columns = len(below[1])
    return columns if 0 < abs(columns - own) <= 2 else None


def _missing_colon(text: str, at: int, opened: int | None, line_start: int) -> Problem:
    start = opened if opened is not None else line_start
    end = _line_end(text, start)
    word = text[start:end].strip()[:40]
    message = f"missing `:` after '{word}', which is neither a `key: value` nor part of the string above it"
    return Problem("colon", message, Span(start, max(end, start + 1)))


def _line_end(text: str, at: int) -> int:
    """Return the offset of the end of a line, before its line ending."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if text[at:end].endswith("\r") else end
