"""A long run: rounds of cases in several processes until the time is up. Failing cases are made small and kept in a folder.

`python -m fuzz.campaign SEED FIRST SECONDS FOLDER` is one of these processes: it writes a line of figures for each round.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import hypothesis

from fuzz.case import Case
from fuzz.outcome import limit_memory, try_case
from fuzz.strategies import cases, smallest
from fuzz.workbench import Workbench

ROUNDS = 25
"""Rounds of a process, so that it cannot fill up slowly."""
PATIENCE = 600.0
"""Seconds after which a process that is still at the same case is taken to hang."""
TOOLS = Path(__file__).resolve().parents[1]


def run_round(seed: int, number: int, bench: Workbench, folder: Path) -> dict[str, Any]:
    """Run the cases of one round and return their figures. New failures are saved as SIGNATURE.json."""
    found: dict[str, Case] = {}
    figures: dict[str, Any] = {"targets": Counter[str](), "failures": Counter[str](), "slowest": 0.0, "megabytes": 0.0}
    running = folder / f"running-{os.getpid()}.json"
    began = time.process_time()

    @hypothesis.seed(f"{seed}/{number}")
    @hypothesis.settings(hypothesis.settings.get_profile("long"))
    @hypothesis.given(cases())
    def keeps_its_promises(case: Case) -> None:
        case.save(running)
        outcome = try_case(case, bench)
        figures["targets"][case.target] += 1
        figures["slowest"] = max(figures["slowest"], outcome.seconds)
        figures["megabytes"] = max(figures["megabytes"], outcome.megabytes)
        if outcome.failure is not None:
            figures["failures"][outcome.failure.signature] += 1
            found.setdefault(outcome.failure.signature, case)

    keeps_its_promises()
    figures["cpu"] = time.process_time() - began
    for signature, case in found.items():
        path = folder / f"{signature}.json"
        if not path.exists():
            case.save(path)
            smallest(case, partial(_fails, bench, running, signature)).save(path)
    running.unlink(missing_ok=True)
    return figures


def _fails(bench: Workbench, running: Path, signature: str, case: Case) -> bool:
    running.touch()
    failure = try_case(case, bench).failure
    return failure is not None and failure.signature == signature


def run_rounds(seed: int, first: int, seconds: float, folder: Path) -> None:
    """Run rounds from a number on, and print the figures of each as a line of JSON."""
    end = time.monotonic() + seconds
    logging.disable(logging.CRITICAL)
    limit_memory()
    output = os.fdopen(os.dup(1), "w", encoding="ascii")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    with Workbench() as bench:
        os.chdir(bench.folder)  # odd addresses are paths from here
        for number in range(first, first + ROUNDS):
            print(json.dumps(run_round(seed, number, bench, folder)), file=output, flush=True)
            if time.monotonic() >= end:
                break


def campaign(seed: int, seconds: float, jobs: int, folder: Path) -> tuple[str, bool]:
    """Run for so many seconds in so many processes. Returns the figures, and whether all cases kept their promises."""
    folder.mkdir(parents=True, exist_ok=True)
    end, numbers = time.monotonic() + seconds, count(0, ROUNDS)

    def work(_: int) -> list[dict[str, Any]]:
        found = []
        while (left := end - time.monotonic()) > 0:
            found += _process(seed, next(numbers), left, folder)
        return found

    began = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        figures = [one for found in pool.map(work, range(jobs)) for one in found]
    return _summary(seed, figures, time.monotonic() - began), not any(one["failures"] for one in figures)


def _process(seed: int, first: int, seconds: float, folder: Path) -> list[dict[str, Any]]:
    """Return the figures of rounds that a process of its own ran; the case that it was at when it hung or ended is a failure."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TOOLS), *sys.path])}
    command = [sys.executable, "-m", "fuzz.campaign", str(seed), str(first), str(seconds), str(folder.resolve())]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
    running, output = folder / f"running-{process.pid}.json", None
    while output is None:
        try:
            output, _ = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            if running.exists() and time.time() - running.stat().st_mtime > PATIENCE:
                process.kill()
    figures = [json.loads(line) for line in output.splitlines()]
    if process.returncode:
        signature = f"process-ended-{process.returncode}"
        figures.append({"targets": {}, "failures": {signature: 1}, "slowest": 0.0, "megabytes": 0.0, "cpu": 0.0})
        if running.exists():
            running.replace(folder / f"{signature}.json")
    return figures


def _summary(seed: int, figures: list[dict[str, Any]], seconds: float) -> str:
    """Return the figures of all rounds, as Markdown."""
    targets, failures = Counter[str](), Counter[str]()
    for one in figures:
        targets.update(one["targets"])
        failures.update(one["failures"])
    done, cpu = targets.total(), sum(one["cpu"] for one in figures) or 1e-9
    slowest, megabytes = (max((one[key] for one in figures), default=0) for key in ("slowest", "megabytes"))
    lines = [
        f"{done:,} cases of seed {seed} ({', '.join(f'{n:,} {name}' for name, n in targets.most_common())}): "
        f"{failures.total():,} failures.",
        "",
        f"{done / cpu:.0f} cases a second of one core ({done / seconds:.0f} with what else the machine did); slowest case "
        f"{slowest:.1f} s, most memory {megabytes:.0f} MB.",
        *(f"- {n:,} x {signature}.json" for signature, n in failures.most_common()),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    run_rounds(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), Path(sys.argv[4]))
