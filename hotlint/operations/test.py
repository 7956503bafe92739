"""Run the test suites of templates: find them, and run them one after the other or in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from hotlint.analysis.file_kinds import YAML_ENDINGS, kind_of_name, may_be, recognize
from hotlint.common.boundary import Boundary
from hotlint.common.files import ReadError, decode, read_bytes
from hotlint.operations.batch.file_watch import folders_below
from hotlint.operations.check import Progress, silent
from hotlint.operations.discovery import candidates
from hotlint.operations.errors import OperationError
from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.output.formats import renderer
from hotlint.suites.model import PlannedTest, Suite
from hotlint.suites.results import SuiteResult
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.suites.selection import SelectionError, selection
from hotlint.suites.snapshots import SnapshotFile

if TYPE_CHECKING:
    from hotlint.suites.coverage import Coverage


SIZE_LIMIT = 1 << 20
"""Bytes of a file that is looked at for its content."""


Write = Callable[[SuiteResult], None]


class SuiteRequest(NamedTuple):
    """Suites to run: files, or those of folders. `scope` gives their templates the configuration and the folder that is read.

    `selection` is an expression that the names of tests match; None for all. `explain`: failures say how their value is computed.
    `update`: previews of tests with snapshots are stored. `coverage`: what the tests reach is measured. `jobs` are processes.
    """

    paths: list[str]
    scope: SettingsScope = SettingsScope()
    selection: str | None = None
    explain: bool = False
    update: bool = False
    coverage: bool = False
    jobs: int = 1


class SuiteRuns:
    """The suites of a request, which may run again and again. Raises OperationError for a selection that is no expression."""

    def __init__(self, request: SuiteRequest) -> None:
        self.request = request
        self.paths = request.paths
        self.last: list[SuiteResult] = []
        self._top = request.scope.confined_to
        self._finder = request.scope.finder()
        self._surroundings: ConfiguredSurroundings | None = None
        self._matches = None
        if request.selection is not None:
            try:
                self._matches = selection(request.selection)
            except (SelectionError, RecursionError) as exc:
                raise OperationError(str(exc)) from None

    def suites(self) -> list[str]:
        """Return the suites to run."""
        return suites(self.paths, self._finder.excluded, self._top)

    def run(self, write: Write, progress: Progress = silent) -> tuple[list[SuiteResult], Coverage | None]:
        """Run all suites, and hand the result of each to `write` as soon as it is there, in order.

        The coverage is None where it was not asked for. `last` holds the results afterwards. `progress` is called with how many
        suites have run, of how many.
        """
        paths = self.suites()
        total = self._new_coverage()
        results = self.last = []
        self._surroundings = None
        for result, coverage in self._all(paths):
            write(result)
            results.append(result)
            if total is not None and coverage is not None:
                total.merge(coverage)
            progress(len(results), len(paths))
        return results, total

    def _all(self, paths: list[str]) -> Iterator[tuple[SuiteResult, Coverage | None]]:
        """Yield the results of suites, in order: with several processes once all have run."""
        jobs = min(self.request.jobs, len(paths))
        if jobs < 2:
            yield from map(self.one, paths)
            return
        from hotlint.operations.batch.executors import start_method
        from hotlint.operations.batch.workers import results_of_workers

        found = dict(results_of_workers(self.one, paths, jobs, start_method()))
        yield from (found[number] for number in range(len(paths)))

    def __reduce__(self) -> tuple[type[SuiteRuns], tuple[Any, ...]]:
        """Let another process run suites as this one does (`one`)."""
        return SuiteRuns, (self.request,)

    def _new_coverage(self) -> Coverage | None:
        if not self.request.coverage:
            return None
        from hotlint.suites.coverage import Coverage

        return Coverage()

    def one(self, path: str) -> tuple[SuiteResult, Coverage | None]:
        """Run one suite. The coverage is None where it was not asked for."""
        if self._surroundings is None:
            self._surroundings = ConfiguredSurroundings(self.request.scope)
        coverage = self._new_coverage()
        explain = None
        if self.request.explain:
            from hotlint.output.preview import explain_value

            explain = explain_value
        options = RunOptions(renderer("preview", "yaml"), explain, self.request.update, self._wanted, coverage)
        return SuiteRunner(self._surroundings, options).run_file(path), coverage

    def _wanted(self, suite: Suite, planned: PlannedTest) -> bool:
        return self._matches is None or self._matches(f"{suite.path}::{planned.id}")


def suites(paths: list[str], excluded: Callable[[str], bool], top: Boundary | None = None) -> list[str]:
    """Return the paths of the suites of a run, each once, in the order of `paths` and within a folder by name.

    `top` is as in `candidates`.
    """
    found = candidates(paths, excluded, wanted=_is_suite, top=top)
    return [candidate.path for candidate in found if not os.path.isdir(candidate.path)]


def _is_suite(path: str, entry: os.DirEntry[str]) -> bool:
    """Return whether a file is a suite: by its name, or a YAML file by its content."""
    if (kind := kind_of_name(path)) is not None:
        return kind == "suite"
    try:
        if not path.endswith(YAML_ENDINGS) or not entry.is_file() or entry.stat().st_size > SIZE_LIMIT:
            return False
        data = read_bytes(path)
        return may_be(path, data, ("suite",)) and recognize(path, decode(data)) == "suite"
    except (OSError, ReadError):
        return False


def files_of(runs: SuiteRuns) -> set[str]:
    """Return the files whose change matters: suites, what their last run read, and the folders in which suites may appear."""
    found = {os.path.abspath(path) for path in runs.paths}
    for path in runs.paths:
        found.update(folders_below(path) if os.path.isdir(path) else ())
    for result in runs.last:
        found |= _of_result(result)
    return found


def _of_result(result: SuiteResult) -> set[str]:
    path = os.path.abspath(result.suite.path)
    return {path, SnapshotFile(path).path, *result.files}
