"""Runs single cases in a child process, so that one which hangs, or ends its process, does no harm.

A failing case is made smaller for as long as it fails in the same way.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from fuzz.case import Case
from fuzz.outcome import SECONDS, Failure, Outcome, as_json, try_case
from fuzz.workbench import Workbench
from hotlint.language.sandbox.client import shared

PATIENCE = 120.0
"""Seconds after which a case is taken to hang: a machine with other work to do may give it few of them."""
ADDRESS_SPACE = 3 << 30
"""Bytes of address space of a process that runs cases."""

MINIMIZING = 20.0
"""Seconds for which one case is made smaller."""
_T = TypeVar("_T")
Fails = Callable[[Case], bool]


def limit_memory() -> None:
    """Have this process fail, rather than the machine, when it asks for too much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def try_alone(case: Case) -> Outcome:
    """Return what comes of a case in a process of its own. POSIX only: the process is forked from this one."""
    reading, writing = os.pipe()
    began = time.monotonic()
    child = os.fork()
    if not child:
        os.close(reading)
        _run_in_child(case, writing)
    os.close(writing)
    data = _read(reading, child)
    _, status = os.waitpid(child, 0)
    if not data:
        kind = "hang" if time.monotonic() - began >= PATIENCE else "killed"
        return Outcome(time.monotonic() - began, 0, Failure(kind, "", f"status {status}"))
    found = json.loads(data)
    failure = Failure(**found["failure"]) if found["failure"] else None
    return Outcome(found["seconds"], found["megabytes"], failure)


def _run_in_child(case: Case, writing: int) -> None:
    """Run a case, write what came of it, and end the process."""
    limit_memory()
    os.setpgid(0, 0)
    bench = Workbench()
    try:
        sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        outcome = try_case(case, bench)
        if outcome.failure is not None and outcome.failure.kind == "time":
            outcome = _by_processor(outcome)
        os.write(writing, json.dumps(as_json(outcome)).encode())
    finally:
        bench.close()
        os._exit(0)


def _by_processor(outcome: Outcome) -> Outcome:
    """Return the outcome with the time of processors that the case took, that of the sandbox included.

    On a machine with other work to do, the start of the sandbox alone may take seconds.
    """
    shared().close()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(u.ru_utime + u.ru_stime for u in used)
    return outcome if seconds > SECONDS else Outcome(seconds, outcome.megabytes, None)


def _read(reading: int, child: int) -> bytes:
    """Return what the child writes; nothing when it hangs, in which case it is killed."""

    def kill(*_: object) -> None:
        os.killpg(child, signal.SIGKILL)

    before = signal.signal(signal.SIGALRM, kill)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        with open(reading, "rb") as file:
            return file.read()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def minimize(case: Case, fails: Fails | None = None, seconds: float = MINIMIZING) -> Case:
    """Return the smallest case found that fails as this one does; the same case when it does not fail again."""
    if fails is None:
        wanted = try_alone(case).failure
        if wanted is None:
            return case
        signature = wanted.signature
        fails = lambda smaller: (f := try_alone(smaller).failure) is not None and f.signature == signature  # noqa: E731
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        smaller = next((c for c in _smaller(case) if time.monotonic() < end and fails(c)), None)
        if smaller is None:
            return case
        case = smaller
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """Yield cases that are a little smaller, those that leave out most first."""
    for name in case.files:
        yield case._replace(files={k: v for k, v in case.files.items() if k != name})
    if case.encoding:
        yield case._replace(encoding="")
    for steps in _without_parts(case.steps, 1):
        yield case._replace(steps=list(steps))
    for lines in _without_parts(case.text.splitlines(keepends=True), 1):
        yield case._replace(text="".join(lines))
    for text in _without_parts(case.text, 1):
        yield case._replace(text="".join(text))
    for name, content in case.files.items():
        for lines in _without_parts(content.splitlines(keepends=True), 1):
            yield case._replace(files=case.files | {name: "".join(lines)})


def _without_parts(whole: Sequence[_T], least: int) -> Iterator[Sequence[_T]]:
    """Yield a sequence without each of its halves, then quarters, and so on."""
    size = max(1, len(whole) // 2) if whole else 0
    while size >= least:
        for start in range(0, len(whole), size):
            yield [*whole[:start], *whole[start + size :]]
        size //= 2
