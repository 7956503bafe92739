"""One term for one thing: names, docstrings, comments, messages, help and documents use no banned word."""

from __future__ import annotations

from functools import cache

import pytest
from for_each import for_each
from vocabulary import TOP, Hit, hits_in, tracked_files

SCANNED = {
    "hotlint": ("hotlint/*.py",),
    "rules": ("rules/*.py",),
    "server": ("server/*.py", "server/*.md"),
    "tests": ("tests/*.py",),
    "tools and benchmarks": ("tools/*", "benchmarks/*"),
    "documents": (
        "*.md",
        "docs/*.yml",
        "examples/*",
        "action.yml",
        ".pre-commit-hooks.yaml",
        "Makefile",
        "pyproject.toml",
    ),
    "extension": (
        "vscode-extension/*.ts",
        "vscode-extension/*.mjs",
        "vscode-extension/package.json",
        "vscode-extension/*.md",
    ),
}
NOT_SCANNED = (
    "tests/data/",
    "docs/rules/",
    "tests/project/vocabulary.py",
    "tests/project/test_vocabulary.py",
    "tools/heat_parity/data/",
    "tools/website/_static/",
    "vscode-extension/package-lock.json",
)
"""Data, pages that are made of what is scanned, and the list itself."""

EXCEPTIONS: dict[tuple[str, str], str] = {
    # (start of a path, word): why it may be used there
    ("hotlint/cli/cluster/dask_executor.py", "silence"): "an argument of Dask: silence_logs",
    ("tests/cli/cluster/test_dask_executor.py", "silence"): "an argument of Dask: silence_logs",
}


@pytest.mark.parametrize("part", SCANNED)
def test_no_banned_word(part: str) -> None:
    assert [str(hit) for hit in _hits(*SCANNED[part]) if not _excepted(hit)] == []


def test_exceptions_are_still_needed() -> None:
    hits = [hit for patterns in SCANNED.values() for hit in _hits(*patterns)]
    present = [key for key in EXCEPTIONS if (TOP / key[0]).exists()]
    unused = [key for key in present if not any(h.path.startswith(key[0]) and h.word.lower() == key[1] for h in hits)]
    assert unused == []


@for_each(
    ("line", "word"),
    [
        ("it can be mended", "mended"),
        ("def mended_line() -> None:", "mended"),
        ("class MendedLine:", "Mended"),
        ("MAX_MENDED = 1", "MENDED"),
    ],
)
def test_words_are_found_in_prose_and_in_names(line: str, word: str) -> None:
    assert [hit.word for hit in hits_in("a.py", line)] == [word]


@for_each(
    "line", ["default: 1", "recommended", "is None", "faulty", "in silent mode", "map_in_workers", "the amendment"]
)
def test_other_words_are_not(line: str) -> None:
    assert list(hits_in("a.py", line)) == []


@cache
def _hits(*patterns: str) -> list[Hit]:
    paths = [path for path in tracked_files(*patterns) if not path.startswith(NOT_SCANNED)]
    return [hit for path in paths for hit in hits_in(path, (TOP / path).read_text(encoding="utf-8"))]


def _excepted(hit: Hit) -> bool:
    return any(hit.path.startswith(path) and hit.word.lower() == word for path, word in EXCEPTIONS)
