"""Two values next to each other, for all formats of a diff."""

from __future__ import annotations

from hotlint.dry_run.display import known_parts
from hotlint.language.values import OMITTED, Value, show

WIDTH = 60
"""Characters of a value on one line."""
CONTEXT = 2
"""Lines around what changes in a long text."""


def one_line(value: Value) -> str:
    """A value in a few words."""
    return "(not given)" if value is OMITTED else show(known_parts(value), WIDTH)


def lines_between(old: Value, new: Value) -> list[str] | None:
    """What changes, line by line, each with "-", "+" or " " before it; None where both fit on one line."""
    if old is OMITTED or new is OMITTED:
        return None
    texts = [_block(value) for value in (old, new)]
    if all(len(text) <= WIDTH and "\n" not in text.rstrip("\n") for text in texts) and all(
        isinstance(known_parts(v), str | int | float | bool | None) for v in (old, new)
    ):
        return None
    from difflib import unified_diff

    found = unified_diff(texts[0].splitlines(), texts[1].splitlines(), lineterm="", n=CONTEXT)
    lines = [line for line in found if not line.startswith(("---", "+++"))]
    lines = [" ..." if line.startswith("@@") else f"{line[:1]} {line[1:]}" for line in lines]
    return lines[1:] if lines[:1] == [" ..."] else lines or None


def _block(value: Value) -> str:
    known = known_parts(value)
    if isinstance(known, str):
        return known
    from hotlint.syntax.yaml_writer import dump

    return dump(known) if isinstance(known, dict | list) else show(known)
