"""No expression of hotlint's own code takes much longer for a text that is a little longer."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from time import process_time

import pytest
from expressions import Expression, expressions, hostile_texts, modules
from for_each import for_each

from hotlint.common import globs
from hotlint.common.gitignore import IgnoreFile

TEXTS = int(os.environ.get("HOTLINT_HOSTILE_TEXTS", "30"))
"""Texts for each expression; a release is tried with 1,000."""
SHORT = (18, 22, 26, 30, 60, 200)
"""Repetitions of texts that only exponential or cubic growth makes slow."""
LONG = (125, 180, 250, 350, 500, 700, 1_000)
"""Repetitions that may take a millisecond. The first that does is compared with 4 and 16 times as many."""


def seconds(expression: Expression, text: str) -> float:
    """Return the processor time of one search."""
    start = process_time()
    expression.run(text)
    return process_time() - start


def grows(work: Callable[[int], float], short: int, long: int, longest: int) -> bool:
    """Return whether work takes much longer than n log n, by its seconds for three lengths, each four times the last.

    A busy machine makes some measurement slow, and not all of them: the first two lengths only raise a suspicion, which
    the third has to confirm at a distance that no noise covers (16 to 1 when linear, 256 to 1 when quadratic).
    """
    before, after = (min(work(count) for _ in range(3)) for count in (short, long))
    if after < 0.006 or after < 8 * before:
        return False
    return all(work(longest) > 64 * min(work(short) for _ in range(5)) for _ in range(2))


def is_slow(expression: Expression, start: str, pump: str, end: str) -> bool:
    """Return whether the time grows faster than n log n with the repetitions of a part of the text."""
    for count in SHORT:
        text = start + pump * count + end
        if seconds(expression, text) > 0.005:
            return min(seconds(expression, text) for _ in range(3)) > 0.005

    def work(count: int) -> float:
        return seconds(expression, start + pump * count + end)

    first = next((count for count in LONG if work(count) > 0.001), None)
    return first is not None and grows(work, first, 4 * first, 16 * first)


def slow_texts(expression: Expression) -> list[tuple[str, str, str]]:
    """Return a text that keeps an expression busy, in a list; an empty one when there is none among those tried."""
    chance = random.Random(904)
    texts = list(hostile_texts(expression.pattern, chance))
    chance.shuffle(texts)
    return next(([text] for text in texts[:TEXTS] if is_slow(expression, *text)), [])


MODULES = modules()


def test_all_expressions_are_found() -> None:
    found = [e for module in MODULES for e in expressions(module)]
    names = {e.where.partition(":")[0] for e in found}
    assert len(found) > 100
    assert {
        "hotlint.linter.suppression",
        "hotlint.ide.completion.lines",
        "hotlint.ide.completion.repair",
        "hotlint.analysis.file_kinds",
    } <= names


@pytest.mark.parametrize("module", MODULES)
def test_no_text_keeps_an_expression_busy(module: str) -> None:
    for expression in expressions(module):
        slow = slow_texts(expression)
        assert not slow, (
            f"{expression.where}: {expression.function} of {expression.pattern.pattern!r} is slow for {slow}"
        )


@pytest.mark.parametrize(
    ("pattern", "slow"),
    [
        (r"(a|a)*b", True), (r"(?:\s*#[^\n]*)*\n x", True), (r"\s+$", True), (r"[ ]*x", True), (r"a+a+b", True),
        (r"\s++x", True), (r"(?<!\s)\s++x", False), (r"ab*c", False),
    ],
)  # fmt: skip
def test_what_is_slow_is_found(pattern: str, slow: bool) -> None:
    import re

    assert bool(slow_texts(Expression("here", re.compile(pattern), "search"))) is slow


PIECES = ("a", "*", "?", "**", "/", "[ab]", "[!a]", "a*", "*a", "**/", "/**/", "*/", "!", "\\a")


@for_each("seed", range(60))
def test_no_path_keeps_a_glob_busy(seed: int) -> None:
    """Random patterns with many wildcards, and paths that they almost match."""
    chance = random.Random(seed)
    repeated = "".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 4)))
    pattern = repeated * chance.randrange(4, 12) + chance.choice(["b", "", "/b", "/"])
    ignored = IgnoreFile([pattern, f"/{pattern}", f"!{pattern}/"])

    def work(count: int) -> float:
        start = process_time()
        for context in ("a", "a/", "aa/", "ab/a", "/"):
            globs.matches(pattern, context * count + "c")
            ignored.ignores(context * count + "c", is_folder=False)
        return process_time() - start

    assert min(work(30) for _ in range(3)) < 0.05
    assert not grows(work, 250, 1_000, 4_000), pattern
