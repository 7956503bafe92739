"""Run suites one after the other, or shared among processes."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from hotlint.cli.batch.suite_discovery import suites
from hotlint.cli.errors import UsageError
from hotlint.linter.config_files import Nearest
from hotlint.output.formats import renderer
from hotlint.suites.model import PlannedTest, Suite
from hotlint.suites.results import SuiteResult
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.suites.selection import SelectionError, selection
from hotlint.suites.surroundings import ConfiguredSurroundings

if TYPE_CHECKING:
    from hotlint.linter.settings.finder import Finder
    from hotlint.suites.coverage import Coverage

Write = Callable[[SuiteResult], None]


class SuiteRuns:
    """The suites of a run by the options of `hotlint test`. Raises UsageError for options that cannot be used."""

    def __init__(self, options: Namespace, paths: list[str], *, with_coverage: bool) -> None:
        self.options = options
        self.paths = paths
        self.last: list[SuiteResult] = []
        self._with_coverage = with_coverage
        self._finder: Finder | None = None
        self._matches = None
        if options.k is not None:
            try:
                self._matches = selection(options.k)
            except (SelectionError, RecursionError) as exc:
                raise UsageError(str(exc)) from None
        if options.config is not None and not os.path.isfile(options.config):
            raise UsageError(f"cannot read '{options.config}': No such file or directory")

    def suites(self) -> list[str]:
        """Return the suites to run."""
        nearest = Nearest()
        explicit, enabled = self.options.config, not self.options.no_config

        def excluded(path: str) -> bool:
            if not enabled or (explicit is None and nearest.of_file(path) is None):
                return False  # without importing what reads one
            config = self._config_finder().config(path)
            return config is not None and config.excludes(path)

        return suites(self.paths, excluded)

    def run(self, write: Write) -> tuple[list[SuiteResult], Coverage | None]:
        """Run all suites, and hand the result of each to `write` as soon as it is there, in order.

        The coverage is None where it was not asked for. `last` holds the results afterwards.
        """
        paths = self.suites()
        surroundings = ConfiguredSurroundings(self.options.config, enabled=not self.options.no_config)
        total = self._new_coverage()
        results = self.last = []
        if self.options.jobs > 1 and len(paths) > 1 and hasattr(os, "fork"):
            from hotlint.cli.batch.workers import map_in_workers

            for result, coverage in map_in_workers(
                lambda path: self._one(surroundings, path), paths, min(self.options.jobs, len(paths)), _no_progress
            ):
                write(result)
                results.append(result)
                if total is not None and coverage is not None:
                    total.merge(coverage)
            return results, total
        for path in paths:
            result, coverage = self._one(surroundings, path)
            write(result)
            results.append(result)
            if total is not None and coverage is not None:
                total.merge(coverage)
        return results, total

    def _config_finder(self) -> Finder:
        """Return what finds configurations, made once: it remembers those that it has read."""
        if self._finder is None:
            from hotlint.linter.settings.finder import Finder

            self._finder = Finder(self.options.config)
        return self._finder

    def _new_coverage(self) -> Coverage | None:
        if not self._with_coverage:
            return None
        from hotlint.suites.coverage import Coverage

        return Coverage()

    def _one(self, surroundings: ConfiguredSurroundings, path: str) -> tuple[SuiteResult, Coverage | None]:
        coverage = self._new_coverage()
        explain = None
        if self.options.explain:
            from hotlint.output.preview.explain import explain_value

            explain = explain_value
        options = RunOptions(
            renderer("preview", "yaml"), explain, self.options.update_snapshots, self._wanted, coverage
        )
        return SuiteRunner(surroundings, options).run_file(path), coverage

    def _wanted(self, suite: Suite, planned: PlannedTest) -> bool:
        return self._matches is None or self._matches(f"{suite.path}::{planned.id}")


def _no_progress(done: int, total: int) -> None:
    """Show no progress."""
