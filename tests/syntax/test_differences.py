"""Differences of texts: what turns one into the other, in a time that grows as the texts do."""

from __future__ import annotations

import random
import subprocess
from difflib import unified_diff
from pathlib import Path

import pytest
from time_limits import at_most

from hotlint.syntax import differences
from hotlint.syntax.differences import line_edits, marked, unified

MANY = 20_000


def changed(rng: random.Random) -> tuple[str, str]:
    """Return a text of few different lines, and another one made of it."""
    lines, kinds = rng.choice([0, 1, 5, 60]), rng.choice([1, 2, 8, 90])
    old = [f"{rng.randrange(kinds)}\n" for _ in range(lines)]
    new = list(old)
    for _ in range(rng.choice([0, 1, 3, 30])):
        at = rng.randrange(len(new) + 1)
        new[at : at + rng.randrange(2)] = [f"{rng.randrange(kinds)}\n"] * rng.randrange(2)
    ends = [rng.choice(["", "last", "\r\n"]) for _ in range(2)]
    return "".join(old) + ends[0], "".join(new) + ends[1]


@pytest.mark.parametrize("pairs", [50_000, 0])
def test_edits_turn_one_text_into_the_other(pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differences, "_PAIRS", pairs)
    rng = random.Random(1)
    for _ in range(1_000):
        before, after = changed(rng)
        made, at = "", 0
        for edit in line_edits(before, after):
            made += before[at : edit.span.start] + edit.text
            at = edit.span.end
        assert made + before[at:] == after


@pytest.mark.parametrize("pairs", [50_000, 0])
def test_git_applies_a_diff(pairs: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(differences, "_PAIRS", pairs)
    rng = random.Random(2)
    wanted, diffs = {}, ""
    for number in range(200):
        before, after = changed(rng)
        if before and after and before != after:
            (tmp_path / f"{number}.txt").write_bytes(before.encode())
            wanted[f"{number}.txt"], diffs = after, diffs + unified(f"{number}.txt", before, after)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=diffs.encode(), check=True)
    assert {name: (tmp_path / name).read_bytes().decode() for name in wanted} == wanted


def test_a_change_in_a_small_text_is_shown_as_difflib_shows_it() -> None:
    before = "".join(f"{n}: {n % 3}\n" for n in range(60))
    after = before.replace("10: 1\n", "10: 9\n").replace("40: 1\n", "")
    expected = "".join(unified_diff(before.splitlines(True), after.splitlines(True), "a/t", "b/t"))
    assert unified("t", before, after) == expected
    assert marked(["a", "b", "c", "d"], ["a", "b", "x", "d"], 1) == ["  b", "- c", "+ x", "  d"]
    assert unified("t", before, before) == ""


LINES = {
    "equal lines": (["a"] * MANY, ["a", "b"] * (MANY // 2)),
    "few kinds": ([str(n * n % 97) for n in range(MANY)], [str(n * n % 89) for n in range(MANY)]),
    "reversed": ([str(n) for n in range(MANY)], [str(n) for n in reversed(range(MANY))]),
    "between lines that stay": (
        [str(n) if n % 3 else "a" for n in range(MANY)], [str(n) if n % 3 else "b" for n in range(MANY)],
    ),
    "all lines": ([f"{n}" for n in range(MANY)], [f"-{n}" for n in range(MANY)]),
    "nested": ([str(min(n, MANY - n)) for n in range(MANY)], [str(min(n, MANY - n) + n % 2) for n in range(MANY)]),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("lines", [900, MANY])
def test_large_differences_take_a_second(name: str, lines: int) -> None:
    before, after = ("".join(f"{line}\n" for line in text[:lines]) for text in LINES[name])
    with at_most(3.0):
        assert unified("t", before, after)
        assert line_edits(before, after)
