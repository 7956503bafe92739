"""Climbs to texts that take long: of two texts, the one that takes more processor time a byte is changed further.

    python tools/fuzz climb [SUBJECT...] [--minutes 3] [--seed 1] [--kilobytes 100]

A text has one section whose lines are repeated with other numbers up to the size. What is found is written to .fuzz/climb, and the
command fails where a text takes more than a second for 100 KB. What a template computes has an allowance of its own
(docs/hostile.md), so that yaql, patterns and Jinja are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from fuzz import texts
from hotlint.cli.main import main as hotlint
from hotlint.common.platforms import collect_seldom
from hotlint.ide.completion import CompletionEnvironment, complete
from hotlint.resource_types.catalog import Catalog

MOST = 1.0
"""Seconds for 100 KB."""
_LINES = 60
_NUMBER = re.compile(r"(\d{1,9}|\0)")
_NAME = re.compile(r"(?m)^  [A-Za-z]\w*(?=:)")
_ALLOWED = re.compile(r"yaql|allowed_pattern|repeat|str_replace|str_split|map_|list_|\{[%{]")
"""What is evaluated, for which a file has an allowance."""


def _command(*words: str) -> Callable[[str], None]:
    def run(text: str) -> None:
        Path("t.yaml").write_text(text, encoding="utf-8")
        Path("old.yaml").write_text(text.replace("1", "2"), encoding="utf-8")
        quiet = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
        with quiet[0], quiet[1]:
            hotlint([*words])

    return run


_SUITE = "template: t.yaml\ntests:\n- {name: a, assert: {resources.r: {enabled: true}}}\n- {name: b, snapshot: true}\n"


def _test(text: str) -> None:
    Path("t.hot-test.yaml").write_text(_SUITE, encoding="utf-8")
    _command("test", "t.hot-test.yaml")(text)


def _mcp(text: str) -> None:
    from mcp.types import ListRootsResult

    from hotlint.mcp.server import Tools

    tools, roots = Tools([os.curdir], may_write=False), ListRootsResult(roots=[])
    Path("t.yaml").write_text(text.replace("1", "2"), encoding="utf-8")
    for answer in (tools.check, tools.fix, tools.preview, tools.diff):
        with contextlib.suppress(Exception):
            answer(roots, "t.yaml", text=text)


def _complete(text: str) -> None:
    complete(text, len(text) // 2, CompletionEnvironment(Catalog()))


def _answer(feature: str) -> Callable[[str], None]:
    def run(text: str) -> None:
        from fuzz.case import Case
        from fuzz.edits import Session, ask
        from fuzz.workbench import Workbench

        with Workbench() as bench:
            ask(Session(Case("edits", text), bench), feature, len(text) // 2)

    return run


SUBJECTS: dict[str, Callable[[str], None]] = {
    "check": _command("check", "--no-cache", "t.yaml"),
    "preview": _command("preview", "t.yaml"),
    "format": _command("format", "--diff", "t.yaml"),
    "fix": _command("check", "--no-cache", "--fix", "--diff", "t.yaml"),
    "upgrade": _command("upgrade", "--to", "2021-04-16", "--diff", "t.yaml"),
    "diff": _command("diff", "old.yaml", "t.yaml"),
    "test": _test,
    "mcp": _mcp,
    "completion": _complete,
    "hover": _answer("hover"),
    "rename": _answer("rename"),
}
"""What is timed."""


def grown(lines: list[str], size: int) -> str:
    """Return lines of which the longest part below one section is repeated, with other numbers, up to a size."""
    starts = [n for n, line in enumerate(lines) if not line.startswith(" ")] + [len(lines)]
    begin, end = max(pairwise(starts), key=lambda part: part[1] - part[0], default=(0, 1))
    rest = "".join(lines[begin + 1 : end]) or "\n"
    count = max(1, (size - sum(map(len, lines))) // len(rest))
    return "".join([*lines[: begin + 1], rest, *_renamed(rest, count), *lines[end:]])


def _renamed(text: str, count: int) -> Iterator[str]:
    """Yield a text with other numbers, and with a number behind each name of the section: one less often than `count`."""
    pieces = _NUMBER.split(_NAME.sub("\\g<0>\0", text))
    numbers = [int(piece) if piece != "\0" else 0 for piece in pieces[1::2]]
    for number in range(1, count):
        pieces[1::2] = [str(found + number) for found in numbers]
        yield "".join(pieces)


def changed(lines: list[str], rng: random.Random) -> list[str]:
    """Return other lines: with some repeated, left out, or mutated, or with those of another text."""
    head, rest = lines[0], list(lines[1:])
    way = rng.random()
    if way < 0.3 and rest:
        at = rng.randrange(len(rest))
        rest[at:at] = rest[at : at + rng.randrange(1, 5)] * rng.randrange(1, 4)
    elif way < 0.5 and len(rest) > 1:
        at = rng.randrange(len(rest))
        del rest[at : at + rng.randrange(1, 5)]
    else:
        text = texts.mutate("".join([head, *rest]), rng, texts.everything())
        head, *rest = text.splitlines(keepends=True) or ["\n"]
    return [head, *(line for line in rest[:_LINES] if not _ALLOWED.search(line))]


def seconds(subject: Callable[[str], None], text: str) -> float:
    """Return the processor time of a subject for a text, whatever it raises: `make fuzz` looks for that."""
    start = time.process_time()
    with contextlib.suppress(Exception):
        subject(text)
    return time.process_time() - start


def climb(name: str, rng: random.Random, minutes: float, size: int) -> tuple[float, str, int]:
    """Return the longest time for 100 KB that was found, its text, and the number of texts that were tried."""
    subject, end = SUBJECTS[name], time.monotonic() + 60 * minutes
    best, lines, tried = 0.0, ["\n"], 0
    text = ""
    for warm in texts.templates()[:5]:  # which imports what is needed, and fills caches
        seconds(subject, warm)
    while time.monotonic() < end:
        starts_anew = tried % 40 == 0
        tries = rng.choice(texts.everything()).splitlines(keepends=True) if starts_anew else lines
        other = changed(tries or ["\n"], rng)
        made = grown(other, size)
        took = seconds(subject, made) * 100_000 / max(len(made), 1)
        tried += 1
        if took > best:
            best, lines, text = took, other, made
    again = (
        seconds(subject, f"{text}\n# again\n") * 100_000 / max(len(text), 1)
    )  # what else the machine did may have been slow
    return min(best, again), text, tried


def main() -> int:
    """Run the command. Returns the exit code."""
    parser = argparse.ArgumentParser("fuzz climb", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"of {', '.join(SUBJECTS)}; all by default")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kilobytes", type=int, default=100)
    options = parser.parse_args()
    out = Path(".fuzz/climb").absolute()
    out.mkdir(parents=True, exist_ok=True)
    slow = 0
    collect_seldom()  # as the servers do
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in options.subjects or SUBJECTS:
            best, text, tried = climb(name, random.Random(options.seed), options.minutes, options.kilobytes * 1_000)
            (out / f"{name}.yaml").write_text(text, encoding="utf-8", errors="replace")
            slow += best > MOST
            print(f"{name:12} {best:6.2f} s for 100 KB, of {tried} texts{'  SLOW' if best > MOST else ''}", flush=True)
    return int(slow > 0)
