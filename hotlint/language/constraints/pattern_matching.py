"""Matching patterns of strangers without hanging.

A regular expression of a template runs in this process only when it is shown first that it cannot take long on this
very text. Python's engine backtracks: it follows, one after another, every way to run through the pattern along the
text until one succeeds. `_Runs` counts all those ways at once, position by position, without following them; the engine
takes at most as many steps as there are. Within `BUDGET` the engine may run. Otherwise the guard decides, a process that
can be stopped; what it cannot tell in time, or without a guard, stays open.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

BUDGET: Final = 30_000
"""Steps that `_Runs` counts before it gives up, which takes itself longer than the engine's own: under 0.1 s."""
_PLAIN_BUDGET: Final = 1_000_000
"""Steps of the engine that are harmless where counting them is a matter of arithmetic: some milliseconds."""

_WARNED_OF: Final = ("[[", "[^[", "--", "&&", "~~", "||")
"""What Python warns of in sets of characters, for it may mean operations on sets one day."""

Guard = Callable[[str, str], "bool | None"]


class _Wall:
    """Asks `hotlint.language.sandbox.client`, which starts with the first question; for some time only, when there are a great many."""

    SECONDS = 2.0
    """How much time questions may take at once."""
    REFILL = 0.1
    """What comes back of it with every second that goes by."""

    def __init__(self) -> None:
        self.left = self.SECONDS
        self.since = 0.0

    def __call__(self, pattern: str, text: str) -> bool | None:
        from time import monotonic

        from hotlint.language.sandbox import client

        start = monotonic()
        self.left = min(self.SECONDS, self.left + (start - self.since) * self.REFILL)
        found = client.match(pattern, text) if self.left > 0 else None
        self.since = monotonic()
        self.left -= self.since - start
        return found


_guard: Guard | None = _Wall()
_T = TypeVar("_T")

Starts = dict[int, int]
"""Position in the text -> number of ways to arrive there."""


def set_guard(guard: Guard | None) -> None:
    """Sets who matches what may take long: (pattern, text) -> whether all of it matches, or None for undecided."""
    global _guard
    _guard = guard


def compile_quietly(pattern: str) -> re.Pattern[str]:
    """`re.compile` without Python's warnings of future changes. Raises re.error, OverflowError, RecursionError."""
    return _quietly(re.compile, pattern)


def _quietly(read: Callable[[str], _T], pattern: str) -> _T:
    if not any(sign in pattern for sign in _WARNED_OF):
        return read(pattern)
    # Silencing is for the whole process, so it is left alone where it can be.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return read(pattern)


def safe_fullmatch(pattern: str, text: str) -> bool | None:
    """Whether a pattern matches a whole text as Heat tests it; None when that is undecided, or the pattern is bad.

    Heat's test is a match from the start that ends at the end: the first way through the pattern decides, so that
    `a|ab` does not match 'ab', and `$` before a last newline does not help.
    """
    try:
        compiled = compile_quietly(pattern)
    except (re.error, OverflowError, RecursionError):
        return None
    if not (_plainly_harmless(pattern, len(text)) or is_harmless(pattern, text)):
        return _guard(pattern, text) if _guard is not None else None
    match = compiled.match(text)
    return match is not None and match.end() == len(text)


def _plainly_harmless(pattern: str, length: int) -> bool:
    """A first look that needs no parsing: with no repeated group, there are at most length + 1 ways for each repeat."""
    if "(?" in pattern or ")*" in pattern or ")+" in pattern or "){" in pattern:
        return False
    repeats = pattern.count("*") + pattern.count("+") + pattern.count("{")
    choices = pattern.count("|") + pattern.count("?")
    return repeats < 6 and choices < 20 and bool((length + 1) ** repeats * 2**choices * len(pattern) <= _PLAIN_BUDGET)


def is_harmless(pattern: str, text: str) -> bool:
    """Whether the engine, however it fares, takes at most `BUDGET` steps for this pattern and text."""
    if len(pattern) + len(text) > BUDGET:
        return False
    try:
        # Not public, but what `re` itself compiles from; should it change, patterns are only left undecided.
        parsed = _quietly(import_module("re._parser").parse, pattern)
        _Runs(text, parsed.state.flags, pattern.isascii()).sequence(parsed, {0: 1})
    except (_TooManyError, RecursionError, ImportError, AttributeError, TypeError, ValueError):
        return False
    return True


class _TooManyError(Exception):
    """The budget is used up, or part of the pattern is of a kind that is not known here."""


