"""Pieces of Markdown that all generated pages are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; line ends and bars in cells are escaped. An empty string without rows."""
    lines = [_row(row) for row in rows]
    return "\n".join([_row(head), "|" + "---|" * len(head), *lines]) if lines else ""


def code(text: str) -> str:
    """Return a text as inline code; an empty one stays empty."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if text else ""


def toctree(paths: Iterable[str], *, caption: str = "", pattern: bool = False) -> str:
    """Return a hidden table of contents with these pages: paths, or a pattern of paths, from the page or from "/", without suffix."""
    options = [":hidden:", *([f":caption: {caption}"] if caption else []), *([":glob:"] if pattern else [])]
    return "\n".join(["```{toctree}", *options, "", *paths, "```"])


def page(*parts: str) -> str:
    """Return a page of these parts, those left out that are empty."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def escape(text: str) -> str:
    """Return a text in which nothing is Markdown or HTML: summaries and help are plain text."""
    return re.sub(r"([\\`*_{}\[\]<>$|#])", r"\\\1", text)


def prose(text: str) -> str:
    """Return a text in which only code between backticks is Markdown."""
    return "".join(part if n % 2 else escape(part) for n, part in enumerate(re.split(r"(`[^`]+`)", text)))


def help_text(text: str) -> str:
    """Return a text of a command's help, with its options as code, in which no line breaks."""
    return prose(re.sub(r"(?<![\w`-])--[a-z][a-z-]*(?![\w`])", r"`\g<0>`", text))


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\|", " ".join(cell.split())) for cell in cells) + " |"
