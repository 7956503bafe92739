"""Snapshots: the whole preview of a test as text, stored next to its suite."""

from __future__ import annotations

import errno
import os

from hotlint.common import files
from hotlint.common.boundary import UNTRUSTED, Boundary, may_read, refusal, text_within
from hotlint.common.file_replacement import write_whole
from hotlint.common.files import ReadError
from hotlint.formats.reader import NODE_LIMIT, PlainReader, TooLargeError, message_of
from hotlint.syntax.parser import parse
from hotlint.syntax.source import LineIndex, Source

FOLDER = "__snapshots__"
SIZE_LIMIT = 4_000_000
"""Characters of one snapshot; a larger one is of no use to a reader, and is a failure."""
_HEAD = "# Snapshots of {name}. Update them with `hotlint test --update-snapshots`, and review the difference.\n"


class SnapshotFile:
    """The snapshots of one suite by the id of the test. Nothing is written before `save`.

    `problem` says why the file cannot be read, in a sentence; such a file is never written to. `updates` are the texts to be written.
    They are neither read nor written outside of the folder `confined_to`; None is no limit.
    """

    def __init__(self, suite: str, confined_to: Boundary | None = None) -> None:
        self._confined_to = confined_to
        self.suite = suite
        name = os.path.basename(suite)
        self.path = os.path.join(os.path.dirname(suite), FOLDER, f"{name}.snap")
        self._head = _HEAD.format(name=name)
        self._stored: dict[str, str] | None = None
        self._used: set[str] = set()
        self.updates: dict[str, str] = {}
        self.problem = ""

    def get(self, test: str) -> str | None:
        """Return the stored snapshot of a test; None where there is none."""
        self._used.add(test)
        return self._read().get(test)

    def put(self, test: str, text: str) -> None:
        """Keep a snapshot, to be written by `save`."""
        self._used.add(test)
        if self._read().get(test) != text:
            self.updates[test] = text

    def unused(self) -> tuple[str, ...]:
        """Return the ids of stored snapshots that no test has asked for."""
        return tuple(test for test in self._read() if test not in self._used)

    def save(self, *, keep: bool) -> None:
        """Write the snapshots; unused ones are left out unless `keep`. Raises OSError.

        The file is read again first, so that what another process has written meanwhile is kept.
        """
        self._stored = None
        unused = () if keep else self.unused()
        left = {test: text for test, text in sorted((self._read() | self.updates).items()) if test not in unused}
        if not (self.updates or unused):
            return
        if not may_read(self.path, self._confined_to):
            raise PermissionError(errno.EACCES, refusal(self.path, self._confined_to) or UNTRUSTED, self.path)
        if self.problem:
            return
        from hotlint.syntax.yaml_writer import dump

        if left:
            text = self._head + dump(left)
            if len(text.encode("utf-8", "backslashreplace")) > files.SIZE_LIMIT or len(left) >= NODE_LIMIT:
                raise OSError(errno.EFBIG, "they are more than can be read again: split the suite", self.path)
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            write_whole(self.path, text)
        elif os.path.exists(self.path):
            os.remove(self.path)

    def _read(self) -> dict[str, str]:
        if self._stored is None:
            self._stored = {}
            try:
                self._stored = _snapshots(Source(self.path, text_within(self.path, self._confined_to)))
                self.problem = ""
            except FileNotFoundError:
                self.problem = ""
            except (OSError, ReadError, TooLargeError, RecursionError) as exc:
                why = getattr(exc, "message", None) or getattr(exc, "strerror", None) or "it holds too much"
                self.problem = f"the stored snapshots cannot be read, and are not changed: {self.path}: {why}"
        return self._stored


def _snapshots(source: Source) -> dict[str, str]:
    """Return the snapshots of a file. Raises ReadError for a text with mistakes, as the marks of a merge conflict are."""
    document = parse(source)
    for problem in document.problems:
        line = LineIndex(source.text).position(problem.span.start).line + 1
        raise ReadError(f"line {line}: {message_of(problem)}")
    data = PlainReader()(document.root) if document.root is not None else {}
    if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
        raise ReadError("it is not a mapping from tests to texts")
    return {str(test): text for test, text in data.items()}
