"""Time the installed command: a changed and an unchanged file against bare Python, two processes against one, an overcloud.

Each function takes what is `Given` to the benchmarks, and returns None where it cannot be measured.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench_check import template
from wheel import install_wheel

_ROUNDS = 25
_USED = re.compile(r"used ([\d.]+) of ([\d.]+) seconds, and ([\d,]+) of ([\d,]+) units")


class Given(NamedTuple):
    """What the benchmarks are given: a folder of templates, the arguments of a check of an overcloud, a command of Heat."""

    folder: Path
    overcloud: tuple[str, ...] = ()
    heat: tuple[str, ...] = ()


@cache
def installed() -> tuple[str, Path]:
    """Return the interpreter of an environment into which a wheel of this tree is installed, and a folder for files."""
    folder = Path(tempfile.mkdtemp(prefix="hotlint-bench-"))
    (folder / "two-hundred.yaml").write_text(template(200))
    return str(install_wheel(folder)), folder


def ratio(ours: Sequence[str], other: Sequence[str], *, rounds: int = _ROUNDS, processor: bool = True) -> float:
    """Return the time of a command against that of another one: each the fastest of `rounds` runs, which take turns.

    Processor time is that of the command and of the processes that it waits for, in microseconds where the system tells them.

    `processor`: processor time counts, not that by the clock.
    """
    best = [9e9, 9e9]
    for _ in range(rounds):
        for index, command in enumerate((ours, other)):
            best[index] = min(best[index], _seconds(command, processor=processor))
    return best[0] / best[1]


def _seconds(command: Sequence[str], *, processor: bool) -> float:
    before, start = _of_children(), time.perf_counter()
    _run(command)
    return _of_children() - before if processor else time.perf_counter() - start


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    folder = installed()[1]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    # in a folder of its own, so that `-m` finds the wheel, and not this tree
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment, cwd=folder)


def _of_children() -> float:
    """Return the processor seconds of all processes that have ended."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # Windows
        times = os.times()
        return times.children_user + times.children_system
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def changed_file(given: Given) -> float:
    """Return the time to check a file of 200 lines without the cache of results, against `python -c pass`."""
    python, files = installed()
    command = [python, "-m", "hotlint", "check", "--no-cache", str(files / "two-hundred.yaml")]
    return ratio(command, [python, "-c", "pass"])


def unchanged_file(given: Given) -> float:
    """Return the time to check a file of 200 lines whose result is known, against `python -c pass`."""
    python, files = installed()
    command = [python, "-m", "hotlint", "check", str(files / "two-hundred.yaml")]
    _seconds(command, processor=True)
    return ratio(command, [python, "-c", "pass"])


def two_processes(given: Given) -> float | None:
    """Return the time by the clock to check a corpus with two processes, against that with one; None without fork."""
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        return None
    python, _ = installed()
    one, two = (
        [python, "-m", "hotlint", "check", "-q", "--no-cache", f"-j{n}", str(given.folder.resolve())] for n in (1, 2)
    )
    return ratio(two, one, rounds=7, processor=False)


def overcloud(given: Given) -> float | None:
    """Return the processor time to check an overcloud, against what Heat's command needs to read and validate it."""
    if not given.overcloud or not given.heat:
        return None
    check = [installed()[0], "-m", "hotlint", "check", "-q", "--no-cache", *given.overcloud]
    return ratio(check, given.heat, rounds=3)


def overcloud_preview(given: Given) -> float | None:
    """Return the part of its usual budget that the whole preview of an overcloud takes, of seconds or of units of work."""
    if not given.overcloud:
        return None
    found = _USED.search(_run([installed()[0], "-m", "hotlint", "preview", "--statistics", *given.overcloud]).stderr)
    assert found is not None, "the preview does not say what it used"
    seconds, most, units, limit = (float(part.replace(",", "")) for part in found.groups())
    return max(seconds / most, units / limit)
