"""The progress bar of a run."""

from __future__ import annotations

import sys
import time


class Progress:
    """A bar on standard error, drawn once a run takes more than a second; none unless that is a terminal."""

    WIDTH = 30

    def __init__(self, *, quiet: bool) -> None:
        self._terminal = getattr(sys.stderr, "own", sys.stderr)
        self._enabled = self._terminal.isatty() and not quiet
        self._started = time.monotonic()
        self._drawn = 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._terminal.write("\r\x1b[K")
            self._terminal.flush()

    def __call__(self, done: int, total: int) -> None:
        """Draw how many of the files are done, at most ten times a second."""
        now = time.monotonic()
        if self._enabled and now - self._started > 1 and now - self._drawn > 0.1:
            self._drawn = now
            full = self.WIDTH * done // max(total, 1)
            self._terminal.write(f"\r[{'#' * full}{'.' * (self.WIDTH - full)}] {done} of {total} files")
            self._terminal.flush()
