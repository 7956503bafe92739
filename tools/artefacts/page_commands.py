"""The commands and snippets of the documents: where each stands, and whether a reader is told to run it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

TOP = Path(__file__).resolve().parents[2]
SINGLE = ("README.md", "AGENTS.md", "CONTRIBUTING.md", "server/README.md", "vscode-extension/README.md")
SHELLS = ("sh", "bash", "shell")
"""The languages of code blocks in which every line is a command."""
PROGRAMS = (
    "cat|cd|curl|cp|dask|docker|duckdb|emacs|git|grep|hotlint|make|mkdir|nvim|npm|npx|openstack|pip|pipx|pre-commit|pytest|"
    "python3?|ruff|sed|tox|uv|wget"
)
_COMMAND = re.compile(rf"(?:\$ )?(?:[\w.${{}}/~-]*/)?(?:{PROGRAMS})(?: |$)")
_FENCE = re.compile(r" *(`{3,})(\w*)$")
_SENTENCE = re.compile(r"`((?:hotlint|make|npm run|openstack hot|pipx?|python3?|pytest|\.venv/bin/\w+) [^`]+)`")


class Block(NamedTuple):
    """A code block of a page: its language ("" for an indented one or one without), first line (from 1), and text."""

    page: str
    line: int
    language: str
    text: str


class Command(NamedTuple):
    """A command line of a page: one to run, one of a ```console block, which has its output, or one that a sentence names."""

    page: str
    line: int
    text: str
    kind: Literal["run", "console", "named"]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def pages(top: Path = TOP) -> list[str]:
    """Return the documents with commands, as paths from the top folder; pages of rules, which are generated, aside."""
    found = [*(top / "examples").rglob("README.md"), *(top / "docs").rglob("*.md")]
    listed = sorted(p.relative_to(top).as_posix() for p in found if p.parent.name != "rules")
    return [*SINGLE, *listed]


def blocks(page: str, top: Path = TOP) -> Iterator[Block]:
    """Yield the code blocks of a page, those with output (```console) included."""
    yield from (found for found in _parts(page, top) if isinstance(found, Block))


def commands(page: str, top: Path = TOP) -> Iterator[Command]:
    """Yield the commands of a page, in order."""
    for part in _parts(page, top):
        yield from (part,) if isinstance(part, Command) else _of_block(part)


def _of_block(block: Block) -> Iterator[Command]:
    """Yield the commands of a block: all lines of a shell, of others those that begin with `$ ` or with a program."""
    if block.language not in ("", "text", "console", *SHELLS):
        return
    lines = block.text.replace("\\\n", "\\\0").split("\n")
    kind: Literal["run", "console"] = "console" if block.language == "console" else "run"
    prompted = any(line.startswith("$ ") for line in lines)
    at = block.line
    for line in lines:
        text = re.sub(r"\\\0\s*", "", line).strip()
        is_command = text.startswith("$ ") if prompted else bool(text) and block.language in SHELLS
        if (is_command or (not prompted and _COMMAND.match(text))) and not text.startswith("#"):
            yield Command(block.page, at, re.sub(r"\s+# .*", "", text.removeprefix("$ ")), kind)
        at += 1 + line.count("\0")


def _parts(page: str, top: Path) -> Iterator[Block | Command]:
    """Yield the blocks of a page and the commands in its sentences, in order."""
    lines = (top / page).read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        fence, start = _FENCE.match(lines[at]), at
        if fence is not None:
            at += 1
            while at < len(lines) and lines[at].strip() != fence[1]:
                at += 1
            yield Block(page, start + 2, fence[2], _dedented(lines[start + 1 : at]))
        elif lines[at].startswith("    ") and (not at or not lines[at - 1].strip()):
            while at + 1 < len(lines) and (lines[at + 1].startswith("    ") or _goes_on(lines, at + 1)):
                at += 1
            yield Block(page, start + 1, "", _dedented(lines[start : at + 1]))
        else:
            yield from (Command(page, at + 1, found, "named") for found in _SENTENCE.findall(lines[at]))
        at += 1


def _goes_on(lines: list[str], at: int) -> bool:
    """Return whether an empty line is inside of an indented block."""
    return not lines[at].strip() and at + 1 < len(lines) and lines[at + 1].startswith("    ")


def _dedented(lines: list[str]) -> str:
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines)
