"""Unified diffs of the files that a command would change."""

from __future__ import annotations

import os
import sys

from hotlint.common.printable import printable


def show_diff(path: str, before: str, after: str) -> None:
    """Write a unified diff to standard output: safe for a terminal, and as it is into a file."""
    shown = unified(path, before, after)
    if sys.stdout.isatty():  # a patch that is written to a file has the text as it is
        shown = "".join(c if c in "\n\t" else printable(c) for c in shown)
    sys.stdout.write(shown)


def unified(path: str, before: str, after: str) -> str:
    """Return a unified diff, as `patch -p1` and `git apply` take it."""
    from difflib import unified_diff

    name = path.replace(os.sep, "/").lstrip("/")
    lines = unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only \\n ends one, as in patch and git."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + ([text.rpartition("\n")[2]] if text[-1:] != "\n" else [])
