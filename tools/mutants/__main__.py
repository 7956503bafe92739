#!/usr/bin/env python3
"""Fail where no test notices that a line which guards something is gone: `mutants.toml` lists such changes, and who notices.

    python tools/mutants [--jobs N] [--only WORD...] [--list]

Each mutant is applied to a copy of the project, in which its tests run. One that survives its tests is a guard that nothing
holds, unless the list says why that is so (`survives`). A mutant whose line is gone is out of date, which is an error, too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

TOP = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("mutants.toml")
SECONDS = 120
"""Seconds after which a mutant counts as noticed: its tests hang."""
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


def survives(mutant: Mutant, copy: Path) -> bool:
    """Return whether all tests of a mutant pass. The copy is as before then."""
    path = copy / mutant.file
    text = path.read_text(encoding="utf-8")
    found = path.stat()
    path.write_text(text.replace(mutant.original, mutant.mutated), encoding="utf-8")
    os.utime(path, (found.st_atime, found.st_mtime + 5))  # no compiled file is of this time
    try:
        return passes(mutant.tests, copy)
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, (found.st_atime, found.st_mtime + 10))


def passes(tests: tuple[str, ...], copy: Path) -> bool:
    """Return whether tests pass in a copy."""
    where = os.pathsep.join(str(copy / part) for part in (".", "rules", "server", "tools"))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": where},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1, 2, 3):
        raise RuntimeError(f"pytest says {done.returncode} to {' '.join(tests)}: {done.stdout.decode()[-500:]}")
    return done.returncode == 0


def main() -> int:
    """Run the command. Returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--only", nargs="+", default=[""], help="only mutants whose file, line or promise holds one of these"
    )
    parser.add_argument("--verbose", action="store_true", help="print those that are killed, too")
    parser.add_argument("--list", action="store_true", help="list the mutants, and run nothing")
    options = parser.parse_args()
    mutants = [m for m in read() if any(word in f"{m.promise} {m.name}" for word in options.only)]
    if options.list:
        for mutant in mutants:
            print(f"{mutant.promise}: {mutant.name}")
        return 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.jobs):
            copies.put(copied(Path(folder, str(number))))

        copy = copies.get()
        broken = [tests for tests in dict.fromkeys(m.tests for m in mutants) if not passes(tests, copy)]
        copies.put(copy)
        if broken:  # they would seem to kill any mutant
            print("\n".join(f"fails without a mutant: {' '.join(tests)}" for tests in broken))
            return 1

        def outcome(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return survives(mutant, copy)
            finally:
                copies.put(copy)

        left = []
        for mutant, survived in zip(mutants, pool.map(outcome, mutants), strict=True):
            if options.verbose and not survived:
                print(f"killed: {mutant.name}", flush=True)
            if survived:
                left.append(mutant)
                print(f"survives: {mutant.name}{f' ({mutant.survives})' if mutant.survives else ''}", flush=True)
    killed = len(mutants) - len(left)
    print(f"{killed} of {len(mutants)} mutants killed")
    unexplained = [mutant for mutant in left if not mutant.survives]
    return int(bool(unexplained) or killed < LEAST * len(mutants))


if __name__ == "__main__":
    sys.exit(main())
