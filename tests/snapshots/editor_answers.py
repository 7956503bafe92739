"""Answers for editors as lines of text."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pkgutil import resolve_name

import pytest

from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.source import Span

HOME = os.path.abspath("/nowhere")


def rewrite_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let actions rewrite and parse each text once: they ask the same again for each word of a collection."""
    for name in ("parse", "to_block_style"):
        known = f"hotlint.ide.code_actions.restyle.{name}"
        monkeypatch.setattr(known, cache(resolve_name(known)))


def shown(answer: object) -> str:
    """The answer as one line of text, without the folder, and without fields that have their default."""
    if isinstance(answer, Span):
        return f"{answer.start}-{answer.end}"
    if isinstance(answer, tuple) and hasattr(answer, "_fields"):
        defaults = type(answer)._field_defaults  # type: ignore[attr-defined]
        fields = dict(zip(answer._fields, answer, strict=True))
        given = [f"{n}={shown(v)}" for n, v in fields.items() if n not in defaults or v != defaults[n]]
        return f"{type(answer).__name__}({', '.join(given)})"
    if isinstance(answer, list | tuple):
        return f"[{', '.join(map(shown, answer))}]"
    return repr(answer).replace(HOME, "")


def at_words(analysis: FileAnalysis, answer: Callable[[FileAnalysis, int], object]) -> str:
    """The answers at the second letter of each word, those that repeat the last one left out."""
    lines, last = [], ""
    for word in re.finditer(r"[\w.:$%-]+", analysis.text):
        offset = word.start() + min(1, len(word[0]) - 1)
        found = shown(answer(analysis, offset))
        if found != last and found not in ("None", "[]"):
            lines.append(f"{offset} {word[0]}: {found}")
        last = found
    return "\n".join(lines)
