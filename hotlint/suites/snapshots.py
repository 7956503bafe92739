"""Snapshots: the whole preview of a test as text, stored next to its suite."""

from __future__ import annotations

import errno
import os

from hotlint.common.files import OUTSIDE, ReadError, is_within, text_within
from hotlint.syntax.field_reader import PlainReader, TooLargeError
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

FOLDER = "__snapshots__"
SIZE_LIMIT = 4_000_000
"""Characters of one snapshot; a larger one is of no use to a reader, and is a failure."""
_HEAD = "# Snapshots of {name}. Update them with `hotlint test --update-snapshots`, and review the difference.\n"


class SnapshotFile:
    """The snapshots of one suite by the id of the test. Nothing is written before `save`.

    They are neither read nor written outside of the folder `confined_to`; None is no limit.
    """

    def __init__(self, suite: str, confined_to: str | None = None) -> None:
        self._confined_to = confined_to
        name = os.path.basename(suite)
        self.path = os.path.join(os.path.dirname(suite), FOLDER, f"{name}.snap")
        self._head = _HEAD.format(name=name)
        self._stored: dict[str, str] | None = None
        self._used: set[str] = set()
        self.written = 0

    def get(self, test: str) -> str | None:
        """Return the stored snapshot of a test; None where there is none."""
        self._used.add(test)
        return self._read().get(test)

    def put(self, test: str, text: str) -> None:
        """Keep a snapshot, to be written by `save`."""
        self._used.add(test)
        stored = self._read()
        if stored.get(test) != text:
            stored[test] = text
            self.written += 1

    def unused(self) -> tuple[str, ...]:
        """Return the ids of stored snapshots that no test has asked for."""
        return tuple(test for test in self._read() if test not in self._used)

    def save(self, *, keep: bool) -> None:
        """Write the snapshots; unused ones are left out unless `keep`. Raises OSError."""
        unused = () if keep else self.unused()
        if not self.written and not unused:
            return
        if self._confined_to is not None and not is_within(self.path, self._confined_to):
            raise PermissionError(errno.EACCES, OUTSIDE, self.path)
        from hotlint.syntax.yaml_writer import dump

        left = {test: text for test, text in sorted(self._read().items()) if test not in unused}
        if left:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            _write(self.path, self._head + dump(left))
        elif os.path.exists(self.path):
            os.remove(self.path)

    def _read(self) -> dict[str, str]:
        if self._stored is None:
            self._stored = {}
            try:
                text = text_within(self.path, self._confined_to)
                root = parse(Source(self.path, text)).root
                data = PlainReader()(root) if root is not None else {}
            except (OSError, ReadError, TooLargeError, RecursionError):
                data = {}
            if isinstance(data, dict):
                self._stored = {str(test): text for test, text in data.items() if isinstance(text, str)}
        return self._stored


def _write(path: str, text: str) -> None:
    """Write a file, whole or not at all."""
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
