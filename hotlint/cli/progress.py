"""How far a command is that takes longer than two seconds."""

from __future__ import annotations

import sys
import time

AFTER = 2.0
"""Seconds that a command takes before it shows how far it is."""


class Progress:
    """A bar on standard error, drawn once a run takes more than two seconds; none unless that is a terminal."""

    WIDTH = 30

    def __init__(self, *, quiet: bool, what: str = "files") -> None:
        self._terminal = getattr(sys.stderr, "own", sys.stderr)
        self._what = what
        self._enabled = self._terminal.isatty() and not quiet
        self._started = time.monotonic()
        self._drawn = 0.0
        self._is_shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Remove the bar, so that a line may be written."""
        if self._is_shown:
            self._terminal.write("\r\x1b[K")
            self._terminal.flush()
            self._is_shown = False

    def __call__(self, done: int, total: int) -> None:
        """Draw how many are done, at most ten times a second."""
        full = self.WIDTH * done // max(total, 1)
        self._draw(f"[{'#' * full}{'.' * (self.WIDTH - full)}] {done} of {total} {self._what}")

    def _draw(self, text: str) -> None:
        now = time.monotonic()
        if self._enabled and now - self._started > AFTER and now - self._drawn > 0.1:
            self._drawn, self._is_shown = now, True
            self._terminal.write(f"\r{text}")
            self._terminal.flush()


class Waiting(Progress):
    """Says what a run waits for, and for how long: where nobody knows how much there is to do."""

    def __enter__(self) -> Waiting:
        from threading import Event, Thread

        self._over = Event()
        self._thread = Thread(target=self._count, daemon=True)
        if self._enabled:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._enabled:
            self._thread.join()
        self.clear()

    def _count(self) -> None:
        while not self._over.wait(0.5):
            self._draw(f"{self._what} ({time.monotonic() - self._started:.0f} s)")
