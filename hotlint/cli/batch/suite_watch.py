"""Run suites again whenever a file that they use changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable

from hotlint.cli.batch.suite_runs import SuiteRuns
from hotlint.suites.results import SuiteResult
from hotlint.suites.snapshots import SnapshotFile

INTERVAL = 0.3
"""Seconds between two looks at the files."""
Stamps = dict[str, tuple[int, int] | None]


def watch(runs: SuiteRuns, run_all: Callable[[], int], rounds: int | None = None) -> None:
    """Run all suites, then after each change those that it concerns, until interrupted or `rounds` have run."""
    run_all()
    files = _files_of(runs)
    stamps = _stamps(files)
    done = 1
    while rounds is None or done < rounds:
        time.sleep(INTERVAL)
        now = _stamps(files)
        if now == stamps:
            continue
        print("\n\x1b[2m--- a file has changed ---\x1b[0m", flush=True)
        run_all()
        files = _files_of(runs)
        stamps = _stamps(files)
        done += 1


def _files_of(runs: SuiteRuns) -> set[str]:
    """Return the files whose change matters: suites, what their last run read, and the folders in which suites may appear."""
    found = {os.path.abspath(path) for path in runs.paths}
    for result in runs.last:
        found |= _of_result(result)
    return found


def _of_result(result: SuiteResult) -> set[str]:
    path = os.path.abspath(result.suite.path)
    return {path, SnapshotFile(path).path, *result.files}


def _stamps(paths: Iterable[str]) -> Stamps:
    """Return the time of the last change and the size of each file; None for one that does not exist."""
    found: Stamps = {}
    for path in paths:
        try:
            status = os.stat(path)
            found[path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            found[path] = None
    return found
