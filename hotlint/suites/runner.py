"""Run the tests of suites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from hotlint.common.boundary import text_within
from hotlint.common.files import ReadError
from hotlint.dry_run.results import StackResult
from hotlint.formats.reader import FieldProblem
from hotlint.suites.assertions import check_assertion
from hotlint.suites.dry_runs import DryRuns, NoDryRunError
from hotlint.suites.model import PlannedTest, Suite
from hotlint.suites.paths import split_path
from hotlint.suites.reader import read_suite
from hotlint.suites.results import AssertionFailure, SuiteResult, SuiteTestResult
from hotlint.suites.snapshots import SIZE_LIMIT, SnapshotFile
from hotlint.suites.surroundings import Surroundings
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source, Span

if TYPE_CHECKING:
    from hotlint.suites.coverage import Coverage

Render = Callable[[StackResult], str]
Explain = Callable[[StackResult, str], str]
Wanted = Callable[[Suite, PlannedTest], bool]
_UPDATE = "--update-snapshots (pytest: --hot-update-snapshots)"
"""The options that store snapshots: of `hotlint test`, and of the plugin of pytest."""


class RunOptions(NamedTuple):
    """How tests are run.

    `render` writes the snapshot of a preview; `explain`, if given, the provenance of the value at a path, for failures.
    `wanted` chooses the tests; `coverage`, if given, collects what they reach.
    """

    render: Render
    explain: Explain | None = None
    update_snapshots: bool = False
    wanted: Wanted = lambda suite, planned: True
    coverage: Coverage | None = None


class SuiteRunner:
    """Runs suites in their surroundings."""

    def __init__(self, surroundings: Surroundings, options: RunOptions) -> None:
        self.surroundings = surroundings
        self.options = options

    def run_file(self, path: str, text: str | None = None) -> SuiteResult:
        """Return the results of a suite; `text` counts instead of the file. A file that cannot be read is a problem."""
        start = perf_counter()
        run = self.begin(path, text)
        tests = tuple(run)
        return run.finish(tests, perf_counter() - start)

    def begin(self, path: str, text: str | None = None) -> SuiteRun:
        """Return a run of a suite, whose results are its items."""
        try:
            boundary = self.surroundings.project(path).confined_to
            suite = read_suite(path, text_within(path, boundary) if text is None else text)
        except (OSError, ReadError) as exc:
            why = exc.message if isinstance(exc, ReadError) else exc.strerror or str(exc)
            problem = FieldProblem(f"suite '{path}' cannot be read: {why}", Span(0, 0))
            nothing = read_suite(path, "{}")
            suite = nothing._replace(document=Document(Source(path, "")), problems=(problem,))
        return SuiteRun(suite, self.surroundings, self.options)


class SuiteRun:
    """One run of one suite: iterate over it for the results, then `finish` it."""

    def __init__(self, suite: Suite, surroundings: Surroundings, options: RunOptions) -> None:
        self.suite = suite
        self.options = options
        self.runs = DryRuns(surroundings, suite.path)
        self.snapshots = SnapshotFile(suite.path, surroundings.project(suite.inputs.template or suite.path).confined_to)
        self._partial = False

    def __iter__(self) -> Iterator[SuiteTestResult]:
        """Run the tests one by one, and yield their results."""
        for planned in self.suite.planned():
            if self.options.wanted(self.suite, planned):
                yield self.one(planned)
            else:
                self._partial = True

    def one(self, planned: PlannedTest) -> SuiteTestResult:
        """Return the result of one test."""
        test = planned.test
        if test.skip is not None:
            self.snapshots.get(planned.id)
            return SuiteTestResult(planned.id, test.name, "skipped", test.span, 0.0, (), test.skip)
        start = perf_counter()
        try:
            failures = tuple(self._failures(planned))
        except NoDryRunError as exc:
            failures = (AssertionFailure(str(exc), test.span),)
        except RecursionError:
            failures = (AssertionFailure("the template or the test is nested too deeply to be run", test.span),)
        seconds = perf_counter() - start
        state = "failed" if failures else "passed"
        others = len(test.errors or ()) + (test.update is not None) + (test.snapshot is not None)
        return SuiteTestResult(
            planned.id, test.name, state, test.span, seconds, failures, "", len(test.assertions) + others
        )

    def finish(self, tests: tuple[SuiteTestResult, ...], seconds: float) -> SuiteResult:
        """Return the result of the suite with these results, and write its snapshots if that was asked for."""
        suite, update = self.suite, self.options.update_snapshots
        message = ""
        if update:
            try:
                self.snapshots.save(keep=self._partial)
            except OSError as exc:
                message = f"the snapshots cannot be written: {exc.filename}: {exc.strerror}"
        unused = () if update or self._partial else self.snapshots.unused()
        if message := message or self.snapshots.problem:
            suite = suite._replace(problems=(*suite.problems, FieldProblem(message, Span(0, 0))))
        written = len(self.snapshots.updates) if update and not message else 0
        return SuiteResult(suite, tests, seconds, self.runs.files(), written, unused)

    def _failures(self, planned: PlannedTest) -> Iterator[AssertionFailure]:
        test, inputs = planned.test, planned.inputs
        if not inputs.template:
            yield AssertionFailure("the template of the suite cannot be read, see the problem above", test.span)
            return
        preview = self.runs.preview(inputs)
        for assertion in test.assertions:
            failure = check_assertion(preview, assertion, self.runs.redacting(preview))
            if failure is not None:
                yield self._explained(preview, failure)
        if test.errors is not None:
            from hotlint.suites.expected_errors import check_errors

            yield from check_errors(self.runs, test, inputs)
        if test.update is not None:
            from hotlint.suites.expected_updates import check_update

            yield from check_update(self.runs, inputs, test.update)
        if test.snapshot is not None:
            yield from self._snapshot(planned.id, test.snapshot, self.runs.redacting(preview))
        if self.options.coverage is not None:
            self.options.coverage.add(preview)
            self.options.coverage.add_assertions(preview, test)
            if test.update is not None:
                self.options.coverage.add(self.runs.preview(inputs.changed(test.update.inputs)))

    def _explained(self, preview: StackResult, failure: AssertionFailure) -> AssertionFailure:
        if self.options.explain is None or not failure.path:
            return failure
        redacting = self.runs.redacting(preview)  # type: ignore[arg-type]
        path = ".".join(map(str, split_path(failure.path)))
        return failure._replace(provenance=self.options.explain(redacting, path))

    def _snapshot(self, test: str, span: Span, preview: StackResult) -> Iterator[AssertionFailure]:
        text = self.options.render(preview)
        if len(text) > SIZE_LIMIT:
            message = f"the preview has {len(text):,} characters, more than the {SIZE_LIMIT:,} of a snapshot"
            yield AssertionFailure(message, span)
            return
        stored = self.snapshots.get(test)
        if self.snapshots.problem:
            yield AssertionFailure(self.snapshots.problem, span)
        elif self.options.update_snapshots:
            self.snapshots.put(test, text)
        elif stored is None:
            yield AssertionFailure(f"there is no stored snapshot; write it with {_UPDATE}, and review it", span)
        elif stored != text:
            message = f"the preview differs from the stored snapshot; accept it with {_UPDATE}"
            yield AssertionFailure(message, span, "", (stored, text))
