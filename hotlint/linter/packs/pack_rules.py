"""Guards the rules of other rule packs: an error in one of them becomes one finding, and the other rules run."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from time import monotonic
from typing import Any

from hotlint.linter.diagnostic import SEVERITIES, Diagnostic
from hotlint.linter.rules.rule import Checked, Rule, RuleContext
from hotlint.syntax.source import Span

RULE_SECONDS = 2.0
"""The seconds that all hooks of one rule of a pack may take for one file."""
LOAD_SECONDS = 10.0
"""Seconds that the import of a pack may take."""
_POLL_SECONDS = 0.05


class RuleTimeoutError(BaseException):
    """Raised in a rule that takes too long; no `except Exception` in it stops this."""


class PackRule:
    """One hook of a rule from another pack. A call returns valid diagnostics, or one about an error in the rule."""

    __slots__ = ("_crash", "_method", "_rule")

    def __init__(self, rule: Rule, method: Callable[..., Checked], crash: Callable[[Rule, str], Diagnostic]) -> None:
        self._rule = rule
        self._method = method
        self._crash = crash

    def __call__(self, *args: Any) -> list[Diagnostic]:
        """Return what the hook reports. A rule that failed once is not called for this file again."""
        ctx: RuleContext = args[-1]
        left = ctx.pack_seconds.get(self._rule.code, RULE_SECONDS)
        if left <= 0:
            return []
        found: list[Any] = []
        printed = io.StringIO()
        start = monotonic()
        why = failure_of(lambda: found.extend(self._method(*args)), left, printed)
        ctx.pack_seconds[self._rule.code] = 0.0 if why is not None else left - (monotonic() - start)
        valid = [d for d in found if _problem_of(d, len(ctx.document.text)) is None]
        if why is None and len(valid) < len(found):
            why = next(p for d in found if (p := _problem_of(d, len(ctx.document.text))))
        if why is None and printed.tell():
            why = "it prints to standard output, which belongs to the report"
        return valid if why is None else [*valid, self._crash(self._rule, why)]


def failure_of(work: Callable[[], object], seconds: float, printed: io.StringIO) -> str | None:
    """Run foreign code. Return the reason of a failure, None on success. Its output goes to `printed`."""
    try:
        with redirect_stdout(printed), _limited(seconds):
            work()
    except RuleTimeoutError:
        return f"it takes more than {seconds:.1f} seconds"
    except RecursionError:
        return "it is nested too deeply"
    except SystemExit:
        return "it ends the process (SystemExit)"
    except Exception as exc:  # foreign code may raise anything
        return f"{type(exc).__name__}: {exc}"
    return None


def _problem_of(found: Any, length: int) -> str | None:
    """Return the error in a diagnostic; None for a valid one."""
    if not isinstance(found, Diagnostic):
        return f"it reports {type(found).__name__}, which is no Diagnostic"
    if found.severity not in SEVERITIES:
        return f"it reports the severity {found.severity!r}, which is none of {', '.join(SEVERITIES)}"
    if not (isinstance(found.message, str) and isinstance(found.code, str) and isinstance(found.rule, str)):
        return "it reports a message, code or name that is no text"
    span = found.span
    if not (isinstance(span, Span) and 0 <= span.start <= span.end <= max(length, 1)):
        return f"it reports a place outside of the file ({span})"
    return None


class _Alarm(threading.Thread):
    """Interrupts the thread that last armed it, once its time is up. It sleeps while nothing is armed.

    Other ways do less: a signal reaches the main thread only, a trace function does not see `while True: pass` on one line,
    and another process would need a copy of all that a rule may ask.
    """

    def __init__(self) -> None:
        super().__init__(name="rule time limit", daemon=True)
        self._condition = threading.Condition()
        self._deadline: float | None = None
        self._target = 0

    def arm(self, seconds: float) -> None:
        with self._condition:
            self._deadline = monotonic() + seconds
            self._target = threading.get_ident()
            self._condition.notify()

    def disarm(self) -> None:
        with self._condition:
            self._deadline = None
        monotonic()  # an interruption that was on its way arrives here, at the latest

    def run(self) -> None:
        import ctypes

        with self._condition:
            while True:
                if self._deadline is None:
                    self._condition.wait()
                elif (left := self._deadline - monotonic()) > 0:
                    self._condition.wait(min(left, _POLL_SECONDS))
                else:
                    self._deadline = None
                    target, error = ctypes.c_ulong(self._target), ctypes.py_object(RuleTimeoutError)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(target, error)


_alarms: dict[int, _Alarm] = {}


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise RuleTimeoutError in the body after a time limit: between two steps of Python, not inside a C library."""
    alarm = _alarms.get(os.getpid())  # threads are not inherited by a forked worker
    if alarm is None:
        alarm = _alarms[os.getpid()] = _Alarm()
        alarm.start()
    alarm.arm(seconds)
    try:
        yield
    finally:
        alarm.disarm()
