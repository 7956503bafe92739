"""Compares `hotlint diff` with what Heat would do in an update: the figures of pairs, see `compare.findings`."""

import json
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ..cases.folder import Row, read_cases
from .figures import Figures

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
