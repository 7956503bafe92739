"""Compare `hotlint diff` with what Heat would do in an update (pairs made by `updates`).

figures:
  answered    hotlint printed a difference
  refused     Heat refuses the update as a whole, and so does hotlint
  same        each resource's action; what hotlint calls unknown counts as different
  not-milder  Heat replaces or refuses, and hotlint does not say less: the dangerous direction

The exit code is 1 when a figure is below its --at-least, or a pair has no answer, else 0.
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ..cases.folder import Row, read_cases
from .figures import Figures, threshold_option, unmet

DISRUPTIVE = ("replace", "refuse")


def compare_updates(folder: Path, command: Sequence[str], config: Path | None = None, workers: int = 2) -> Figures:
    """Return the figures of a folder of pairs. `command` runs hotlint; `config` is a .hotlint.yaml, as in `compare`."""
    rows, figures = read_cases(folder), Figures()
    options = ["--config", str(config)] if config else ["--no-config"]

    def diff(row: Row) -> Any:
        files = [str(folder / row["old"]), str(folder / row["new"])]
        done = subprocess.run([*command, "diff", "-f", "json", *options, *files], capture_output=True, text=True)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"failed": done.stderr[-300:]}

    with ThreadPoolExecutor(workers) as pool:
        for row, found in zip(rows, pool.map(diff, rows), strict=True):
            _compare(figures, row, found)
    return figures


def _compare(figures: Figures, row: Row, found: Any) -> None:
    case = f"{row['new']} {row['source']}"
    figures.count("answered", "failed" not in found, case, found)
    if "failed" in found:
        return
    if row["refused"]:
        refuses = "refuse" in found.get("summary", {}) or bool(found.get("refused"))
        figures.count("refused", refuses, case, row["refused"])
        return
    actions = {resource["path"][0]: resource["action"] for resource in found["resources"] if len(resource["path"]) == 1}
    for name, expected in row["actions"].items():
        if expected == "asked":  # the cloud decides
            continue
        action = actions.get(name, "unchanged")
        detail = {"heat": expected, "hotlint": action}
        figures.count("same", action == expected, case, detail)
        if expected in DISRUPTIVE:
            figures.count("not-milder", action in (*DISRUPTIVE, "unknown"), case, detail)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--command", default=f"{sys.executable} -m hotlint", help="(default: %(default)s)")
    parser.add_argument("--config", type=Path, help="a .hotlint.yaml, such as one with `target: rocky` (default: none)")
    parser.add_argument("--show", type=int, default=10, help="how many disagreements to print")
    parser.add_argument("--at-least", action="append", default=[], metavar="FIGURE=PERCENT", type=threshold_option())
    return parser


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code."""
    args = _parser(prog).parse_args(arguments)
    figures = compare_updates(args.folder, shlex.split(args.command), args.config)
    for found in figures.disagreements[: args.show]:
        print(found)
    for name, figure in figures.by_name.items():
        print(f"{name:12} {figure}")
    missed = unmet(figures, args.at_least)
    print("".join(f"{line}\n" for line in missed), end="", file=sys.stderr)
    return 1 if missed else 0
