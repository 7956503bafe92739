"""What came of a case: nothing, or the promise that it broke. Each case has limits of time and memory."""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
import time
import traceback
from contextlib import suppress
from types import FrameType
from typing import NamedTuple, NoReturn

from fuzz import targets
from fuzz.case import BrokenPromiseError, Case
from fuzz.workbench import Workbench
from hotlint.language.sandbox.client import shared

SECONDS = 2.0
"""How much processor time a case may take, that of the sandbox included."""
MEGABYTES = 200
"""How much memory a case may add to what the process holds, which is 100 MB at first."""
HANG = 30.0
"""Seconds of processor time after which a case is ended."""
ADDRESS_SPACE = 3 << 30
"""Bytes of address space of a process that runs cases: it fails, rather than the machine, when it asks for too much."""
LIMITS = ("time", "memory", "hang", "requests and responses")
"""Kinds of failures that other programs can bring about, so that the case has to fail in each of three tries."""
_KILOBYTE = 1024 if sys.platform == "darwin" else 1  # of what the system reports as the largest resident size


class Failure(NamedTuple):
    """A promise that a case broke: `kind` names it, `place` is where ("" for limits), `message` says more."""

    kind: str
    place: str
    message: str

    @property
    def signature(self) -> str:
        """What failures of one cause have in common, as the name of a file."""
        return re.sub(r"[^\w.]+", "-", f"{self.kind} {self.place}").strip("-")


class Outcome(NamedTuple):
    """`seconds` of processor time that a case took, `megabytes` that the process held at most, and the failure, if any."""

    seconds: float
    megabytes: float
    failure: Failure | None


class HangError(BaseException):
    """A case took so long that it was ended. No handler of exceptions in the code under test stops it."""


def limit_memory() -> None:
    """Have this process fail, rather than the machine, when it asks for too much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def try_case(case: Case, bench: Workbench) -> Outcome:
    """Run a case and return what came of it. Raises nothing but KeyboardInterrupt."""
    outcome = _tried(case, bench)
    for _ in range(2):
        if outcome.failure is None or outcome.failure.kind not in LIMITS:
            break
        shared().close()
        shared.cache_clear()  # a new sandbox has no replies to remember
        with Workbench() as fresh:
            outcome = _tried(case, fresh)
    return outcome


def _tried(case: Case, bench: Workbench) -> Outcome:
    failure: Failure | None = None
    held, began = _peak_megabytes(afresh=True), time.process_time() - shared().worked
    before = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, HANG)
    try:
        targets.run(case, bench)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failure = _failure(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    seconds, megabytes = time.process_time() + shared().worked - began, _peak_megabytes()
    if failure is None and seconds > SECONDS:
        failure = Failure("time", "", f"{seconds:.1f} s")
    if failure is None and megabytes > held + MEGABYTES:
        failure = Failure("memory", "", f"{megabytes:.0f} MB")
    return Outcome(seconds, megabytes, failure)


def _end(_: int, __: FrameType | None) -> NoReturn:
    raise HangError


def _peak_megabytes(*, afresh: bool = False) -> float:
    """Return the most memory that this process has held; `afresh`: from now on, where the system (Linux) can forget."""
    if afresh:
        with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KILOBYTE / 1024


def _failure(error: BaseException) -> Failure:
    if isinstance(error, HangError):
        return Failure("hang", "", f"more than {HANG:.0f} s of processor time")
    if isinstance(error, BrokenPromiseError):
        return Failure(error.kind, _subject(str(error)), str(error)[:1000])
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if f"{os.sep}fuzz{os.sep}" not in f.filename and "hotlint" in f.filename] or list(frames)
    return Failure(type(error).__name__, f"{os.path.basename(own[-1].filename)}:{own[-1].name}", f"{error}"[:1000])


def _subject(message: str) -> str:
    """Return the first words of what a broken promise is about, such as a code: `kind: subject: more`."""
    parts = message.split(": ")
    return parts[1][:40] if len(parts) > 2 else ""
