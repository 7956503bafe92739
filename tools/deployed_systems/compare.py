"""Hold what `hotlint check` says about systems against how their creations ended."""

from __future__ import annotations

import argparse
import collections
import json
import re
import subprocess
from pathlib import Path
from typing import Any


def compare(options: argparse.Namespace) -> int:
    """Print how many failures hotlint names, what it says about systems that completed, and each disagreement."""
    lines = (options.folder / "index.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row.get("status") in ("refused", "failed", "complete")]
    said = findings(options)
    tally: collections.Counter[str] = collections.Counter()
    for row in rows:
        mine = said[row["folder"]]
        verdict = _verdict(row, mine)
        tally[f"{row['status']}: {verdict}"] += 1
        if verdict not in ("error", "warning", "quiet") or (row["status"] == "complete" and verdict != "quiet"):
            _show(row, mine, verdict)
    for name, count in sorted(tally.items()):
        print(f"{count:5} {name}")
    return 0


def findings(options: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """Return the errors and warnings about each system."""
    config = options.folder / ".hotlint.yaml"
    config.write_text(
        f"cloud_snapshot: {options.snapshot.resolve()}\n" if options.snapshot else "{}\n", encoding="utf-8"
    )
    command = [
        options.python,
        "-m",
        "hotlint",
        "check",
        "--no-cache",
        "--config",
        config.name,
        "-f",
        "json",
        "--fail-on",
        "never",
        ".",
    ]
    if options.snapshot:
        command += ["--allow-outside", str(options.snapshot.resolve().parent)]
    done = subprocess.run(command, cwd=options.folder, capture_output=True, text=True, check=False)
    found = collections.defaultdict(list)
    for one in json.loads(done.stdout)["diagnostics"]:
        if one["severity"] != "info":
            one["resources"] = _resources(one, options.folder)
            found[Path(one["path"]).parts[0]].append(one)
    return found


def _verdict(row: dict[str, Any], mine: list[dict[str, Any]]) -> str:
    """Return the worst severity at a resource that failed, "elsewhere" if only others have findings, "quiet" or "MISSED"."""
    severities = {one["severity"] for one in mine}
    if row["status"] == "complete":
        return "error" if "error" in severities else "warning" if severities else "quiet"
    if row["status"] == "refused":
        return "error" if "error" in severities else "warning" if severities else "MISSED"
    names = {name for one in row["failed"] for name in (one["resource"], one["in"]) if name}
    names |= set(re.findall(r"resources\.([\w-]+)", row["reason"]))
    at = {one["severity"] for one in mine if names & one["resources"]}
    return "error" if "error" in at else "warning" if at else "ELSEWHERE" if severities else "MISSED"


def _resources(finding: dict[str, Any], folder: Path) -> set[str]:
    """Return the resources that a finding is at: that of its line, and those that its message names."""
    lines = (folder / finding["path"]).read_text(encoding="utf-8").splitlines()
    above = lines[lines.index("resources:") : finding["line"]]
    named = [line.strip(" :") for line in above if re.match(r"  [^ ].*:$", line)]
    said = re.findall(r"'([\w/-]+)'", finding["message"])
    return {*named[-1:], *(name for place in said for name in place.split("/"))}


def _show(row: dict[str, Any], mine: list[dict[str, Any]], verdict: str) -> None:
    print(f"{row['status']}, {verdict}: {row['folder']} ({row['mistake'] or 'right'})")
    for one in row.get("failed") or (
        [{"resource": "", "type": "", "reason": row["reason"]}] if row.get("reason") else []
    ):
        print(f"    cloud: {one['resource']} {one['type']}: {one['reason'][:300]}")
    for found in mine:
        print(
            f"    {found['severity']} {found['code']} {found['path']}:{found.get('line', '')}: {found['message'][:240]}"
        )
