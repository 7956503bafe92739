#!/usr/bin/env python3
"""How the processor time of each command grows with what a template may have many of: 1.0 is in proportion, 2.0 the square.

    python benchmarks/growth.py [--items 250] [--most 100000] [--seconds 20] [--commands check format] [--dimensions hidden registry]

Each row is a dimension, each column a command. A size is four times the one before it, until a run takes more than `--seconds` or has
`--most` items. The figure is the exponent between the last two sizes, the start of the command left out; `>` is before the figure of a
command that was not tried with more items, since it took too long. The script fails where an exponent is above 1.35 and the last
run took over a second: n log n is at most 1.2 here.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

from hotlint.cli.main import main
from hotlint.ide.completion import CompletionEnvironment, complete
from hotlint.resource_types.catalog import Catalog

HEAD = "heat_template_version: 2018-08-31\n"
NONE = "  r: {type: OS::Heat::Value, properties: {value: 1}}\n"
STEEP, FACTOR = 1.35, 4


class Dimension(NamedTuple):
    """A template with so many of something: a row for each, in which @ is its number, between two other parts."""

    before: str
    row: str
    after: str = ""

    def __call__(self, count: int) -> str:
        """Return the template with so many."""
        return f"{HEAD}{self.before}{''.join(self.row.replace('@', str(n)) for n in range(count))}{self.after}"


RESOURCES = f"resources:\n{NONE}"
VALUE = "resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:"
HIDDEN = "  p@: {type: string, hidden: true, default: secret-@, constraints: [{length: {max: 3}}]}\n"
DIMENSIONS = {
    "parameters": Dimension("parameters:\n", "  p@: {type: string, default: x}\n", RESOURCES),
    "hidden": Dimension("parameters:\n", HIDDEN, RESOURCES),
    "patterns": Dimension(
        "parameters:\n", "  p@: {type: string, default: x, constraints: [{allowed_pattern: 'x|[a-z]@*'}]}\n"
    ),
    "resources": Dimension("resources:\n", "  r@: {type: OS::Heat::Value, properties: {value: @}}\n"),
    "references": Dimension(
        RESOURCES, "  r@: {type: OS::Heat::Value, depends_on: [r], properties: {value: {get_attr: [r, value]}}}\n"
    ),
    "conditions": Dimension(
        "parameters: {p: {type: string, default: x}}\nconditions:\n",
        "  c@: {equals: [{get_param: p}, x@]}\n",
        RESOURCES,
    ),
    "outputs": Dimension(f"{RESOURCES}outputs:\n", "  o@: {value: {get_attr: [r, value]}}\n"),
    "items": Dimension(f"{VALUE}\n", "      - item-@\n"),
    "keys": Dimension(f"{VALUE}\n", "        key@: @\n"),
    "misspelled": Dimension("resources:\n", "  name_of_@: {type: OS::Heat::Value, depends_on: nmae_of_@}\n"),
    "comments": Dimension("", "# comment @  # hotlint: disable=HOT301\n", RESOURCES),
    "text": Dimension(f"{VALUE} |\n", "        line @ of a text\n"),
}
"""What a template may have many of."""


def _registry(count: int) -> str:
    return "resource_registry:\n" + "".join(f"  Own::A{n}::*: Own::B{n}::*\n" for n in range(count))


def _completion(_: str) -> None:
    text = Path("t.yaml").read_text(encoding="utf-8")
    text += "outputs:\n  last:\n    value: {get_param: "
    complete(text, len(text), CompletionEnvironment(Catalog()))


def command(*words: str) -> Callable[[str], None]:
    """Return a function that runs a command."""

    def run(_: str) -> None:
        main([*words])

    return run


COMMANDS: dict[str, Callable[[str], None]] = {
    "check": command("check", "--no-cache", "t.yaml"),
    "json": command("check", "--no-cache", "--format", "json", "t.yaml"),
    "fix": command("check", "--no-cache", "--fix", "--diff", "t.yaml"),
    "format": command("format", "--diff", "t.yaml"),
    "upgrade": command("upgrade", "--to", "2021-04-16", "--diff", "t.yaml"),
    "preview": command("preview", "t.yaml"),
    "environment": command("preview", "t.yaml", "-e", "e.yaml"),
    "diff": command("diff", "old.yaml", "t.yaml"),
    "graph": command("graph", "t.yaml"),
    "docs": command("docs", "t.yaml"),
    "completion": _completion,
}
"""What is measured."""


def seconds(name: str, text: str, count: int) -> float:
    """Return the processor time of a command for a template."""
    Path("t.yaml").write_text(text, encoding="utf-8")
    Path("old.yaml").write_text(text.replace("1", "2"), encoding="utf-8")
    Path("e.yaml").write_text(_registry(count), encoding="utf-8")
    start = process_time()
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        COMMANDS[name](text)
    return process_time() - start


def exponent(name: str, make: Callable[[int], str], options: argparse.Namespace) -> tuple[float, int, float, bool]:
    """Return the exponent, the last number of items and its seconds, and whether more items would take too long."""
    base, count = seconds(name, make(1), 1), options.items
    last, found = seconds(name, make(count), count), 0.0
    while last < options.seconds / 5 and count * FACTOR <= options.most:
        count *= FACTOR
        took = seconds(name, make(count), count)
        found = math.log(max(took - base, 1e-3) / max(last - base, 1e-3), FACTOR)
        last = took
    return found, count, last, count * FACTOR <= options.most


def rows(options: argparse.Namespace) -> Iterator[tuple[str, str, float, int, float, bool]]:
    """Yield dimension, command, and what `exponent` returns."""
    for dimension in options.dimensions:
        for name in options.commands:
            yield (dimension, name, *exponent(name, DIMENSIONS[dimension].__call__, options))


def run() -> int:
    """Run the script. Returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, default=250)
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--commands", nargs="+", choices=COMMANDS, default=list(COMMANDS))
    parser.add_argument("--dimensions", nargs="+", choices=DIMENSIONS, default=list(DIMENSIONS))
    options = parser.parse_args()
    steep = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main(["check", "--no-cache", os.devnull])  # imports what all commands need
        for dimension, name, found, count, last, more in rows(options):
            is_steep = found > STEEP and last > 1
            steep += is_steep
            mark = "  STEEP" if is_steep else ""
            print(
                f"{dimension:12} {name:12} {'>' if more else ' '}{found:5.2f}  {count:7,} items  {last:6.2f} s{mark}",
                flush=True,
            )
    return int(steep > 0)


if __name__ == "__main__":
    sys.exit(run())
