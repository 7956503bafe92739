"""Matching of regular expressions from templates, without hanging on a hostile one.

A pattern runs in this process only when it is shown first that it cannot take long on this very string. Python's
engine backtracks: it follows, one after another, every way to run through the pattern along the string until one
succeeds. `_Runs` counts all those ways at once, position by position, without following them; the engine takes at most
as many steps as there are. Within `BUDGET` the engine may run. Otherwise a guard decides, the sandbox; where it cannot
in time, the match stays undecided.

Heat: heat.engine.constraints.AllowedPattern
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from hotlint.common.annotations import Any, Final, TypeVar
from hotlint.common.time_limit import allowance, metered

_T = TypeVar("_T")

BUDGET: Final = 30_000
"""Steps that `_Runs` counts before it gives up, which takes itself longer than the engine's own: under 0.1 s."""
_PLAIN_BUDGET: Final = 1_000_000
"""Steps of the engine that are harmless where counting them is a matter of arithmetic: some milliseconds."""

_QUICK: Final = 2_500
"""Characters of a pattern that compiles within milliseconds."""
_STEPS: Final = 100
"""Steps of an allowance that compiling one character takes."""
_WIDE_SET: Final = 400
"""Characters that take as long to compile as one set that has others than those of ASCII."""
_WIDE: Final = re.compile(r"\\[uUNx0-7]")
"""What may write such a character."""

_WARNED_OF: Final = ("[[", "[^[", "--", "&&", "~~", "||")
"""Parts of character sets that Python warns of: they may become operations on sets."""

Guard = Callable[[str, str], "bool | None"]
"""(pattern, string) -> whether the pattern matches the whole string; None for undecided."""


Starts = dict[int, int]
"""Position in the string -> number of ways to arrive there."""


def pattern_problem(pattern: str) -> str | None:
    """Return why a pattern does not compile, as `re` words it, "" where it is too large or nested too deeply.

    None where it compiles, or where that takes too long to tell.
    """
    try:
        if _compiled(pattern) is None:
            return _sandbox().metered(_sandbox().pattern_problem, pattern)  # type: ignore[no-any-return]
    except re.error as error:
        return str(error)
    except (OverflowError, RecursionError):
        return ""
    except _TooManyError:
        pass
    return None


@lru_cache(512)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    """Return the compiled pattern; None for one that is left to the sandbox.

    A set that is not of ASCII takes as long as hundreds of characters. Raises re.error, OverflowError, RecursionError, and
    _TooManyError where the patterns of a file take too long.
    """
    wide = not pattern.isascii() or _WIDE.search(pattern) is not None
    cost = len(pattern) + (pattern.count("[") * _WIDE_SET if wide else 0)
    if not allowance().step(cost * _STEPS):
        raise _TooManyError
    return None if cost > _QUICK else metered(_quietly, re.compile, pattern)


def _sandbox() -> Any:
    return import_module("hotlint.language.sandbox.client")  # which few patterns need


def _quietly(read: Callable[[str], _T], pattern: str) -> _T:
    try:
        if not any(sign in pattern for sign in _WARNED_OF):
            return read(pattern)
        # Filters apply to the whole process, so they are left alone where they can be.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return read(pattern)
    except ValueError:  # a count of more digits than Python reads
        raise OverflowError("the repetition number is too large") from None


def safe_fullmatch(pattern: str, text: str, guard: Guard | None = None) -> bool | None:
    """Return whether a pattern matches a whole string as Heat tests it; None where undecided, or the pattern is invalid.

    `guard` matches what may take long here, None for the sandbox.

    Heat's test is a match from the start that ends at the end: the first way through the pattern decides, so that
    `a|ab` does not match 'ab', and `$` before a last newline does not help.
    """
    try:
        compiled = _compiled(pattern)
    except (re.error, OverflowError, RecursionError, _TooManyError):
        return None
    if compiled is None or not (_plainly_harmless(pattern, len(text)) or metered(is_harmless, pattern, text)):
        return (guard or _in_sandbox)(pattern, text)
    match = compiled.match(text)
    return match is not None and match.end() == len(text)


def _in_sandbox(pattern: str, text: str) -> bool | None:
    return _sandbox().metered(_sandbox().match, pattern, text)  # type: ignore[no-any-return]


def _plainly_harmless(pattern: str, length: int) -> bool:
    """Return whether a pattern is harmless by a look without parsing.

    Without a repeated group, there are at most length + 1 ways for each repeat.
    """
    if "(?" in pattern or ")*" in pattern or ")+" in pattern or "){" in pattern:
        return False
    repeats = pattern.count("*") + pattern.count("+") + pattern.count("{")
    choices = pattern.count("|") + pattern.count("?")
    return repeats < 6 and choices < 20 and bool((length + 1) ** repeats * 2**choices * len(pattern) <= _PLAIN_BUDGET)


def is_harmless(pattern: str, text: str) -> bool:
    """Return whether the engine takes at most `BUDGET` steps for this pattern and string, whatever the outcome."""
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
    """The budget is used up, or part of the pattern is of an unknown kind."""


class _Runs:
    """Counts the ways through a parsed pattern. Its methods turn ways to arrive at positions into ways to leave them."""

    def __init__(self, text: str, flags: int, ascii_pattern: bool) -> None:
        self.text = text
        self.left = BUDGET
        # Case folding knows odd pairs outside ASCII; there, any character is taken to match.
        self.ignore_case = bool(flags & re.IGNORECASE)
        self.any_case = self.ignore_case and not (ascii_pattern and text.isascii())

    def spend(self, starts: Starts) -> None:
        """Count a step for each way. Raises _TooManyError when the budget is used up."""
        self.left -= sum(starts.values())
        if self.left < 0:
            raise _TooManyError

    def sequence(self, items: Any, starts: Starts) -> Starts:
        """Return the ways through parts of a pattern that follow each other."""
        for op, args in items:
            if not starts:
                break
            self.spend(starts)
            starts = self.item(str(op), args, starts)
        return starts

    def item(self, op: str, args: Any, starts: Starts) -> Starts:
        """Return the ways through one part of a pattern. Raises _TooManyError for one of an unknown kind."""
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
            self.spend({at: ways * (len(self.text) + 1 - at) for at, ways in starts.items()})
            return _sum([dict.fromkeys(range(at, len(self.text) + 1), ways) for at, ways in starts.items()])
        if op == "GROUPREF_EXISTS":
            return _sum([starts if branch is None else self.sequence(branch, starts) for branch in args[1:]])
        if op == "FAILURE":
            return {}
        raise _TooManyError

    def character(self, op: str, args: Any, starts: Starts) -> Starts:
        """Return the ways through a part that matches one character."""
        text = self.text
        return {at + 1: ways for at, ways in starts.items() if at < len(text) and self.may_match(op, args, text[at])}

    def repeat(self, least: int, most: Any, body: Any, starts: Starts) -> Starts:
        """Return the ways through a repeated body. As in the engine, an empty round is the last once `least` is reached."""
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
        """Return whether a character may match; True where that is not certain."""
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
    r"""Return whether a character is in \d, \s, \w or their opposites; `not sure` where that is uncertain."""
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
