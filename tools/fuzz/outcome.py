"""What came of a case: nothing, or the promise that it broke."""

from __future__ import annotations

import os
import resource
import sys
import time
import traceback
from typing import Any, NamedTuple

from fuzz import targets
from fuzz.case import BrokenPromiseError, Case
from fuzz.workbench import Workbench

SECONDS = 2.0
"""How long a case may take, without the time in which other processes had the processor."""
MEGABYTES = 300
"""How much memory the process may hold in a case that makes it grow, with what all cases before it have left."""
_KILOBYTE = 1024 if sys.platform == "darwin" else 1  # of what the system reports as the largest resident size


class Failure(NamedTuple):
    """A promise that a case broke: `kind` names it, `place` is where ("" for limits), `message` says more."""

    kind: str
    place: str
    message: str

    @property
    def signature(self) -> str:
        """What failures of one cause have in common."""
        return f"{self.kind} at {self.place}" if self.place else self.kind


class Outcome(NamedTuple):
    """`seconds` that a case took, `megabytes` that the process has held at most so far, and the failure, if any."""

    seconds: float
    megabytes: float
    failure: Failure | None


def try_case(case: Case, bench: Workbench) -> Outcome:
    """Run a case and return what came of it. Raises nothing but KeyboardInterrupt."""
    failure: Failure | None = None
    began, waited, held = time.perf_counter(), waiting_seconds(), peak_megabytes()
    try:
        targets.run(case, bench)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failure = _failure(error)
    seconds, megabytes = time.perf_counter() - began - (waiting_seconds() - waited), peak_megabytes()
    if failure is None and seconds > SECONDS:
        failure = Failure("time", "", f"{seconds:.1f} s")
    if failure is None and megabytes > max(MEGABYTES, held):
        failure = Failure("memory", "", f"{megabytes:.0f} MB")
    return Outcome(seconds, megabytes, failure)


def waiting_seconds() -> float:
    """Return how long this process has waited for a processor, which other processes had; 0 where the system does not count it."""
    try:
        with open("/proc/self/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except OSError:
        return 0.0


def peak_megabytes() -> float:
    """Return the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KILOBYTE / 1024


def _failure(error: BaseException) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if f"{os.sep}fuzz{os.sep}" not in f.filename and "hotlint" in f.filename] or list(frames)
    place = f"{os.path.basename(own[-1].filename)}:{own[-1].name}"
    if isinstance(error, BrokenPromiseError):
        return Failure(error.kind, _subject(str(error)), str(error)[:1000])
    return Failure(type(error).__name__, place, f"{error}"[:1000])


def _subject(message: str) -> str:
    """Return the first words of what a broken promise is about, such as a code: `kind: subject: more`."""
    parts = message.split(": ")
    return parts[1][:40] if len(parts) > 2 else ""


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as plain data."""
    return {**outcome._asdict(), "failure": outcome.failure and outcome.failure._asdict()}