class _Runs:
    """Counts the ways through a parsed pattern. Every method maps ways of arriving to ways of having passed."""

    def __init__(self, text: str, flags: int, ascii_pattern: bool) -> None:
        self.text = text
        self.left = BUDGET
        # Case folding knows odd pairs outside ASCII; there, any character is taken to match.
        self.ignore_case = bool(flags & re.IGNORECASE)
        self.any_case = self.ignore_case and not (ascii_pattern and text.isascii())

    def spend(self, starts: Starts) -> None:
        self.left -= sum(starts.values())
        if self.left < 0:
            raise _TooManyError

    def sequence(self, items: Any, starts: Starts) -> Starts:
        for op, args in items:
            if not starts:
                break
            self.spend(starts)
            starts = self.item(str(op), args, starts)
        return starts

    def item(self, op: str, args: Any, starts: Starts) -> Starts:
        if op in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            return self.character(op, args, starts)
        if op == "SUBPATTERN":
            if args[1] & re.IGNORECASE:
                self.ignore_case = self.any_case = True
            return self.sequence(args[3], starts)
        if op == "ATOMIC_GROUP":
            return self.sequence(args, starts)
        if op == "BRANCH":
            return _sum([self.sequence(branch, starts) for branch in args[1]])
        if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self.repeat(args[0], args[1], args[2], starts)
        if op in ("ASSERT", "ASSERT_NOT"):
            back = args[1].getwidth()[0] if args[0] < 0 else 0
            self.sequence(args[1], {at - back: ways for at, ways in starts.items() if at >= back})
            return starts
        if op == "AT":
            return starts
        if op == "GROUPREF":  # takes what the group took, which is not known here: any length
            return _sum([dict.fromkeys(range(at, len(self.text) + 1), ways) for at, ways in starts.items()])
        if op == "GROUPREF_EXISTS":
            return _sum([starts if branch is None else self.sequence(branch, starts) for branch in args[1:]])
        if op == "FAILURE":
            return {}
        raise _TooManyError

    def character(self, op: str, args: Any, starts: Starts) -> Starts:
        text = self.text
        return {at + 1: ways for at, ways in starts.items() if at < len(text) and self.may_match(op, args, text[at])}

    def repeat(self, least: int, most: Any, body: Any, starts: Starts) -> Starts:
        """Rounds of the body. As in the engine, a round that took no text is the last, once `least` is reached."""
        may_be_empty = body.getwidth()[0] == 0
        passed: list[Starts] = [starts] if least == 0 else []
        count = 0
        while starts and count < int(most):
            self.spend(starts)
            if may_be_empty and count >= least:
                ends = [(at, self.sequence(body, {at: ways})) for at, ways in starts.items()]
                passed += [{at: end.pop(at)} for at, end in ends if at in end]
                starts = _sum([end for _, end in ends])
            else:
                starts = self.sequence(body, starts)
            count += 1
            if count >= least:
                passed.append(starts)
        return _sum(passed)

    def may_match(self, op: str, args: Any, char: str) -> bool:
        """Whether a character may match; yes, where that is not certain."""
        if op == "ANY" or self.any_case:
            return True
        variants = {char, char.lower(), char.upper()} if self.ignore_case else {char}
        if op == "LITERAL":
            return any(ord(c) == args for c in variants if len(c) == 1)
        if op == "NOT_LITERAL":
            return any(ord(c) != args for c in variants if len(c) == 1)
        items = [(str(kind), value) for kind, value in args]
        if items[0][0] == "NEGATE":
            return self.ignore_case or not any(_surely_in(kind, value, char) for kind, value in items[1:])
        return any(_maybe_in(kind, value, c) for kind, value in items for c in variants if len(c) == 1)


def _maybe_in(kind: str, value: Any, char: str) -> bool:
    if kind == "CATEGORY":
        return _category(str(value), char, sure=False)
    return _surely_in(kind, value, char)


def _surely_in(kind: str, value: Any, char: str) -> bool:
    if kind == "LITERAL":
        return bool(ord(char) == value)
    if kind == "RANGE":
        return bool(value[0] <= ord(char) <= value[1])
    return _category(str(value), char, sure=True)


def _category(name: str, char: str, *, sure: bool) -> bool:
    r"""Whether a character is in \d, \s, \w or their opposites; `sure` tells which way to err outside ASCII."""
    if not char.isascii() or "\x1c" <= char <= "\x1f":
        return not sure
    short = name.removeprefix("CATEGORY_").removeprefix("UNI_")
    belongs = {"DIGIT": char.isdigit(), "SPACE": char.isspace(), "WORD": char.isalnum() or char == "_"}
    if "NOT_" in short:
        return not belongs.get(short.replace("NOT_", ""), not sure)
    return belongs.get(short, not sure)


def _sum(parts: list[Starts]) -> Starts:
    if len(parts) == 1:
        return parts[0]
    total: Starts = {}
    for part in parts:
        for at, ways in part.items():
            total[at] = total.get(at, 0) + ways
    return total
