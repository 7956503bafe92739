"""The targets of speed and memory in one table, as ratios to what was measured in the same run: only ratios carry over.

    python benchmarks/bench_targets.py [FOLDER]        a folder of templates, such as a clone of heat-templates

Each row is a function in ROWS that returns what it measured; a row is one line of the table.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import commands
from bench_check import compose, corpus

from hotlint.linter.engine import Engine

_ROUNDS = 15
_PEAK = """\
import sys
from hotlint.cli.main import main
main(["check", "-q", "--no-cache", "-j1", sys.argv[1]])
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(peak.split()[1]) / 1024, file=sys.stderr)
"""


class Row(NamedTuple):
    """One target: what is measured, in which unit, the most that it may be, and the function that measures it."""

    what: str
    unit: str
    most: float
    measure: Callable[[Path], float | None]


def fastest(work: Callable[[], object], times: Iterable[float]) -> float:
    """Return the processor seconds of some work, or less where one of `times` is less."""
    start = time.thread_time()
    work()
    return min(time.thread_time() - start, *times)


def corpus_ratio(folder: Path) -> float:
    """Return the time to check a corpus in one process, against that of PyYAML's C compose of the same texts.

    The fastest run of each file counts, and both kinds of runs take turns: so load of the machine changes both alike.
    """
    engine, texts = Engine(), corpus(folder)
    for path, text in texts.items():
        engine.check_file(path, text)
    composing, checking = dict.fromkeys(texts, 9e9), dict.fromkeys(texts, 9e9)
    for _ in range(_ROUNDS):
        for path, text in texts.items():
            composing[path] = fastest(lambda text=text: compose([text]), [composing[path]])  # type: ignore[misc]
        for path, text in texts.items():
            checking[path] = fastest(lambda path=path, text=text: engine.check_file(path, text), [checking[path]])  # type: ignore[misc]
        gc.collect()
    return sum(checking.values()) / sum(composing.values())


def peak_memory(folder: Path) -> float | None:
    """Return the most memory that a check of a corpus takes, in MiB; None where the system does not tell it.

    It is not ru_maxrss, which starts with what the parent process had.
    """
    if not Path("/proc/self/status").exists():
        return None
    done = subprocess.run([sys.executable, "-c", _PEAK, str(folder)], capture_output=True, text=True, check=True)
    return float(done.stderr.split()[-1])


ROWS = (
    Row("check of the corpus / compose of it by libyaml", "x", 3.0, corpus_ratio),
    Row("check of a changed file of 200 lines / bare Python", "x", 6.0, commands.changed_file),
    Row("check of an unchanged file of 200 lines / bare Python", "x", 3.0, commands.unchanged_file),
    Row("check of the corpus by two processes / by one", "x", 0.6, commands.two_processes),
    Row("check of an overcloud / Heat's validation of it", "x", 0.5, commands.overcloud),
    Row("peak memory of the check of the corpus", "MiB", 60.0, peak_memory),
)


def main() -> None:
    """Print the table, and fail when a target is missed."""
    gc.disable()
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "examples")
    print("| what | measured | target | |\n|---|---|---|---|")
    missed = False
    for row in ROWS:
        measured = row.measure(folder)
        fits = measured is None or measured <= row.most
        missed = missed or not fits
        shown = "not measured here" if measured is None else f"{measured:.2f} {row.unit}"
        print(f"| {row.what} | {shown} | {row.most:g} {row.unit} | {'reached' if fits else 'MISSED'} |", flush=True)
    sys.exit(missed)


if __name__ == "__main__":
    main()
