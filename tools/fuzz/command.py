"""The command: run cases, replay saved ones, kill commands that write. (`guided` is in `fuzz.guided`.)"""

from __future__ import annotations

import argparse
import json
import logging
import os
import subprocess
import sys
from pathlib import Path

from fuzz import kills
from fuzz.campaign import campaign
from fuzz.case import load
from fuzz.outcome import limit_memory, try_case
from fuzz.workbench import Workbench

TOP = Path(__file__).resolve().parents[2]
_MEASURE = """\
import contextlib, ctypes, json, os, resource, subprocess, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: helpers that outlive the command are waited for here
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
run = subprocess.run(sys.argv[1:], capture_output=True, text=True)
with contextlib.suppress(ChildProcessError):
    while True:
        os.wait()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, run.returncode, run.stderr or run.stdout]))
"""
"""A program of its own (Linux): the measured memory of a process starts with what the process held that started it."""


def main(argv: list[str] | None = None) -> int:
    """Run the command. Returns 1 when a case failed. Raises SystemExit for a usage error."""
    parser = argparse.ArgumentParser("fuzz", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="make cases of a seed, until the time is up")
    run.add_argument("--minutes", type=float, default=1.0)
    run.add_argument("--seed", type=int, default=1)
    run.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at the same time")
    run.add_argument("--state", metavar="FOLDER", type=Path, default=Path(".fuzz"), help="where failing cases go")
    replay = commands.add_parser("replay", help="run saved cases")
    replay.add_argument("files", metavar="CASE.json", nargs="+", type=Path)
    measured = commands.add_parser("hostile", help="measure the time and memory of the hostile templates")
    measured.add_argument("--write", action="store_true", help="write the figures into docs/hostile.md")
    killed = commands.add_parser("kills", help="kill commands that write, at random moments")
    killed.add_argument("--count", type=int, default=2000)
    killed.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    if options.command == "kills":
        return kills.main_of_kills(options.count, options.seed)
    if options.command == "hostile":
        return _measure(write=options.write)
    if options.command == "replay":
        return _replay(options.files)
    figures, kept = campaign(options.seed, options.minutes * 60, options.jobs, options.state)
    print(figures)
    return 0 if kept else 1


def _measure(*, write: bool) -> int:
    """Measure the processor time of each hostile template, and the most memory that the command or a helper of it held."""
    lines = ["| Template | What it does | preview | memory | check | memory |", "|---|---|---:|---:|---:|---:|"]
    for path in sorted((TOP / "tests/data/hostile").glob("*.yaml")):
        row = [f"`{path.name}`", path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ").rstrip(".")]
        for command in (["preview"], ["check", "--no-cache"]):
            hotlint = [sys.executable, "-m", "hotlint", *command, path.name, "--no-config"]
            program = [sys.executable, "-c", _MEASURE, *hotlint]
            run = subprocess.run(program, capture_output=True, text=True, check=True, cwd=path.parent)
            seconds, megabytes, code, said = json.loads(run.stdout)
            row += [f"{seconds:.2f} s", f"{megabytes:.0f} MiB"]
            print(path.name, command[0], code, said.strip().split("\n")[0][:150], file=sys.stderr)
        lines.append(f"| {' | '.join(row)} |")
    print("\n".join(lines))
    if write:
        page = TOP / "docs" / "hostile.md"
        begin, end = "<!-- measured: begin -->", "<!-- measured: end -->"
        text = page.read_text(encoding="utf-8")
        content = "\n".join(lines)
        page.write_text(f"{text.split(begin)[0]}{begin}\n{content}\n{end}{text.split(end)[1]}", encoding="utf-8")
    return 0


def _replay(files: list[Path]) -> int:
    logging.disable(logging.CRITICAL)
    limit_memory()
    failed = False
    with Workbench() as bench:
        for path in files:
            outcome = try_case(load(path), bench)
            failed |= outcome.failure is not None
            said = f"{outcome.failure.kind}: {outcome.failure.message}" if outcome.failure else "ok"
            print(f"{path}: {said} ({outcome.seconds:.2f} s, {outcome.megabytes:.0f} MB)")
    return 1 if failed else 0
