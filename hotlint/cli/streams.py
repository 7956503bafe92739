"""Standard streams that can be written to, whatever the locale, and whatever is closed or full."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import TextIO


def prepare() -> None:
    """Make standard output and standard error take any text, and replace what is closed by the null device.

    Without the latter, the next file that is opened would become the standard output. Output that is not for a terminal is
    UTF-8 in every locale, since other programs read it, unless PYTHONIOENCODING says otherwise; what a terminal cannot show
    is written as an escape.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        _take_any_text(stream)


def _take_any_text(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    chosen = stream.isatty() or "PYTHONIOENCODING" in os.environ
    if not chosen and stream.encoding.lower().replace("_", "-") != "utf-8":
        reconfigure(encoding="utf-8")
    reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Send what is still to be written to the null device: nobody reads it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
