"""A process that runs blocks of cases: `python -m fuzz.worker` with numbers on standard input, results on standard output."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from typing import IO, Any

from fuzz import isolated
from fuzz.case_factory import make_case
from fuzz.outcome import Outcome, as_json, peak_megabytes, try_case
from fuzz.workbench import Workbench

BLOCK = 100
"""Cases of a block; a process ends after BLOCKS of them, so that it cannot fill up slowly."""
BLOCKS = 50
_ATTEMPTS = 3
"""Tries of a case alone, each of which has to be over a limit that depends on what else the machine does."""
_LIMITS = ("time", "memory", "hang", "requests and responses")
"""Kinds of failures that other programs can bring about."""


def main() -> None:
    """Answer the lines of standard input: seed and number of a block's first case, or seed, number and `alone` for one case."""
    logging.disable(logging.CRITICAL)
    isolated.limit_memory()
    output = os.fdopen(os.dup(1), "w", encoding="ascii")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    bench = Workbench()
    os.chdir(bench.folder)  # odd addresses are paths from here
    try:
        for line in sys.stdin:
            seed, first, *alone = line.split()
            if alone:
                result = as_json(_best_alone(int(seed), int(first), output))
            else:
                result = _block(int(seed), int(first), bench, output)
            print(json.dumps(result), file=output, flush=True)
    finally:
        bench.close()


def _block(seed: int, first: int, bench: Workbench, output: IO[str]) -> dict[str, Any]:
    began, cpu = time.monotonic(), time.process_time()
    slow, slowest, targets, failures = 0, 0.0, dict[str, int](), list[dict[str, Any]]()
    for number in range(first, first + BLOCK):
        print(number, file=output, flush=True)
        case = make_case(seed, number)
        outcome = try_case(case, bench)
        targets[case.target] = targets.get(case.target, 0) + 1
        if outcome.failure is not None and outcome.failure.kind in _LIMITS:
            slow += 1
            outcome = _best_alone(seed, number, output)
        if outcome.failure is not None:
            failures.append({"number": number, **outcome.failure._asdict()})
        slowest = max(slowest, outcome.seconds)
    return {
        "seed": seed, "first": first, "cases": BLOCK, "seconds": time.monotonic() - began, "targets": targets,
        "cpu": time.process_time() - cpu, "slowest": slowest, "megabytes": peak_megabytes(), "failures": failures,
        "slow": slow,
    }  # fmt: skip


def _best_alone(seed: int, number: int, output: IO[str]) -> Outcome:
    """Return what comes of a case in a process of its own: the first try within the limits, or the last of _ATTEMPTS."""
    for _ in range(_ATTEMPTS):
        print(number, file=output, flush=True)
        outcome = isolated.try_alone(make_case(seed, number))
        if outcome.failure is None:
            break
    return outcome


if __name__ == "__main__":
    main()
