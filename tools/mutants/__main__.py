#!/usr/bin/env python3
"""Fail where no test notices that a line which guards something is gone: `mutants.toml` lists such changes, and who notices.

    python tools/mutants [--jobs N] [--only WORD...] [--list]

Each mutant is applied to a copy of the project, in which its tests run. One that survives its tests is a guard that nothing
holds, unless the list says why that is so (`survives`). A mutant whose line is gone is out of date, which is an error, too.
Tests that hang notice a mutant, too: those that take four times as long as without one, and over two minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

TOP = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("mutants.toml")
LEAST_SECONDS, TIMES = 120, 4
"""Tests hang after so many seconds, and so many times what they take without a mutant: a machine with other load is only slow."""
LEAST = 0.95
"""The part of the mutants that has to be killed."""


class Mutant(NamedTuple):
    """A change that takes a guard away. `promise` is what SECURITY.md promises, `survives` why no test can notice it, if so."""

    promise: str
    file: str
    original: str
    mutated: str
    tests: tuple[str, ...]
    survives: str = ""

    @property
    def name(self) -> str:
        """What the mutant is called in a report."""
        return f"{self.file}: {' '.join(self.original.split())[:70]}"


def read() -> list[Mutant]:
    """Return the mutants of the list."""
    groups = tomllib.loads(LIST.read_text(encoding="utf-8"))["group"]
    return list(_mutants(groups))


def _mutants(groups: list[dict[str, Any]]) -> Iterator[Mutant]:
    for group in groups:
        for change in group["changes"]:
            original, mutated, *why = change
            yield Mutant(group["promise"], group["file"], original, mutated, tuple(group["tests"]), *why)


def copied(folder: Path) -> Path:
    """Return a copy of the files of the project that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (source := TOP / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


class Outcome(NamedTuple):
    """What tests say: `verdict` is "killed", "hangs" or "survives", after so many seconds."""

    verdict: str
    seconds: float


def outcome(mutant: Mutant, copy: Path, limit: float) -> Outcome:
    """Return what the tests of a mutant say. The copy is as before then."""
    path = copy / mutant.file
    text = path.read_text(encoding="utf-8")
    found = path.stat()
    path.write_text(text.replace(mutant.original, mutant.mutated), encoding="utf-8")
    os.utime(path, (found.st_atime, found.st_mtime + 5))  # no compiled file is of this time
    try:
        return tested(mutant.tests, copy, limit)
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, (found.st_atime, found.st_mtime + 10))


def tested(tests: tuple[str, ...], copy: Path, limit: float | None = None) -> Outcome:
    """Return what tests say in a copy, which hang after `limit` seconds."""
    where = os.pathsep.join(str(copy / part) for part in (".", "rules", "server", "tools"))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *tests]
    start = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, cwd=copy, env={**os.environ, "PYTHONPATH": where}, stdout=said, stderr=said, start_new_session=True
        )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            return Outcome("hangs", time.monotonic() - start)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # what the tests have started, too
            process.wait()
        said.seek(0)
        output = said.read().decode(errors="replace")
    if code not in (0, 1, 2, 3):
        raise RuntimeError(f"pytest says {code} to {' '.join(tests)}: {output[-500:]}")
    return Outcome("killed" if code else "survives", time.monotonic() - start)


def limits(mutants: list[Mutant], copy: Path) -> dict[tuple[str, ...], float]:
    """Return the seconds after which tests hang. Tests that fail without a mutant are an error: they would seem to kill any."""
    found, broken = {}, []
    for tests in dict.fromkeys(mutant.tests for mutant in mutants):
        verdict, seconds = tested(tests, copy)
        found[tests] = max(LEAST_SECONDS, TIMES * seconds)
        broken += [f"fails without a mutant: {' '.join(tests)}"] if verdict != "survives" else []
        print(f"{seconds:6.1f} s without a mutant: {' '.join(tests)}", flush=True)
    if broken:
        raise SystemExit("\n".join(broken))
    return found


def run(mutants: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, Outcome]]:
    """Yield each mutant and what its tests say."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(copied(Path(folder, str(number))))
        copy = copies.get()
        seconds = limits(mutants, copy)
        copies.put(copy)

        def in_a_copy(mutant: Mutant) -> Outcome:
            copy = copies.get()
            try:
                return outcome(mutant, copy, seconds[mutant.tests])
            finally:
                copies.put(copy)

        yield from zip(mutants, pool.map(in_a_copy, mutants), strict=True)


def main() -> int:
    """Run the command. Returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--only", nargs="+", default=[""], help="only mutants whose file, line or promise holds one of these"
    )
    parser.add_argument("--list", action="store_true", help="list the mutants, and run nothing")
    options = parser.parse_args()
    mutants = [m for m in read() if any(word in f"{m.promise} {m.name}" for word in options.only)]
    if options.list:
        for mutant in mutants:
            print(f"{mutant.promise}: {mutant.name}")
        return 0
    killed: Counter[str] = Counter()
    unexplained = 0
    for mutant, (verdict, seconds) in run(mutants, options.jobs):
        killed[mutant.promise] += verdict != "survives"
        unexplained += verdict == "survives" and not mutant.survives
        why = f" ({mutant.survives})" if mutant.survives and verdict == "survives" else ""
        print(f"{verdict:8} {seconds:6.1f} s  {mutant.name}{why}", flush=True)
    for promise, count in Counter(mutant.promise for mutant in mutants).items():
        print(f"{killed[promise]} of {count} killed: {promise}")
    print(f"{killed.total()} of {len(mutants)} mutants killed")
    return int(unexplained > 0 or killed.total() < LEAST * len(mutants))


if __name__ == "__main__":
    sys.exit(main())
