"""The targets of speed and memory in one table, as ratios to what was measured in the same run: only ratios carry over.

    python benchmarks/bench_targets.py [FOLDER] [--overcloud ARGUMENTS] [--heat COMMAND]

FOLDER holds templates, such as a clone of heat-templates. ARGUMENTS are those of `hotlint check` for an overcloud, such as
"/PLAN/overcloud.yaml -e /PLAN/overcloud-resource-registry-puppet.yaml -e /values.yaml". COMMAND has Heat read and validate
the same, as the command `verdict` of tools/heat_parity does, which an interpreter with Heat runs. All paths are absolute.

Each row is a function in ROWS that returns what it measured; a row is one line of the table.
"""

from __future__ import annotations

import argparse
import gc
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import commands
from bench_check import compose, corpus
from commands import Given
from instructions import counted, has_valgrind

from hotlint.linter.checking.engine import Engine

_ROUNDS = 15
_PEAK = """\
import sys
from hotlint.cli.main import main
main(["check", "-q", "--no-cache", "-j1", sys.argv[1]])
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(peak.split()[1]) / 1024, file=sys.stderr)
"""


class Row(NamedTuple):
    """One target: what is measured, in which context, the most that it may be, and the function that measures it."""

    what: str
    context: str
    most: float
    measure: Callable[[Given], float | None]


def fastest(work: Callable[[], object], times: Iterable[float]) -> float:
    """Return the processor seconds of some work, or less where one of `times` is less."""
    start = time.thread_time()
    work()
    return min(time.thread_time() - start, *times)


def corpus_ratio(given: Given) -> float:
    """Return the time to check a corpus in one process, against that of PyYAML's C compose of the same texts.

    The fastest run of each file counts, and both kinds of runs take turns: so load of the machine changes both alike.
    """
    engine, texts = Engine(), corpus(given.folder)
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


def corpus_instructions(given: Given) -> float | None:
    """Return the same ratio in instructions, which no load of the machine changes; None without valgrind.

    Of a third of the files, as `instructions.py` prints it.
    """
    if not has_valgrind():
        return None
    checking, composing = (
        counted(given.folder, way, 3) - counted(given.folder, way, 1) for way in ("check", "compose")
    )
    return checking / composing


def peak_memory(given: Given) -> float | None:
    """Return the most memory that a check of a corpus takes, in MiB; None where the system does not tell it.

    It is not ru_maxrss, which starts with what the parent process had.
    """
    if not Path("/proc/self/status").exists():
        return None
    done = subprocess.run([sys.executable, "-c", _PEAK, str(given.folder)], capture_output=True, text=True, check=True)
    return float(done.stderr.split()[-1])


ROWS = (
    Row("check of the corpus / compose of it by libyaml, in instructions", "x", 3.0, corpus_instructions),
    Row("the same in processor time", "x", 3.0, corpus_ratio),
    Row("check of a changed file of 200 lines / bare Python", "x", 6.0, commands.changed_file),
    Row("check of an unchanged file of 200 lines / bare Python", "x", 3.0, commands.unchanged_file),
    Row("check of the corpus by two processes / by one", "x", 0.6, commands.two_processes),
    Row("check of an overcloud / Heat's reading and validation of it", "x", 0.5, commands.overcloud),
    Row("preview of the whole overcloud, of its budget", "x", 1.0, commands.overcloud_preview),
    Row("peak memory of the check of the corpus", "MiB", 60.0, peak_memory),
)


def main() -> None:
    """Print the table, and fail when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="examples", type=Path)
    parser.add_argument("--overcloud", default="", help="arguments of `hotlint check` for an overcloud")
    parser.add_argument("--heat", default="", help="command that has Heat read and validate it")
    options = parser.parse_args()
    gc.disable()
    given = Given(options.folder, tuple(shlex.split(options.overcloud)), tuple(shlex.split(options.heat)))
    print("| what | measured | target | |\n|---|---|---|---|")
    missed = False
    for row in ROWS:
        measured = row.measure(given)
        fits = measured is None or measured <= row.most
        missed = missed or not fits
        shown = "not measured (see --help)" if measured is None else f"{measured:.2f} {row.context}"
        print(f"| {row.what} | {shown} | {row.most:g} {row.context} | {'reached' if fits else 'MISSED'} |", flush=True)
    sys.exit(missed)


if __name__ == "__main__":
    main()
