"""`hotlint test`: run the test suites of templates."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_configuration, add_format, add_options, existing_paths, group, scope
from hotlint.cli.progress import Progress
from hotlint.cli.report_output import use_color
from hotlint.common.printable import output
from hotlint.formats.configuration import REPORT
from hotlint.operations.named_files import write_file
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from hotlint.operations.test import SuiteRequest, SuiteRuns
    from hotlint.suites.coverage import Coverage
    from hotlint.suites.results import SuiteResult

DESCRIPTION = """Run the test suites of templates: dry runs with given values, and assertions on the result.

Folders are searched for suites: files named *.hot-test.yaml, and YAML files with 'template' and 'tests' at their top.
Without PATH, the working folder is searched.

Exit codes: 0 all tests pass, 1 a test fails, a suite has a mistake or the coverage is too low, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="a suite or a folder (default: the working folder)")
    add(
        "-k",
        "--matching",
        metavar="EXPRESSION",
        help="run only the tests whose name matches, such as 'address and not large'",
    )
    add("-u", "--update-snapshots", action="store_true", help="store the previews of tests with snapshots")
    add_options(parser, "--jobs", default=1)
    add_options(parser, "--watch")
    add_format(parser, format_help("tests"), format_names("tests"), "text")
    add_options(parser, "--output", "--color", "--quiet")
    add = group(parser, REPORT).add_argument
    add("--show-passed", action="store_true", help="also list the tests that pass")
    add("--why", action="store_true", help="for each failure, explain how the value is computed")
    add("--coverage", action="store_true", help="show which conditions, branches, resources and outputs are not tested")
    add(
        "--coverage-report", action="append", default=[], metavar="FORMAT=FILE",
        help=f"write the coverage to FILE; may be repeated; {format_help('coverage')}",
    )  # fmt: skip
    add("--fail-under", type=float, metavar="PERCENT", help="fail when the coverage is lower")
    add_configuration(parser)


def run(options: Namespace) -> int:
    """Run the tests and report. Returns the exit code."""
    from hotlint.operations.test import SuiteRuns

    reports = _coverage_reports(options.coverage_report)
    paths, missing = existing_paths(options.paths or ["."])
    if not paths:
        return 2
    wants_coverage = bool(options.coverage or reports or options.fail_under is not None)
    runs = SuiteRuns(suite_request(options, paths, coverage=wants_coverage))
    if options.watch:
        watch(runs, lambda: _one_round(runs, options, reports))
        return 0
    code = _one_round(runs, options, reports)
    return 2 if missing else code


def suite_request(options: Namespace, paths: list[str], *, coverage: bool) -> SuiteRequest:
    """Return the run that the options ask for. Raises UsageError."""
    from hotlint.operations.test import SuiteRequest

    return SuiteRequest(
        paths, scope(options), options.matching, explain=options.why, update=options.update_snapshots, coverage=coverage,
        jobs=options.jobs,
    )  # fmt: skip


def watch(runs: SuiteRuns, run_all: Callable[[], int], rounds: int | None = None) -> None:
    """Run all suites, and again after each change of a file that they use, until interrupted or `rounds` have run."""
    from hotlint.operations.batch.file_watch import changes
    from hotlint.operations.test import files_of

    run_all()
    for _ in changes(lambda: files_of(runs), None if rounds is None else rounds - 1):
        print("\n\x1b[2m--- a file has changed ---\x1b[0m", file=output().own, flush=True)
        run_all()


def _coverage_reports(given: list[str]) -> list[tuple[str, str]]:
    """Return the formats and files of --coverage-report. Raises UsageError."""
    found = []
    for item in given:
        name, _, path = item.partition("=")
        if name not in format_names("coverage") or not path:
            wanted = ", ".join(format_names("coverage"))
            raise UsageError(f"--coverage-report takes FORMAT=FILE with one of {wanted}, not '{item}'")
        found.append((name, path))
    return found


def _one_round(runs: SuiteRuns, options: Namespace, reports: list[tuple[str, str]]) -> int:
    """Run all tests once, and write what was asked for. Returns the exit code."""
    with Progress(quiet=options.quiet, what="suites") as progress:
        write, finish = _writer(options, progress)
        results, coverage = runs.run(write, progress)
    finish(results)
    failed = any(not result.ok for result in results)
    if coverage is not None:
        failed = _write_coverage(coverage, options, reports) or failed
    return 1 if failed else 0


def _writer(
    options: Namespace, progress: Progress
) -> tuple[Callable[[SuiteResult], None], Callable[[list[SuiteResult]], None]]:
    """Return what writes the results: of each suite as soon as it has run, and of all at the end."""
    from hotlint.output.findings.text import Paint
    from hotlint.output.tests import suite_lines, summary
    from hotlint.suites.results import totals

    paint = Paint(use_color(options.color))
    in_text = options.format == "text" or options.output
    stream = output().own if paint.on else sys.stdout

    def one(result: SuiteResult) -> None:
        if in_text:
            progress.clear()
            for line in suite_lines(result, paint, verbose=options.show_passed):
                print(line, file=stream)
            stream.flush()

    def everything(results: list[SuiteResult]) -> None:
        if in_text and not options.quiet:
            print(summary(totals(results), paint), file=stream)
        if options.output:
            write_file(options.output, renderer("tests", options.format)(results))
        elif not in_text:
            sys.stdout.write(renderer("tests", options.format)(results))

    return one, everything


def _write_coverage(coverage: Coverage, options: Namespace, reports: list[tuple[str, str]]) -> bool:
    """Write the coverage, and return whether it is too low."""
    from hotlint.suites.coverage import percent, total_share

    templates = coverage.templates()
    for name, path in reports:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        write_file(path, renderer("coverage", name)(templates))
    if options.coverage:
        out = sys.stdout if options.format == "text" or options.output else sys.stderr
        out.write("\n" + renderer("coverage", "text")(templates))
    if options.fail_under is None:
        return False
    share = percent(total_share(templates))
    is_low: bool = share < options.fail_under
    if is_low:
        print(f"hotlint: the coverage is {share:.1f}%, lower than {options.fail_under:g}%", file=sys.stderr)
    return is_low
