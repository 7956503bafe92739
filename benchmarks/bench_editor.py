#!/usr/bin/env python3
"""What the language server takes in an editor. Times are in milliseconds.

    python benchmarks/bench_editor.py latency [--lines 200 2000 10000] [--edits 40]    key press to findings; questions
    python benchmarks/bench_editor.py flood [--changes 5000] [--edits 1500] [--tcp]    questions beside floods of changes, lines of 1 MB
    python benchmarks/bench_editor.py soak [--minutes 30] [--rate 10] [FOLDER]         a long session: memory must not grow
    python benchmarks/bench_editor.py instructions [--lines 200 2000]                  of one edit, by valgrind

`latency` also shows multiples of reading the whole text once with PyYAML's C parser: these move with the machine. Every fifth
edit breaks the YAML, and the next one repairs it. `flood` also shows the time of the processor that the server spends, which
does not depend on what else the machine does. `soak` fails where memory grows by more than a tenth after the first sixth of the
time, `instructions` where an edit takes more than 1.1 times what it took at commit 7ba6578.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import instructions
import yaml
from lsp_session import SERVER, Document, Session, session

HEAD = "heat_template_version: 2018-08-31\nparameters:\n  image: {type: string, default: cirros}\nresources:\n"
UNIT = """\
  port_{n}:
    type: OS::Neutron::Port
    properties:
      network: private
      name: port-{n}
  server_{n}:
    type: OS::Nova::Server
    properties:
      image: {{get_param: image}}
      flavor: m1.small
      networks:
        - port: {{get_resource: port_{n}}}
"""
RECORDED = {200: 6.6, 2000: 31.0}
"""Millions of instructions of one edit at commit 7ba6578, by the lines of the template."""


class Template(NamedTuple):
    """A made template: its rows, the row and column behind a name in its middle, and those in a reference below it."""

    text: str
    rows: list[str]
    named: tuple[int, int]
    reference: tuple[int, int]


def template(lines: int) -> Template:
    """Return a template of about that many lines."""
    text = HEAD + "".join(UNIT.format(n=n) for n in range(lines // UNIT.count("\n")))
    rows = text.split("\n")
    middle = next(n for n in range(len(rows) // 2, len(rows)) if "name: port-" in rows[n])
    asked = next(n for n in range(middle, len(rows)) if "get_resource" in rows[n])
    return Template(text, rows, (middle, len(rows[middle])), (asked, rows[asked].index("port_") + 3))


def percentile(samples: list[float], share: float) -> float:
    """Return the sample that such a share of samples does not exceed."""
    return sorted(samples)[min(len(samples) - 1, int(len(samples) * share))]


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Return the milliseconds that some work takes."""
    began = time.perf_counter()
    await work()
    return 1000 * (time.perf_counter() - began)


# -- latency, and the instructions of an edit ---------------------------------------------------------------------------


async def edits(document: Document, line: int, column: int, count: int) -> list[float]:
    """Type behind a value, and return the milliseconds of each key press until the findings of its version are there."""
    samples = []
    broken = False
    for version in range(2, count + 2):
        was, broken = broken, not broken and version % 5 == 0

        async def press(start: int = column - was, end: int = column, was: bool = was, broken: bool = broken) -> None:
            document.change("" if was else ":" if broken else "x", line, start, end)
            await document.settled()

        samples.append(await timed(press))
        column += -1 if was else 1
    return samples


