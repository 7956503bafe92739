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
from fuzz.outcome import Outcome, peak_megabytes, try_case
from fuzz.workbench import Workbench

BLOCK = 500
"""Cases of a block; a process ends after BLOCKS of them, so that it cannot fill up slowly."""
BLOCKS = 10
_ATTEMPTS = 2


def main() -> None:
    """Run the blocks that are asked for, one line each: seed and number of the first case."""
    logging.disable(logging.CRITICAL)
    isolated.limit_memory()
    output = os.fdopen(os.dup(1), "w", encoding="ascii")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    bench = Workbench()
    try:
        for line in sys.stdin:
            seed, first = map(int, line.split())
            for result in _block(seed, first, bench, output):
                print(json.dumps(result), file=output, flush=True)
    finally:
        bench.close()


def _block(seed: int, first: int, bench: Workbench, output: IO[str]) -> list[dict[str, Any]]:
    began, cpu = time.monotonic(), time.process_time()
    slowest, targets, failures = 0.0, dict[str, int](), list[dict[str, Any]]()
    for number in range(first, first + BLOCK):
        print(number, file=output, flush=True)
        case = make_case(seed, number)
        outcome = try_case(case, bench)
        targets[case.target] = targets.get(case.target, 0) + 1
        if outcome.failure is not None:
            outcome = _confirmed(outcome, number, seed)
        if outcome.failure is not None:
            failures.append({"number": number, **outcome.failure._asdict()})
        slowest = max(slowest, outcome.seconds)
    result = {
        "seed": seed, "first": first, "cases": BLOCK, "seconds": time.monotonic() - began, "targets": targets,
        "cpu": time.process_time() - cpu, "slowest": slowest, "megabytes": peak_megabytes(), "failures": failures,
    }  # fmt: skip
    return [result]


def _confirmed(outcome: Outcome, number: int, seed: int) -> Outcome:
    """Return the outcome again where it depends on what the machine does meanwhile: limits of time and memory."""
    assert outcome.failure is not None
    if outcome.failure.kind not in ("time", "memory", "requests and responses"):
        return outcome
    for _ in range(_ATTEMPTS):
        again = isolated.try_alone(make_case(seed, number))
        if again.failure is None:
            return again
    return again


if __name__ == "__main__":
    main()
