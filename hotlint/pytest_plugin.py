"""The plugin of pytest: suites are collected as tests, and the fixture `hot` runs templates in tests written in Python.

It is installed with hotlint, and imports nothing of it before there is a suite or a test with the fixture.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hotlint.output.findings.model import FileReport
    from hotlint.suites.model import PlannedTest
    from hotlint.suites.results import AssertionFailure
    from hotlint.suites.runner import SuiteRun

    PathLike = str | os.PathLike[str]

_ENDINGS = (".hot-test.yaml", ".hot-test.yml")
"""The endings of the table of file kinds, which is imported only for a file that is named on the command line."""
_UPDATE = "--hot-update-snapshots"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of hotlint."""
    group = parser.getgroup("hotlint", "test suites of Heat templates")
    group.addoption(_UPDATE, action="store_true", help="store the previews of tests with snapshots")
    group.addoption("--no-hot-suites", action="store_true", help="do not collect suites of Heat templates")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return the collector of a suite: a file named as one, or one that is named on the command line and looks like one."""
    if parent.config.getoption("--no-hot-suites"):
        return None
    is_named = file_path.suffix in (".yaml", ".yml") and parent.session.isinitpath(file_path)
    if not file_path.name.endswith(_ENDINGS) and not (is_named and _is_suite(file_path)):
        return None
    collector: SuiteCollector = SuiteCollector.from_parent(parent, path=file_path)
    return collector


def _is_suite(path: Path) -> bool:
    from hotlint.analysis.file_kinds import recognize
    from hotlint.common.files import ReadError, read_text

    try:
        return recognize(str(path), read_text(str(path))) == "suite"
    except (OSError, ReadError):
        return False


class SuiteCollector(pytest.File):
    """Collects the tests of one suite."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield the tests, and one that fails for the mistakes of the suite itself, if any."""
        from hotlint.common.printable import printable, shown
        from hotlint.linter.settings.finder import user_folders
        from hotlint.operations.scope import SettingsScope
        from hotlint.operations.surroundings import ConfiguredSurroundings
        from hotlint.output.formats import renderer
        from hotlint.suites.runner import RunOptions, SuiteRunner

        update = bool(self.config.getoption(_UPDATE))
        scope = SettingsScope(confined_to=user_folders([str(self.path)]))
        runner = SuiteRunner(ConfiguredSurroundings(scope), RunOptions(renderer("preview", "yaml"), None, update))
        run = runner.begin(_relative(self.path))
        if run.suite.problems:
            yield SuiteItem.from_parent(self, name="the suite itself", run=run, planned=None)
        for planned in run.suite.planned():
            yield SuiteItem.from_parent(self, name=shown(printable(planned.id)), run=run, planned=planned)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Give the report of a test the snapshot to store: a worker of pytest-xdist sends it with the report."""
    report = yield
    if isinstance(item, SuiteItem) and item.planned is not None and report.when == "call":
        snapshots = item.run.snapshots
        report.hot_snapshot = (snapshots.suite, item.planned.id, snapshots.updates.get(item.planned.id))
    return report


class SnapshotWriter:
    """The one writer of snapshots of a session, in the process that reports; those of tests that were not run are kept."""

    def __init__(self) -> None:
        self.updates: dict[str, dict[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the snapshot of a test."""
        suite, test, text = getattr(report, "hot_snapshot", ("", "", None))
        if text is not None:
            self.updates.setdefault(suite, {})[test] = text

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the snapshots that were updated. One that cannot be written fails the session."""
        from hotlint.common.printable import shown
        from hotlint.suites.snapshots import SnapshotFile

        for suite, updates in self.updates.items():
            file = SnapshotFile(suite)
            for test, text in updates.items():
                file.put(test, text)
            try:
                file.save(keep=True)
            except OSError as exc:
                file.problem = f"the snapshots cannot be written: {exc.filename}: {exc.strerror}"
            if file.problem:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
                print(shown(f"hotlint: {file.problem}"), file=sys.stderr)


def pytest_configure(config: pytest.Config) -> None:
    """Install the writer of snapshots, except in the workers of pytest-xdist."""
    if config.getoption(_UPDATE) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SnapshotWriter(), "hotlint-snapshots")


class SuiteFailedError(Exception):
    """Raised by a test of a suite that fails; it holds the failures."""

    def __init__(self, failures: Iterable[AssertionFailure]) -> None:
        super().__init__()
        self.failures = tuple(failures)


class SuiteItem(pytest.Item):
    """One test of a suite; without `planned`, the mistakes of the suite itself."""

    def __init__(self, *, run: SuiteRun, planned: PlannedTest | None, **options: Any) -> None:
        super().__init__(**options)
        self.run = run
        self.planned = planned

    def runtest(self) -> None:
        """Run the test. Raises SuiteFailedError, or pytest's exception for a skipped test."""
        from hotlint.common.printable import printable, shown
        from hotlint.suites.results import AssertionFailure

        if self.planned is None:
            problems = self.run.suite.problems
            raise SuiteFailedError(AssertionFailure(problem.message, problem.span) for problem in problems)
        result = self.run.one(self.planned)
        if result.state == "skipped":
            pytest.skip(shown(printable(result.reason)))
        if result.failures:
            raise SuiteFailedError(result.failures)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the failures as `hotlint test` shows them."""
        if not isinstance(excinfo.value, SuiteFailedError):
            return super().repr_failure(excinfo, style)
        from hotlint.common.printable import shown
        from hotlint.output.tests import failures_text

        return shown(failures_text(self.run.suite, excinfo.value.failures))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the place of the test in its suite."""
        from hotlint.syntax.source import LineIndex

        start = self.planned.test.span.start if self.planned is not None else 0
        return self.path, LineIndex(self.run.suite.document.text).position(start).line, self.name


