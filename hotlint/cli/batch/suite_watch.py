"""Run suites again whenever a file that they use changes."""

from __future__ import annotations

import os
from collections.abc import Callable

from hotlint.cli.batch.file_watch import changes, folders_below
from hotlint.cli.batch.suite_runs import SuiteRuns
from hotlint.suites.results import SuiteResult
from hotlint.suites.snapshots import SnapshotFile


def watch(runs: SuiteRuns, run_all: Callable[[], int], rounds: int | None = None) -> None:
    """Run all suites, and again after each change of a file that they use, until interrupted or `rounds` have run."""
    run_all()
    for _ in changes(lambda: _files_of(runs), None if rounds is None else rounds - 1):
        print("\n\x1b[2m--- a file has changed ---\x1b[0m", flush=True)
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
