"""The reports of a run, on disk: in whatever order they come, they are read in that of the files."""

from __future__ import annotations

import pickle
import tempfile
from array import array
from collections.abc import Iterator

from hotlint.output.findings.model import FileReport

_NOTHING = -1


class ReportSpool:
    """Reports by the number of their tree in the run, and of their file in the tree.

    Only their places in a temporary file are in memory: eight bytes a file. Once all are there, they can be read any number of times.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="hotlint-reports-", buffering=1 << 16)  # noqa: SIM115 - closed by `close`
        self._end = 0
        self._places: dict[int, array[int]] = {}

    def make_room(self, tree: int, count: int) -> None:
        """Declare how many files a tree has."""
        self._places[tree] = array("q", [_NOTHING]) * count

    def put(self, tree: int, number: int, report: bytes) -> None:
        """Add a pickled report."""
        self._places[tree][number] = self._end
        self._end += self._file.write(report)

    def trees(self) -> list[int]:
        """Return the numbers of all trees, in order."""
        return sorted(self._places)

    def of_tree(self, tree: int) -> Iterator[FileReport]:
        """Yield the reports of a tree, in the order of its files."""
        for place in self._places[tree]:
            if place != _NOTHING:
                self._file.seek(place)
                report: FileReport = pickle.load(self._file)  # of our own workers
                yield report

    def close(self) -> None:
        """Remove the file."""
        self._file.close()
