"""Text of strangers in Markdown, where nothing of it counts as markup."""

from __future__ import annotations

import re


def code(text: str) -> str:
    """Return text as code, also in a cell of a table."""
    text = " ".join(text.split()).replace("|", "\\|")
    fence = "`" * max((len(run) + 1 for run in re.findall("`+", text)), default=1)
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}" if text else ""


def plain(text: str) -> str:
    """Return text in which nothing counts as Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#@!])", r"\\\1", " ".join(text.split()))
