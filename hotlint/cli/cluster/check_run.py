"""A check of many trees: it asks workers, collects their reports, and writes one report of all."""

from __future__ import annotations

import gc
import os
import pickle
import re
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from hotlint.cli.cluster import worker
from hotlint.cli.cluster.scratch import scratch_folder
from hotlint.cli.cluster.tasks import (
    BatchTask,
    Begun,
    Checked,
    Job,
    TreeSource,
    TreeTask,
    is_address,
    kind_of_source,
    own_version,
)
from hotlint.cli.errors import UsageError
from hotlint.cli.options import existing_paths
from hotlint.cli.progress import Progress
from hotlint.cli.report_output import write_report
from hotlint.common.printable import printable
from hotlint.linter.run_diagnostics import UnreadableFile, run_diagnostic
from hotlint.operations.batch.executors import Executor, local_executor
from hotlint.operations.check import CheckRequest, Runner
from hotlint.operations.errors import as_operation_error, missing_extra
from hotlint.operations.unpacking import SourceError
from hotlint.output.findings.conversion import run_report
from hotlint.output.findings.model import FileReport

if TYPE_CHECKING:
    from argparse import Namespace


_NOTHING = -1


_WILD = re.compile(r"[*?\[]")


ShowProgress = Callable[[int, int], None]
"""Shows how many files are done, and how many there are as far as trees have been looked through."""


class ClusterRun:
    """One run. Its reports are read by iteration, in the order of a run on one machine, any number of times.

    `unchecked` counts the files that could not be checked, whatever was tried.
    """

    def __init__(self, job: Job, executor: Executor, progress: ShowProgress) -> None:
        self._job, self._executor, self._progress = job, executor, progress
        self._spool = ReportSpool()
        self._common = CommonReports()
        self._done = self._total = 0
        self.unchecked = 0

    def check(self, sources: Iterable[TreeSource]) -> None:
        """Check all trees. Raises UsageError, and SourceError for an address with wildcards."""
        failed = list(self._round(self._batches(enumerate(sources))))
        # A batch that cannot be done is taken apart, so that one template does not take others with it.
        alone = (b._replace(files=(f,)) for b, _ in failed if len(b.files) > 1 for f in b.files)
        failed = [*((b, why) for b, why in failed if len(b.files) == 1), *self._round(alone)]
        for batch, why in failed:
            self._give_up(batch, why)

    def __iter__(self) -> Iterator[FileReport]:
        for tree in self._spool.trees():
            yield from self._common.of_tree(tree)
            yield from self._spool.of_tree(tree)

    def close(self) -> None:
        """Remove the reports."""
        self._spool.close()

    def _batches(self, sources: Iterable[tuple[int, TreeSource]]) -> Iterator[BatchTask]:
        """Have trees looked through, and yield the batches of large ones."""
        tasks = (TreeTask(number, source) for number, source in sources)
        for task, begun, failure in self._executor.map(partial(worker.begin, self._job), tasks, _ignore):
            if failure or begun.checked.refusal:
                self._refuse(task, begun.checked if not failure else Checked(), failure)
                continue
            self._take_tree(task, begun)
            yield from (BatchTask(task.number, task.source, files) for files in begun.batches)

    def _round(self, tasks: Iterable[BatchTask]) -> Iterator[tuple[BatchTask, str]]:
        """Check batches. Yields those that could not be checked, each with the reason."""
        for task, checked, failure in self._executor.map(partial(worker.check, self._job), tasks, _ignore):
            why = failure or checked.refusal
            if why:
                self._must_be_possible(task.source, checked if not failure else Checked(), why)
                yield task, why
            else:
                self._take(task.number, checked)

    def _take_tree(self, task: TreeTask, begun: Begun) -> None:
        self._spool.make_room(task.number, begun.total)
        self._total += begun.total
        self._take(task.number, begun.checked)

    def _take(self, tree: int, checked: Checked) -> None:
        for number, report in checked.reports:
            if report is not None:
                self._spool.put(tree, number, report)
        self._common.add(tree, checked.common)
        self._done += len(checked.reports)
        self._progress(self._done, self._total)

    def _must_be_possible(self, source: TreeSource, checked: Checked, why: str) -> None:
        """Raise UsageError for what is not about a tree: another version, or paths that are wrong for all of the run."""
        if checked.wrong_version:
            raise UsageError(
                f"a worker runs {why}, and this is {self._job.version}: install the same versions on all workers"
            )
        if checked.refusal and source.kind == "paths":
            raise UsageError(why)

    def _refuse(self, task: TreeTask, checked: Checked, failure: str) -> None:
        """Report a tree that could not be read."""
        self._must_be_possible(task.source, checked, checked.refusal)
        if failure and task.source.kind == "paths":
            raise UsageError(f"the files of the run cannot be found: {failure}")
        self._spool.make_room(task.number, 1)
        self._put_unreadable(task.number, 0, task.source.name, failure or checked.refusal)
        self.unchecked += bool(failure)

    def _give_up(self, batch: BatchTask, why: str) -> None:
        """Report the one file of a batch as not checked."""
        file = batch.files[0]
        path = file.path if batch.source.kind == "paths" else f"{batch.source.name.rstrip('/')}/{file.path}"
        print(f"hotlint: '{printable(path)}' was not checked: {printable(why)}", file=sys.stderr)
        self._put_unreadable(batch.number, file.number, path, why)
        self.unchecked += 1

    def _put_unreadable(self, tree: int, number: int, path: str, why: str) -> None:
        message = f"'{os.path.basename(path.rstrip('/'))}' cannot be checked: {' '.join(why.split())}"
        report = run_report(path, "", [run_diagnostic(UnreadableFile, message)])
        self._spool.put(tree, number, pickle.dumps(report, pickle.HIGHEST_PROTOCOL))


