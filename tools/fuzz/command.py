"""The command: run cases, replay saved ones, make a failing one smaller. (`guided` is in `fuzz.guided`.)"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from fuzz import kills
from fuzz.campaign import Campaign, Limits
from fuzz.case import load
from fuzz.isolated import minimize, try_alone

TOP = Path(__file__).resolve().parents[2]
PAGE = TOP / "docs" / "reliability.md"
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
    run = commands.add_parser("run", help="run cases by seed and number")
    run.add_argument("--minutes", type=float, help="end after so many minutes")
    run.add_argument("--cases", type=int, help="end after so many cases of the seed, those of earlier runs included")
    run.add_argument("--seed", type=int, default=1)
    run.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at the same time")
    run.add_argument("--state", metavar="FOLDER", type=Path, help="keep what is done, and go on from there next time")
    run.add_argument("--write", action="store_true", help="write the figures into docs/reliability.md")
    for name, text in (("replay", "run saved cases"), ("minimize", "make saved cases smaller")):
        commands.add_parser(name, help=text).add_argument("files", metavar="CASE.json", nargs="+", type=Path)
    measured = commands.add_parser("hostile", help="measure the time and memory of the hostile templates")
    measured.add_argument("--write", action="store_true", help="write the figures into docs/hostile.md")
    killed = commands.add_parser("kills", help="kill commands that write, at random moments")
    killed.add_argument("--count", type=int, default=2000)
    killed.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    if options.command == "kills":
        return kills.main_of_kills(options.count, options.seed)
    if options.command == "run":
        return _run(options)
    if options.command == "hostile":
        return _measure(write=options.write)
    return _replay(options.files) if options.command == "replay" else _minimize(options.files)


def _run(options: argparse.Namespace) -> int:
    if options.minutes is None and options.cases is None:
        options.minutes = 1.0
    seconds = options.minutes * 60 if options.minutes is not None else None
    state = options.state or Path(tempfile.mkdtemp(prefix="hotlint-fuzz-state-"))
    campaign = Campaign(state, options.seed)
    campaign.run(Limits(options.cases, seconds), options.jobs)
    print(campaign.summary())
    if options.write:
        _replace_section(PAGE, "fuzz", f"\n{campaign.summary()}\n")
    for path in campaign.save_failures():
        print(f"failing case: {path}", file=sys.stderr)
    return 1 if campaign.failures() else 0


def _measure(*, write: bool) -> int:
    """Measure the processor time of each hostile template, and the most memory that the command or a helper of it held."""
    lines = ["| Template | What it does | preview | memory | check | memory |", "|---|---|---:|---:|---:|---:|"]
    for path in sorted((TOP / "tests/data/hostile").glob("*.yaml")):
        row = [f"`{path.name}`", path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ").rstrip(".")]
        for command in (["preview"], ["check", "--no-cache"]):
            program = [
                sys.executable,
                "-c",
                _MEASURE,
                sys.executable,
                "-m",
                "hotlint",
                *command,
                path.name,
                "--no-config",
            ]
            run = subprocess.run(program, capture_output=True, text=True, check=True, cwd=path.parent)
            seconds, megabytes, code, said = json.loads(run.stdout)
            row += [f"{seconds:.2f} s", f"{megabytes:.0f} MiB"]
            print(path.name, command[0], code, said.strip().split("\n")[0][:150], file=sys.stderr)
        lines.append(f"| {' | '.join(row)} |")
    print("\n".join(lines))
    if write:
        _replace_section(TOP / "docs" / "hostile.md", "measured", "\n".join(lines))
    return 0


def _replace_section(page: Path, name: str, content: str) -> None:
    """Replace what a page has between the two comments of a generated section."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = page.read_text(encoding="utf-8")
    before, after = text.split(begin)[0], text.split(end)[1]
    page.write_text(f"{before}{begin}\n{content}\n{end}{after}", encoding="utf-8")


def _replay(files: list[Path]) -> int:
    failed = False
    for path in files:
        outcome = try_alone(load(path))
        failed |= outcome.failure is not None
        print(
            f"{path}: {outcome.failure.message if outcome.failure else 'ok'} ({outcome.seconds:.2f} s, {outcome.megabytes:.0f} MB)"
        )
    return 1 if failed else 0


def _minimize(files: list[Path]) -> int:
    for path in files:
        minimize(load(path)).save(path)
        print(f"{path}: {path.stat().st_size} bytes")
    return 0
