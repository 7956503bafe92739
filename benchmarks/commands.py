"""Time the installed command: a changed and an unchanged file against bare Python, two processes against one, an overcloud."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from bench_check import template
from wheel import install_wheel

_ROUNDS = 25


@cache
def installed() -> tuple[str, Path]:
    """Return the interpreter of an environment into which a wheel of this tree is installed, and a folder for files."""
    folder = Path(tempfile.mkdtemp(prefix="hotlint-bench-"))
    (folder / "two-hundred.yaml").write_text(template(200))
    return str(install_wheel(folder)), folder


def ratio(ours: Sequence[str], other: Sequence[str], *, rounds: int = _ROUNDS, processor: bool = True) -> float:
    """Return the time of a command against that of another one: each the fastest of `rounds` runs, which take turns.

    `processor`: processor time counts, not that by the clock.
    """
    best = [9e9, 9e9]
    for _ in range(rounds):
        for index, command in enumerate((ours, other)):
            best[index] = min(best[index], _seconds(command, processor=processor))
    return best[0] / best[1]


def _seconds(command: Sequence[str], *, processor: bool) -> float:
    before, start = os.times(), time.perf_counter()
    environment = {**os.environ, "XDG_CACHE_HOME": str(installed()[1] / "cache")}
    subprocess.run(command, check=False, capture_output=True, env=environment)
    after, took = os.times(), time.perf_counter() - start
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used if processor else took


def changed_file(folder: Path) -> float:
    """Return the time to check a file of 200 lines without the cache of results, against `python -c pass`."""
    python, files = installed()
    command = [python, "-m", "hotlint", "check", "--no-cache", str(files / "two-hundred.yaml")]
    return ratio(command, [python, "-c", "pass"])


def unchanged_file(folder: Path) -> float:
    """Return the time to check a file of 200 lines whose result is known, against `python -c pass`."""
    python, files = installed()
    command = [python, "-m", "hotlint", "check", str(files / "two-hundred.yaml")]
    _seconds(command, processor=True)
    return ratio(command, [python, "-c", "pass"])


def two_processes(folder: Path) -> float | None:
    """Return the time by the clock to check a corpus with two processes, against that with one; None without fork."""
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        return None
    python, _ = installed()
    one, two = ([python, "-m", "hotlint", "check", "-q", "--no-cache", f"-j{n}", str(folder)] for n in (1, 2))
    return ratio(two, one, rounds=7, processor=False)


def overcloud(folder: Path) -> float | None:
    """Return the processor time to check an overcloud, against what Heat needs to validate it; None where there is none.

    HOTLINT_OVERCLOUD holds the arguments of `hotlint check`: the template, -e and the environments. HOTLINT_HEAT is a
    command that has Heat validate the same, such as `make parity` installs.
    """
    arguments, heat = os.environ.get("HOTLINT_OVERCLOUD"), os.environ.get("HOTLINT_HEAT")
    if not arguments or not heat:
        return None
    python, _ = installed()
    return ratio([python, "-m", "hotlint", "check", "-q", "--no-cache", *arguments.split()], heat.split(), rounds=3)
