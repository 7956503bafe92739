#!/usr/bin/env python3
"""What a flood does to others: requests about one file while 5,000 changes of another arrive, and next to a line of 1 MB.

    python benchmarks/bench_server_flood.py [--changes 5000] [--edits 1500] [--files 1000] [--tcp]

Prints the longest wait of a request, the memory that edits take, and completion in a tree of many files. The time of the
processor that the server spends meanwhile is printed as well: it does not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from bench_server_latency import document
from lsp_client import Client, frame

DID_CHANGE = "textDocument/didChange"
TICKS = os.sysconf("SC_CLK_TCK")
TEXT = document(200)
ROWS = TEXT.split("\n")
MIDDLE = next(n for n, row in enumerate(ROWS) if "name: port-" in row)
_ASKED = next(n for n, row in enumerate(ROWS) if "get_resource" in row)
ASKED = _ASKED, ROWS[_ASKED].index("port_") + 3
LONG = "heat_template_version: 2018-08-31\ndescription: " + "x" * 1_000_000 + "\n"
LIST = "heat_template_version: 2018-08-31\noutputs: {a: {value: [" + "1, " * 300_000 + "1]}}\n"


class Document:
    """An open document that is changed one character at a time."""

    def __init__(self, client: Client, path: Path, text: str) -> None:
        self.client, self.uri, self.version = client, path.as_uri(), 1
        item = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, line: int, column: int, text: str, end: int | None = None) -> dict[str, Any]:
        """Return the parameters of a change from a column to `end` in a line."""
        self.version += 1
        stop = {"line": line, "character": column if end is None else end}
        change = {"range": {"start": {"line": line, "character": column}, "end": stop}, "text": text}
        return {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]}

    def toggled(self, line: int, column: int, number: int) -> dict[str, Any]:
        """Return the change that adds a character to a line of so many columns, or takes it away, by turns."""
        return self.change(line, column, *(("x", None) if number % 2 == 0 else ("", column + 1)))

    def type(self, changes: Iterable[dict[str, Any]]) -> None:
        """Send changes, one by one."""
        for params in changes:
            self.client.notify(DID_CHANGE, params)

    def ask(self, method: str, line: int, column: int, behind: bytes = b"") -> tuple[float, float]:
        """Return the milliseconds until the answer, and those of the processor that the server spent until then.

        `behind` are messages that are sent before the request, at once.
        """
        params = {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": column}}
        began, spent = time.perf_counter(), cpu(self.client)
        self.client.request(f"textDocument/{method}", params, 120, behind)
        return 1000 * (time.perf_counter() - began), cpu(self.client) - spent

    def settle(self) -> None:
        """Wait for the findings of the last version."""
        with self.client.changed:
            self.client.changed.wait_for(lambda: self.client.diagnostics.get(self.uri, (0,))[0] >= self.version, 120)


def cpu(client: Client) -> float:
    """Return the milliseconds of the processor that the server has spent so far."""
    fields = Path(f"/proc/{client.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / TICKS


def idle(client: Client) -> None:
    """Wait until the server has nothing more to do."""
    spent = -1.0
    while spent != (spent := cpu(client)):
        time.sleep(1)


def published(name: str, samples: list[tuple[float, float]]) -> None:
    waits, spent = (sorted(s[n] for s in samples) for n in (0, 1))
    at = int(len(waits) * 0.95)
    print(
        f"{name}: p95 {waits[at]:.0f} ms (processor {spent[at]:.0f}), most {waits[-1]:.0f} ms ({spent[-1]:.0f})",
        flush=True,
    )


def while_it_goes_on(other: Document, line: int, column: int, work: Callable[[], Any]) -> list[tuple[float, float]]:
    """Return the waits of hovers in another document while something is done."""
    thread = threading.Thread(target=work)
    thread.start()
    samples = [other.ask("hover", line, column)]
    while thread.is_alive():
        samples.append(other.ask("hover", line, column))
    return samples


def behind_changes(edited: Document, other: Document, count: int) -> list[tuple[float, float]]:
    """Return the waits of hovers in another document that are sent right behind so many changes, all at once."""
    samples = []
    for _ in range(7):
        changes = [edited.toggled(MIDDLE, len(ROWS[MIDDLE]), number) for number in range(count)]
        blob = b"".join(frame({"method": DID_CHANGE, "params": params}) for params in changes)
        samples.append(other.ask("hover", *ASKED, blob))
        edited.settle()
    return samples


def memory_of_edits(client: Client, edited: Document, count: int) -> None:
    """Print how much memory edits take."""
    before = client.memory()
    for number in range(count):
        edited.type([edited.toggled(MIDDLE, len(ROWS[MIDDLE]), number)])
        if number % 10 == 0:
            edited.settle()
    edited.settle()
    after = client.memory()
    print(f"memory: {before / 1024:.0f} MiB before {count} edits, {after / 1024:.0f} MiB after", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--changes", type=int, default=5000)
    parser.add_argument("--edits", type=int, default=1500)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--tcp", action="store_true", help="over TCP instead of standard input and output")
    options = parser.parse_args()
    root = Path(tempfile.mkdtemp())
    for number in range(options.files):
        (root / f"t{number}.yaml").write_text(TEXT)
    client = Client(root, tcp=options.tcp)
    edited, other = (Document(client, root / f"t{number}.yaml", TEXT) for number in (0, 1))
    other.settle()
    idle(client)
    published(
        f"completion in a tree of {options.files} files", [other.ask("completion", *ASKED) for _ in range(60)][10:]
    )
    published(
        f"hover right behind {options.changes} changes, sent at once", behind_changes(edited, other, options.changes)
    )

    def flood() -> None:
        edited.type(edited.toggled(MIDDLE, len(ROWS[MIDDLE]), number) for number in range(options.changes))
        edited.settle()

    published(f"hover while {options.changes} changes arrive", while_it_goes_on(other, *ASKED, flood))
    memory_of_edits(client, edited, options.edits)

    def one_line(name: str, text: str) -> None:
        large = Document(client, root / name, text)
        for _ in range(5):
            large.type([large.change(1, 500_000, "1")])
            large.settle()

    for name, text in (("description", LONG), ("list", LIST)):
        work = partial(one_line, f"{name}.yaml", text)
        published(f"hover next to a {name} of 1 MB on one line", while_it_goes_on(other, *ASKED, work))
    client.stop()


if __name__ == "__main__":
    main()