async def latency(options: argparse.Namespace) -> int:
    """Print the times of key presses and questions for each size. Returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        async with session(Path(folder)) as server:
            for lines in options.lines:
                await _latency_of(server, Path(folder) / f"{lines}.yaml", template(lines), options.edits)
    return 0


async def _latency_of(server: Session, path: Path, made: Template, count: int) -> None:
    document = Document(server, path, made.text)
    await document.settled()
    context = _compose(made.text)
    print(
        f"{len(made.rows)} lines; reading them once takes {context:.1f} ms; the server has {server.memory():.0f} MiB",
        flush=True,
    )
    figures = {"findings": await edits(document, *made.named, count)}
    for name in ("completion", "hover", "definition"):
        figures[name] = [await timed(lambda n=name: document.ask(n, *made.reference)) for _ in range(20)]  # type: ignore[misc]
    for name, samples in figures.items():
        half, most = percentile(samples, 0.5), percentile(samples, 0.95)
        print(
            f"  {name:12} p50 {half:7.1f} ms ({half / context:5.2f} x)   p95 {most:7.1f} ms ({most / context:5.2f} x)",
            flush=True,
        )


def _compose(text: str) -> float:
    samples = []
    for _ in range(5):
        began = time.perf_counter()
        yaml.compose(text, Loader=yaml.CSafeLoader)
        samples.append(1000 * (time.perf_counter() - began))
    return percentile(samples, 0.5)


async def edit_instructions(options: argparse.Namespace) -> int:
    """Print the instructions of an edit for each size. Returns the exit code: 1 where one takes too many."""
    few, many, ratios = 5, 25, []
    for lines in options.lines or RECORDED:
        figure = (await _instructions(lines, many) - await _instructions(lines, few)) / (many - few) / 1e6
        ratios += [figure / RECORDED[lines]] if lines in RECORDED else []
        shown = f", {ratios[-1]:.2f} x the recorded figure" if lines in RECORDED else ""
        print(f"{lines:6} lines: {figure:7.1f} million instructions of an edit{shown}", flush=True)
    return int(any(ratio > 1.1 for ratio in ratios))


async def _instructions(lines: int, count: int) -> int:
    """Return the instructions of a server in whose session so many edits are made."""
    with tempfile.TemporaryDirectory() as folder:
        report, workspace, made = Path(folder) / "report.txt", Path(folder) / "workspace", template(lines)
        workspace.mkdir()
        command = ["env", "PYTHONHASHSEED=0", *instructions.counting(SERVER, report)]
        async with session(workspace, command, timeout=900) as server:
            document = Document(server, workspace / "big.yaml", made.text)
            await document.settled()
            await edits(document, *made.named, count)
        return instructions.read(report)


# -- a flood ------------------------------------------------------------------------------------------------------------

SMALL = template(200)
LONG = {
    "description": "heat_template_version: 2018-08-31\ndescription: " + "x" * 1_000_000 + "\n",
    "list": "heat_template_version: 2018-08-31\noutputs: {a: {value: [" + "1, " * 300_000 + "1]}}\n",
}


class Waits:
    """Questions in the middle of a document: how long each waits for its answer, and the server's time of the processor."""

    def __init__(self, server: Session, document: Document) -> None:
        self._server, self._document = server, document
        self._waits: list[float] = []
        self._spent: list[float] = []

    async def ask(self, method: str = "hover") -> None:
        """Ask once."""
        spent = self._server.processor()
        self._waits.append(await timed(lambda: self._document.ask(method, *SMALL.reference)))
        self._spent.append(self._server.processor() - spent)

    async def ask_while(self, work: Awaitable[object]) -> None:
        """Ask again and again until some work is done."""
        task = asyncio.ensure_future(work)
        await self.ask()
        while not task.done():
            await self.ask()
        await task

    def show(self, name: str, skipped: int = 0) -> None:
        """Print the figures, without the first questions, and forget them."""
        waits, spent = self._waits[skipped:], self._spent[skipped:]
        p95, most = (f"{percentile(waits, s):.0f} ms (processor {percentile(spent, s):.0f})" for s in (0.95, 1))
        print(f"{name}: p95 {p95}, most {most}", flush=True)
        self._waits, self._spent = [], []


def toggle(document: Document, number: int) -> None:
    """Add a character to the line in the middle, or take it away, by turns."""
    line, column = SMALL.named
    document.change(*(("x", line, column, column) if number % 2 == 0 else ("", line, column, column + 1)))


