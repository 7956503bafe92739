"""Runs single cases in a child process, so that one which hangs, or ends its process, does no harm."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time

from fuzz.case import Case
from fuzz.outcome import SECONDS, Failure, Outcome, as_json, try_case
from fuzz.workbench import Workbench
from hotlint.language.sandbox.client import shared

PATIENCE = 120.0
"""Seconds after which a case is taken to hang: a machine with other work to do may give it few of them."""
ADDRESS_SPACE = 3 << 30
"""Bytes of address space of a process that runs cases."""


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
