"""The reports of a run, on disk: in whatever order they come, they are read in that of the files."""

from __future__ import annotations

import pickle
import tempfile
from array import array
from collections.abc import Iterable, Iterator

from hotlint.output.findings.model import FileReport

_NOTHING = -1


class ReportSpool:
    """Reports by the number of their tree in the run, and of their file in the tree.

    Only their places in a temporary file are in memory: eight bytes a file. They can be read any number of times.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="hotlint-reports-", buffering=1 << 16)  # noqa: SIM115 - closed by `close`
        self._end = 0
        self._places: dict[int, array[int]] = {}

    def make_room(self, tree: int, count: int) -> None:
        """Declare how many files a tree has."""
        self._places[tree] = array("q", [_NOTHING]) * count

    def put(self, tree: int, number: int, report: bytes) -> None:
        """Add a pickled report. One that was there is replaced."""
        if self._file.tell() != self._end:  # some have been read
            self._file.seek(self._end)
        self._places[tree][number] = self._end
        self._end += self._file.write(report)

    def trees(self) -> list[int]:
        """Return the numbers of all trees, in order."""
        return sorted(self._places)

    def of_tree(self, tree: int, numbers: Iterable[int] | None = None) -> Iterator[tuple[int, FileReport]]:
        """Yield the reports of a tree, each with the number of its file, in order; `numbers` are those to read, None for all."""
        places = self._places[tree]
        for number in range(len(places)) if numbers is None else sorted(numbers):
            place = places[number]
            if place != _NOTHING:
                self._file.seek(place)
                report: FileReport = pickle.load(self._file)  # of our own workers
                yield number, report

    def close(self) -> None:
        """Remove the file."""
        self._file.close()