def _ignore(done: int) -> None:
    """Progress is counted in files, not in tasks."""


@contextmanager
def checked(
    request: CheckRequest, paths: list[str], address: str | None, *, insecure: bool = False, quiet: bool = False
) -> Iterator[ClusterRun]:
    """Check paths on a cluster, None for the processes of this machine, and yield the run, whose reports go with it.

    Unless `quiet`, a bar shows the progress on a terminal. Raises UsageError, unless `insecure` also for a scheduler without TLS.
    """
    with _executor(address, request.jobs, insecure=insecure) as (executor, scratch):
        job = Job(request, os.getcwd(), own_version(), scratch)
        progress = Progress(quiet=quiet)
        run = ClusterRun(job, executor, progress)
        try:
            with progress:
                run.check(sources_of(paths))
            yield run
        except SourceError as exc:
            raise UsageError(str(exc)) from None
        finally:
            worker.close_all()
            run.close()


@contextmanager
def _executor(address: str | None, jobs: int, *, insecure: bool) -> Iterator[tuple[Executor, str]]:
    """Yield what does the work, and the folder for files of its workers."""
    if address is None:
        with scratch_folder() as folder:
            yield local_executor(jobs), folder
        return
    try:
        from hotlint.cli.cluster.dask_executor import cluster
    except ModuleNotFoundError as exc:
        raise missing_extra(exc, "dask", "--cluster") from None
    with cluster(address, insecure=insecure) as connected:
        yield connected


def run(options: Namespace, request: CheckRequest) -> int:
    """Check on a cluster, or trees that must be unpacked. Returns the exit code: 2 when files could not be checked."""
    _must_be_supported(options, request)
    gc.enable()  # connections, and runs of hours, leave cycles
    paths = options.paths or ["."]
    local, missing = existing_paths([p for p in paths if not is_address(p)])
    paths = [p for p in paths if is_address(p) or p in local]
    try:
        runner = Runner(request)
        _ = runner.engine  # says what is wrong with the options before anything is started
        insecure = options.cluster_insecure
        with checked(request, paths, options.cluster, insecure=insecure, quiet=options.quiet) as done:
            code = write_report(done, options)
            return 2 if missing or done.unchecked else code
    except Exception as exc:
        raise as_operation_error(exc) from None


def _must_be_supported(options: Namespace, request: CheckRequest) -> None:
    """Raise UsageError for options that need all files on this machine."""
    of_one_machine = ("fix", "diff", "fix_only", "add_disable", "watch", "cloud")
    name = next((o for o in of_one_machine if getattr(options, o)), None) or ("-" if "-" in options.paths else None)
    if name is not None:
        shown = name if name == "-" else f"--{name.replace('_', '-')}"
        subject = "--cluster" if options.cluster else "a bundle, an archive or an address"
        raise UsageError(f"{subject} cannot be combined with '{shown}'")
    unpacked = next((p for p in options.paths if kind_of_source(p) != "paths"), None)
    if unpacked is not None and (request.environments or request.alternatives or request.config):
        raise UsageError(
            f"-e, --each-environment and --config name files of this machine, which '{unpacked}' does not see: its .hotlint.yaml counts"
        )


class CommonReports:
    """The reports of configurations, rule packs and plugins, by tree.

    What all trees share, such as a broken rule pack, is reported with the first of them only.
    """

    def __init__(self) -> None:
        self._trees: dict[int, dict[str, FileReport]] = {}
        self._first: dict[str, int] = {}

    def add(self, tree: int, reports: Iterable[FileReport]) -> None:
        """Add those of a tree; of several with one path, the findings are put together."""
        for report in reports:
            first = self._first.setdefault(report.path, tree)
            before = self._trees[first].pop(report.path) if tree < first else self.get(first, report.path)
            self._first[report.path] = first = min(first, tree)
            found = dict.fromkeys((*(before.diagnostics if before is not None else ()), *report.diagnostics))
            own = self._trees.setdefault(first, {})
            own[report.path] = report._replace(diagnostics=tuple(found))

    def get(self, tree: int, path: str) -> FileReport | None:
        """Return the report with a path; None for none."""
        return self._trees.get(tree, {}).get(path)

    def of_tree(self, tree: int) -> Iterable[FileReport]:
        """Return the reports to show with a tree."""
        return self._trees.get(tree, {}).values()


def sources_of(paths: Iterable[str]) -> Iterator[TreeSource]:
    """Yield the trees of a run: all files and folders are one, as they may use each other; the others as they are given.

    An address with a wildcard is as many trees as it matches. Raises SourceError for one that cannot be asked, or matches none.
    """
    given = list(paths)
    plain = tuple(p for p in given if kind_of_source(p) == "paths")
    if plain:
        yield TreeSource("paths", plain)
    for path in given:
        if kind_of_source(path) == "paths":
            continue
        if is_address(path) and _WILD.search(path):
            from hotlint.cli.cluster.object_store import matching

            yield from (TreeSource(kind_of_source(found), (found,)) for found in matching(path))
        else:
            yield TreeSource(kind_of_source(path), (path,))


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
