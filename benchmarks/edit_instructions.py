#!/usr/bin/env python3
"""The instructions of the server for one edit, counted by valgrind's cachegrind, against those that an earlier version took.

    python benchmarks/edit_instructions.py [--lines 200 2000] [--python PYTHON_OF_ANOTHER_VERSION]

Fails where an edit takes more than `LIMIT` times the recorded instructions. The figures do not depend on the load of the
machine. One edit is the difference between a session of many edits and one of few, over their number. Each edit is a key press
in a value in the middle of a template; the next one follows its findings.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

import lsp_client
from bench_server_latency import document, edits

RECORDED = {200: 6.6, 2000: 31.0}
"""Millions of instructions of one edit at commit 7ba6578, by the lines of the template."""
LIMIT = 1.1
FEW, MANY = 5, 25
SLOWEST = 900
"""The seconds of an answer under valgrind on a busy machine."""


def millions(python: str, lines: int) -> float:
    """Return the millions of instructions of one edit of a template of some lines."""
    return (_session(python, lines, MANY) - _session(python, lines, FEW)) / (MANY - FEW) / 1e6


def _session(python: str, lines: int, count: int) -> int:
    """Return the instructions of a server in whose session so many edits are made."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.txt"
        lsp_client.COMMAND[:] = [
            "valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}",
            f"--log-file={report}", python, "-m", "hotlint_server",
        ]  # fmt: skip
        os.environ["PYTHONHASHSEED"] = "0"
        workspace = Path(folder) / "workspace"
        workspace.mkdir()
        client, uri, text = (
            lsp_client.Client(workspace, timeout=SLOWEST),
            (workspace / "big.yaml").as_uri(),
            document(lines),
        )
        item = {"uri": uri, "languageId": "hot", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        with client.changed:
            client.changed.wait_for(lambda: uri in client.diagnostics, SLOWEST)
        rows = text.splitlines()
        row = next(n for n in range(len(rows) // 2, len(rows)) if "name: port-" in rows[n])
        edits(client, uri, row, len(rows[row]), count)
        client.stop(timeout=SLOWEST)
        found = re.search(r"I\s+refs:\s+([\d,]+)", report.read_text(encoding="utf-8"))
    assert found is not None
    return int(found[1].replace(",", ""))


def main() -> None:
    """Print the instructions of an edit and their ratios, and exit with 1 for one above the limit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--lines", type=int, nargs="+", default=sorted(RECORDED))
    parser.add_argument("--python", default=sys.executable)
    args = parser.parse_args()
    ratios = []
    for lines in args.lines:
        figure = millions(args.python, lines)
        ratios += [figure / RECORDED[lines]] if lines in RECORDED else []
        shown = f", {ratios[-1]:.2f} x the recorded figure" if lines in RECORDED else ""
        print(f"{lines:6} lines: {figure:7.1f} million instructions of an edit{shown}", flush=True)
    sys.exit(any(ratio > LIMIT for ratio in ratios))


if __name__ == "__main__":
    main()
