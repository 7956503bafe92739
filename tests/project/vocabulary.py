"""Banned words and the scan for them: one term for one thing, the one that linters, LSP and Heat's documentation use."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[2]

BANNED: dict[str, str] = {
    # pattern (whole words, any case; identifiers are split into their words): what to write instead
    r"mend(s|ed|able|ing)?": "fix, fixed, fixable",
    r"judge?ments?": "finding, diagnostic",
    r"silenced?|silences|silencing": "suppress, suppressed",
    r"rehears\w*": "dry run, preview",
}
"""Synonyms of the project's terms, and nothing else: a ban of plain English makes writers paraphrase.

codespell (`make lint`) finds British spelling.
"""
CASED: dict[str, str] = {
    r"!off|!partly": "!disabled, !partial",
}


class Hit(NamedTuple):
    """One banned word: the 0-based line of a file, the word, and what to write instead."""

    path: str
    line: int
    word: str
    instead: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line + 1}: '{self.word}' -> {self.instead}: {self.text.strip()[:150]}"


def hits_in(path: str, text: str) -> Iterator[Hit]:
    """Yield each banned word of a text, in order of lines."""
    if not _SPELLED.search(text.lower()):  # most texts, which need no look at their lines
        return
    for number, line in enumerate(text.splitlines()):
        if not _SPELLED.search(line.lower()):
            continue
        for match in _PATTERN.finditer(_words(line)):
            yield Hit(path, number, match[0], _INSTEAD[match.lastgroup or ""], line)


def tracked_files(*patterns: str) -> list[str]:
    """Return the files under version control (paths relative to the top) that match one of the globs."""
    return [path for path in _all_files() if any(fnmatch(path, pattern) for pattern in patterns)]


@cache
def _all_files() -> tuple[str, ...]:
    """Return every file under version control; in an unpacked archive, every file that is not in a hidden folder."""
    run = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return tuple(path for path in run.stdout.splitlines() if (TOP / path).exists())
    found = (path.relative_to(TOP) for path in TOP.rglob("*") if path.is_file())
    return tuple(
        p.as_posix() for p in found if not any(part.startswith(".") or part == "node_modules" for part in p.parts)
    )


def _words(line: str) -> str:
    """Return the line with identifiers split into words: `mendedLine` and `mended_line` become `mended line`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", line).replace("_", " ")


def _pattern() -> re.Pattern[str]:
    groups = [f"(?P<w{i}>(?<![A-Za-z])(?i:{pattern})(?![A-Za-z]))" for i, pattern in enumerate(BANNED)]
    groups += [f"(?P<c{i}>(?<![A-Za-z])(?:{pattern})(?![A-Za-z]))" for i, pattern in enumerate(CASED)]
    return re.compile("|".join(groups))


_PATTERN = _pattern()
_SPELLED = re.compile("|".join([*BANNED, *CASED]))
"""What a text holds, in lower case and perhaps within longer words, that has a banned word. It is quick to search for."""
_INSTEAD = {f"w{i}": instead for i, instead in enumerate(BANNED.values())} | {
    f"c{i}": instead for i, instead in enumerate(CASED.values())
}