async def flood(options: argparse.Namespace) -> int:
    """Print the waits of questions about one document while others change, and the memory of edits. Returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for number in range(options.files):
            (root / f"t{number}.yaml").write_text(SMALL.text, encoding="utf-8")
        async with session(root, tcp=options.tcp) as server:
            edited, other = (Document(server, root / f"t{number}.yaml", SMALL.text) for number in (0, 1))
            await other.settled()
            await server.idle()
            waits = Waits(server, other)
            for _ in range(60):
                await waits.ask("completion")
            waits.show(f"completion in a tree of {options.files} files", 10)
            await _beside_changes(server, edited, waits, options.changes)
            before = server.memory()
            for number in range(options.edits):
                toggle(edited, number)
                if number % 10 == 0:
                    await edited.settled()
            await edited.settled()
            print(f"memory: {before:.0f} MiB before {options.edits} edits, {server.memory():.0f} MiB after", flush=True)
            for name, text in LONG.items():
                await waits.ask_while(_edit_one_line(server, root / f"{name}.yaml", text))
                waits.show(f"hover next to a {name} of 1 MB on one line")
    return 0


async def _beside_changes(server: Session, edited: Document, waits: Waits, count: int) -> None:
    for _ in range(7):
        with server.at_once():
            for number in range(count):
                toggle(edited, number)
            asked = asyncio.ensure_future(waits.ask())
            await asyncio.sleep(0)  # the request is sent behind the changes
        await asked
        await edited.settled()
    waits.show(f"hover right behind {count} changes, sent at once")

    async def type_all() -> None:
        for number in range(count):
            toggle(edited, number)
            await asyncio.sleep(0)
        await edited.settled()

    await waits.ask_while(type_all())
    waits.show(f"hover while {count} changes arrive")


async def _edit_one_line(server: Session, path: Path, text: str) -> None:
    document = Document(server, path, text)
    for _ in range(5):
        document.change("1", 1, 500_000, 500_000)
        await document.settled()


# -- a long session -----------------------------------------------------------------------------------------------------

PIECES = ("x", "y", ":", " ", "\n", "{get_param: ", "}", '"', "- ", "é", "😀")
QUESTIONS = ("completion", "hover", "definition", "documentSymbol", "codeLens", "foldingRange", "semanticTokens/full")


class Typist:
    """One open file that is typed in: a burst of edits somewhere, and then all of it taken back."""

    def __init__(self, server: Session, file: Path, text: str, chance: random.Random) -> None:
        self._document = Document(server, file, text)
        self._chance = chance
        self._text = self._original = text

    def _position(self, offset: int) -> tuple[int, int]:
        row = self._text[self._text.rfind("\n", 0, offset) + 1 : offset]
        return self._text.count("\n", 0, offset), len(row.encode("utf-16-le")) // 2

    def type(self) -> None:
        """Make one edit."""
        if len(self._text) > len(self._original) + 40:
            self._text = self._original
            self._document.change(self._text)
            return
        at, piece = self._chance.randrange(len(self._text) + 1), self._chance.choice(PIECES)
        line, column = self._position(at)
        self._document.change(piece, line, column, column)
        self._text = self._text[:at] + piece + self._text[at:]

    async def ask(self) -> None:
        """Ask one question somewhere."""
        at = self._position(self._chance.randrange(len(self._text)))
        await self._document.ask(self._chance.choice(QUESTIONS), *at)


async def soak(options: argparse.Namespace) -> int:
    """Type and ask for some minutes, and print the memory each minute. Returns the exit code: 1 where it grows."""
    chance = random.Random(1)
    found = sorted(options.folder.rglob("*.yaml"), key=lambda f: -f.stat().st_size)[:10] if options.folder else []
    texts = [f.read_text(encoding="utf-8") for f in found] + [SMALL.text] * 10
    with tempfile.TemporaryDirectory() as folder:
        async with session(Path(folder)) as server:
            typists = [Typist(server, Path(folder) / f"t{n}.yaml", text, chance) for n, text in enumerate(texts[:10])]
            began = shown = time.monotonic()
            edited, asked, baseline = 0, 0, 0.0
            while (now := time.monotonic()) < began + 60 * options.minutes:
                chance.choice(typists).type()
                edited += 1
                if edited % 7 == 0:
                    await chance.choice(typists).ask()
                    asked += 1
                if not baseline and now > began + 10 * options.minutes:
                    baseline = server.memory()
                if now - shown > 60:
                    shown, memory = now, server.memory()
                    print(
                        f"{(now - began) / 60:5.1f} min  {edited:6} edits  {asked:5} answers  {memory:.1f} MiB",
                        flush=True,
                    )
                await asyncio.sleep(max(0.0, began + edited / options.rate - time.monotonic()))
            final = server.memory()
    print(f"{edited} edits, {asked} questions answered; memory {baseline:.1f} -> {final:.1f} MiB", end=" ")
    print(f"({final / baseline - 1:+.1%})")
    return int(final > 1.1 * baseline)


def main() -> int:
    """Run one benchmark. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("latency")
    command.add_argument("--lines", type=int, nargs="+", default=[200, 2000, 10000])
    command.add_argument("--edits", type=int, default=40)
    command.set_defaults(run=latency)
    command = commands.add_parser("flood")
    command.add_argument("--changes", type=int, default=5000)
    command.add_argument("--edits", type=int, default=1500)
    command.add_argument("--files", type=int, default=1000)
    command.add_argument("--tcp", action="store_true", help="over TCP instead of standard input and output")
    command.set_defaults(run=flood)
    command = commands.add_parser("soak")
    command.add_argument("folder", nargs="?", type=Path, help="templates to type in")
    command.add_argument("--minutes", type=float, default=30)
    command.add_argument("--rate", type=float, default=10, help="edits a second")
    command.set_defaults(run=soak)
    command = commands.add_parser("instructions")
    command.add_argument("--lines", type=int, nargs="+")
    command.set_defaults(run=edit_instructions)
    options = parser.parse_args()
    code: int = asyncio.run(options.run(options))
    return code


if __name__ == "__main__":
    sys.exit(main())
