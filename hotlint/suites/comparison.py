"""Comparisons of an expected value with one of a dry run. The answer None means that it is not known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from hotlint.language.origins import ATTRIBUTE, REFERENCE, sources_of
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value, equal, is_known, settled

_QUANTIFIER = re.compile(r"(?<!\\)(?:\\\\)*[*+{?]")
_RISKY = re.compile(r"\)[*+{?]|\\[1-9]|\(\?P=")
_SHORT = 2_000
"""Characters of a text in which a simple pattern is looked for without the sandbox."""
_SIMPLE_QUANTIFIERS = 2


class TooSlowError(Exception):
    """Raised for a regular expression that takes longer than the sandbox allows."""


def same(actual: Value, expected: Any) -> bool | None:
    """Return whether two values are equal. Booleans and numbers are different, and so are numbers and strings."""
    if not (is_known(actual) and is_known(expected)):
        return equal(actual, expected)
    return _same(actual, expected)


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(value, b[key]) for key, value in a.items())
    return bool(a == b)


def contains(actual: Value, expected: Any) -> bool | None:
    """Return whether a string contains another, a list an item, or a mapping the entries of another."""
    if isinstance(actual, PartialText):
        pieces = [piece for piece in actual.parts if isinstance(piece, str)]
        return True if isinstance(expected, str) and any(expected in piece for piece in pieces) else None
    if isinstance(actual, Unknown | Either):
        return None
    if isinstance(actual, dict):
        actual = settled(actual)
    if isinstance(actual, Partial):
        return contains(actual.known, expected) or None
    if isinstance(actual, str):
        return isinstance(expected, str) and expected in actual
    if isinstance(actual, list):
        return _any([same(item, expected) for item in actual])
    if isinstance(actual, dict) and isinstance(expected, dict):
        answers = [same(actual[key], item) if key in actual else False for key, item in expected.items()]
        return False if False in answers else None if None in answers else True
    return isinstance(actual, dict) and isinstance(expected, str) and expected in actual


def _any(answers: list[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def referred(value: Value) -> dict[str, bool]:
    """Return the resources whose ID or attribute is in a value: whether it is there in any case, or depends on a condition."""
    if isinstance(value, Unknown):
        return {source.name: True for source in sources_of(value) if source.kind in (REFERENCE, ATTRIBUTE)}
    if isinstance(value, Either):
        one, other = referred(value.if_true), referred(value.if_false)
        return {name: bool(one.get(name) and other.get(name)) for name in one | other}
    if isinstance(value, Partial):
        return referred([value.known, value.rest])
    inner = value.parts if isinstance(value, PartialText) else value.values() if isinstance(value, dict) else value
    found: dict[str, bool] = {}
    for item in inner if not isinstance(inner, str) and isinstance(inner, Iterable) else ():
        for name, always in referred(item).items():
            found[name] = found.get(name, False) or always
    return found


def matches_anyway(pattern: str, text: PartialText) -> bool | None:
    """Return whether a regular expression is found in a partly known string, if its known parts decide. Raises TooSlowError.

    A pattern whose meaning depends on what is around it, but for one `^` at its start or `$` at its end, decides nothing.
    """
    first, last = text.parts[0], text.parts[-1]
    starts, ends = pattern.startswith("^"), re.search(r"(?<!\\)(?:\\\\)*\$\Z", pattern) is not None
    body = pattern[starts : len(pattern) - ends]
    bare = re.sub(r"\\[^AbBZ]|\[\^", "", body)
    if re.search(r"\(\?(?!:)|[*+?}]\+|[\^$\\]", bare) or ((starts or ends) and "|" in bare):
        return None
    pieces = [first] if starts else [last] if ends else text.parts
    if not (starts and ends) and any(found_in(pattern, piece) for piece in pieces if isinstance(piece, str)):
        return True
    head, tail = _literal(body, at_end=False), _literal(body, at_end=True)
    if starts and isinstance(first, str) and not (first.startswith(head) or head.startswith(first)):
        return False
    if (
        ends
        and isinstance(last, str)
        and not (last.endswith((tail, f"{tail}\n")) or f"{tail}\n".endswith(last) or tail.endswith(last))
    ):
        return False
    return None


def _literal(body: str, *, at_end: bool) -> str:
    """Return the characters at the start or end of a pattern that stand for themselves; "" where that is not certain."""
    if at_end:
        backwards = re.match(r"[\w/:@,; -]*", body[::-1])
        assert backwards is not None
        before, found = body[: len(body) - backwards.end()], backwards[0][::-1]
        opened = max(map(before.rfind, "[{(")) > max(map(before.rfind, "])}"))
        if opened or (before.endswith("\\") and re.match("[0-9uxUN]", found)):
            return ""
        return found[before.endswith("\\") :]
    start = re.match(r"[\w/:@,; -]*", body)
    assert start is not None
    return start[0][:-1] if body[start.end() : start.end() + 1] in (*"*?{+",) and start[0] else start[0]


def found_in(pattern: str, text: str) -> bool:
    """Return whether a regular expression is found in a text. Raises TooSlowError.

    A pattern that may take long runs in the sandbox, which is stopped after its budget.
    """
    quantifiers = len(_QUANTIFIER.findall(pattern))
    if quantifiers <= _SIMPLE_QUANTIFIERS and len(text) <= _SHORT and not _RISKY.search(pattern):
        return re.search(pattern, text) is not None
    from hotlint.language.sandbox import client

    flags = re.match(r"\(\?[aiLmsux]+\)", pattern)
    head, rest = (flags[0], pattern[flags.end() :]) if flags else ("", pattern)
    answer = client.match(f"{head}(?s:.*?)(?:{rest})(?s:.*)", text)
    if answer is None:
        raise TooSlowError(f"the regular expression '{pattern[:60]}' takes longer than a test may")
    return answer