class FailedValueError(AssertionError):
    """Raised on access to a value that fails as it would in Heat; the message says why."""


class PreviewValues(Mapping[str, Any]):
    """Values of a dry run by name. One that is not known is a label in angle brackets, such as `<server.first_address>`."""

    def __init__(self, entries: Mapping[str, Any], where: str) -> None:
        self._entries = entries
        self._where = where

    def __getitem__(self, name: str) -> Any:
        entry = self._entries[name]
        where = f"{self._where}{name}"
        if isinstance(entry, dict) and "error" in entry and len(entry) == 1:
            raise FailedValueError(f"{where} fails as it would in Heat: {entry['error']}")
        if isinstance(entry, dict) and ("value" in entry) and len(entry) <= 2:
            return entry["value"]
        return PreviewValues(entry, f"{where}.") if isinstance(entry, dict) else entry

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"{self._where.rstrip('.') or 'preview'}: {', '.join(map(str, self._entries))}"


class HotFixture:
    """What tests in Python use: the API of hotlint, with paths relative to the folder of the test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def preview(
        self,
        path: PathLike,
        env: PathLike | Iterable[PathLike] = (),
        parameters: Mapping[str, Any] | None = None,
        attributes: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> PreviewValues:
        """Return the dry run of a template: its values by section and name. Raises as `hotlint.preview` does.

        `hot.preview("x.yaml", env="prod.yaml")["outputs"]["ip"]` is a plain value; on one that fails, FailedValueError is raised.
        """
        import hotlint

        files = [env] if isinstance(env, str | os.PathLike) else list(env)
        found = hotlint.preview(
            self._folder / path,
            environments=[self._folder / file for file in files],
            parameters=parameters,
            attributes=attributes,
            config=False,
            discovery=False,  # a new file never changes a test
            show_hidden=True,
        )
        return PreviewValues(found.to_dict(), "")

    def check(self, path: PathLike, env: PathLike | Iterable[PathLike] = (), **options: Any) -> FileReport:
        """Return the findings in a template. Takes the options of `hotlint.check`, and raises as it does."""
        import hotlint

        files = [env] if isinstance(env, str | os.PathLike) else list(env)
        return hotlint.check(self._folder / path, environments=[self._folder / file for file in files], **options)


@pytest.fixture
def hot(request: pytest.FixtureRequest) -> HotFixture:
    """Heat templates: `hot.preview("stack.yaml", env="prod.yaml")["outputs"]["ip"]`, `hot.check("stack.yaml")`."""
    return HotFixture(request.path.parent)


def _relative(path: Path) -> str:
    """Return a path relative to the working folder where it is below that."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
