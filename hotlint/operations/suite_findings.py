"""What is wrong in a suite of tests, and which of its tests fail."""

from __future__ import annotations

import os
from time import perf_counter

from hotlint.analysis.files.project import Project
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.run_diagnostics import BadSuite, FailedTest, run_diagnostic, visible
from hotlint.output.formats import renderer
from hotlint.suites.model import Suite
from hotlint.suites.reader import read_suite
from hotlint.suites.results import SuiteTestResult
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.linter.checking.run import Steps

PATIENCE = 5.0
"""Seconds that the tests of a suite may take while it is checked; those that are left do not run."""


class EngineSurroundings:
    """The surroundings of suites as an engine knows them: texts of an editor are used instead of files."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def project(self, template: str) -> Project:
        """Return the project that a template is checked in."""
        engine = self._engine
        return engine.project(engine.settings(template)).on(engine.files.for_answer())

    def environments(self, template: str) -> tuple[str, ...]:
        """Return the environment files that the configuration gives a template."""
        return self._engine.settings(template).environments

    def engine(self) -> Engine:
        """Return the engine."""
        return self._engine


def check(engine: Engine, file: Handled) -> Steps[FileResult]:
    """Return the result of a suite, a step for each test.

    The tests run for a suite whose template exists.
    """
    suite = read_suite(file.path, file.document.text)
    results: list[SuiteTestResult] = []
    read = {os.path.abspath(file.path), *suite.looked_for, *file.project.reads.paths}
    if suite.inputs.template:
        runner = SuiteRunner(EngineSurroundings(engine), RunOptions(renderer("preview", "yaml")))
        run, began = runner.begin(file.path, file.document.text), perf_counter()
        for result in run:
            results.append(result)
            yield
            if perf_counter() - began > PATIENCE:
                break
        read |= {os.path.abspath(path) for path in run.runs.files()}
    found = findings(suite, tuple(results))
    files = frozenset(read)
    return engine.checks.by_settings(
        FileResult(file.path, file.document, found, file.settings, file.project, files=files)
    )


def findings(suite: Suite, results: tuple[SuiteTestResult, ...] = ()) -> list[Diagnostic]:
    """Return the mistakes in a suite, and the failures of its tests, by position."""
    text = suite.document.text
    found = [run_diagnostic(BadSuite, problem.message, visible(problem.span, text)) for problem in suite.problems]
    failing: dict[tuple[Span, str], list[str]] = {}
    for result in results:
        for failure in result.failures:
            failing.setdefault((failure.span, failure.message), []).append(
                result.id if result.id != result.name else ""
            )
    for (span, message), ids in failing.items():
        more = f"; and {len(ids) - 2} more" if len(ids) > 2 else ""
        where = f" ({'; '.join(ids[:2])}{more})" if any(ids) else ""
        found.append(run_diagnostic(FailedTest, f"{message}{where}", visible(span, text)))
    return sorted(found, key=lambda diagnostic: diagnostic.span)
