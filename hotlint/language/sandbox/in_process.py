"""Evaluates expressions in this process, where the platform has no other one: in a browser.

What is evaluated there is the user's own text in the user's own browser, so nothing must be kept from other users. An evaluation ends
after `STEPS`, whatever the speed of the machine. A regular expression calls nothing, and ends after `SECONDS`.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.language.sandbox.worker import LOADERS, answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

SECONDS = 2
STEPS = 300_000
"""Functions of Python that an evaluation may call: yaql calls a thousand for each item of a list."""


def evaluate(request: tuple[Any, ...], load: str | None) -> tuple[Any, ...]:
    """Return the reply to a request, as the worker gives it. `load` is the request that loads what this one needs, if any."""
    if load is not None and not LOADERS[load]():  # which takes no steps of an evaluation
        return ("missing",)
    steps = _Steps()
    before = sys.gettrace()
    sys.settrace(steps.called)
    try:
        with _interrupted():
            return answer(request)
    except (_TooManyStepsError, KeyboardInterrupt):
        return ("stopped", "time")
    finally:
        sys.settrace(before)


@contextmanager
def _interrupted() -> Iterator[None]:
    """Raise KeyboardInterrupt in what takes longer than `SECONDS`, in Pyodide.

    Pyodide reads the first item of its interrupt buffer now and then, and takes a 2 for Ctrl+C. No other thread can write one here, so
    that item is a property which looks at the clock.
    """
    if sys.platform != "emscripten":
        yield
        return
    import pyodide_js  # type: ignore[import-not-found]
    from pyodide.code import run_js  # type: ignore[import-not-found]

    pyodide_js.setInterruptBuffer(run_js(_CLOCK)(SECONDS))
    try:
        yield
    finally:
        pyodide_js.setInterruptBuffer(None)


_CLOCK = """(seconds) => {
  let end = performance.now() + 1000 * seconds;
  return { get 0() { const late = performance.now() > end; end = late ? Infinity : end; return late ? 2 : 0; }, set 0(_) {} };
}"""


class _TooManyStepsError(BaseException):
    """An evaluation has called too many functions. It is no Exception: nothing in between catches it."""


class _Steps:
    """Counts the calls that it traces, of generators each time that they go on."""

    def __init__(self) -> None:
        self.left = STEPS

    def called(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call. Raises _TooManyStepsError."""
        self.left -= 1
        if self.left < 0:
            raise _TooManyStepsError
