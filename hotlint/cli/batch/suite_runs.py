"""Find suites, run them one after the other or in several processes, and run them again when a file changes."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.file_marks import YAML_ENDINGS, kind_of_name, may_be
from hotlint.cli.batch.file_watch import changes, folders_below
from hotlint.cli.errors import UsageError
from hotlint.cli.options import configurations, confined_to
from hotlint.common.files import ReadError, decode, read_bytes
from hotlint.common.printable import output
from hotlint.documents.discovery import candidates
from hotlint.output.formats import renderer
from hotlint.suites.model import PlannedTest, Suite
from hotlint.suites.results import SuiteResult
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.suites.selection import SelectionError, selection
from hotlint.suites.snapshots import SnapshotFile
from hotlint.suites.surroundings import ConfiguredSurroundings

if TYPE_CHECKING:
    from hotlint.suites.coverage import Coverage


SIZE_LIMIT = 1 << 20
"""Bytes of a file that is looked at for its content."""


Write = Callable[[SuiteResult], None]


class SuiteRuns:
    """The suites of a run by the options of `hotlint test`. Raises UsageError for options that cannot be used."""

    def __init__(self, options: Namespace, paths: list[str], *, with_coverage: bool) -> None:
        self.options = options
        self.paths = paths
        self.last: list[SuiteResult] = []
        self._top = confined_to(options)
        self._with_coverage = with_coverage
        self._finder = configurations(options)
        self._surroundings: ConfiguredSurroundings | None = None
        self._matches = None
        if options.k is not None:
            try:
                self._matches = selection(options.k)
            except (SelectionError, RecursionError) as exc:
                raise UsageError(str(exc)) from None

    def suites(self) -> list[str]:
        """Return the suites to run."""
        return suites(self.paths, self._finder.excluded, self._top)

    def run(self, write: Write) -> tuple[list[SuiteResult], Coverage | None]:
        """Run all suites, and hand the result of each to `write` as soon as it is there, in order.

        The coverage is None where it was not asked for. `last` holds the results afterwards.
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
        return results, total

    def _all(self, paths: list[str]) -> Iterator[tuple[SuiteResult, Coverage | None]]:
        """Yield the results of suites, in order: with several processes once all have run."""
        jobs = min(self.options.jobs, len(paths))
        if jobs < 2:
            yield from map(self.one, paths)
            return
        from hotlint.cli.batch.executors import start_method
        from hotlint.cli.batch.workers import results_of_workers

        found = dict(results_of_workers(self.one, paths, jobs, start_method()))
        yield from (found[number] for number in range(len(paths)))

    def __reduce__(self) -> tuple[Callable[..., SuiteRuns], tuple[Any, ...]]:
        """Let another process run suites as this one does (`one`)."""
        return partial(SuiteRuns, with_coverage=self._with_coverage), (self.options, self.paths)

    def _new_coverage(self) -> Coverage | None:
        if not self._with_coverage:
            return None
        from hotlint.suites.coverage import Coverage

        return Coverage()

    def one(self, path: str) -> tuple[SuiteResult, Coverage | None]:
        """Run one suite. The coverage is None where it was not asked for."""
        if self._surroundings is None:
            self._surroundings = ConfiguredSurroundings(
                self.options.config, enabled=not self.options.no_config, confined_to=self._top
            )
        coverage = self._new_coverage()
        explain = None
        if self.options.explain:
            from hotlint.output.preview import explain_value

            explain = explain_value
        options = RunOptions(
            renderer("preview", "yaml"), explain, self.options.update_snapshots, self._wanted, coverage
        )
        return SuiteRunner(self._surroundings, options).run_file(path), coverage

    def _wanted(self, suite: Suite, planned: PlannedTest) -> bool:
        return self._matches is None or self._matches(f"{suite.path}::{planned.id}")


def suites(paths: list[str], excluded: Callable[[str], bool], top: str | None = None) -> list[str]:
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


def watch(runs: SuiteRuns, run_all: Callable[[], int], rounds: int | None = None) -> None:
    """Run all suites, and again after each change of a file that they use, until interrupted or `rounds` have run."""
    run_all()
    for _ in changes(lambda: _files_of(runs), None if rounds is None else rounds - 1):
        print("\n\x1b[2m--- a file has changed ---\x1b[0m", file=output().own, flush=True)
        run_all()


def _files_of(runs: SuiteRuns) -> set[str]:
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
