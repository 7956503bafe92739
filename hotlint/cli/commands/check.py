"""`hotlint check`: report problems in templates and environment files."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module

from hotlint.cli.errors import UsageError
from hotlint.cli.options import (
    CLOUD,
    add_configuration,
    add_format,
    add_options,
    add_settings,
    alternatives,
    boundary,
    existing_paths,
    given_settings,
    group,
    parameters,
    standard_input,
)
from hotlint.cli.progress import Progress
from hotlint.cli.report_output import baseline_of, must_be_writable, report_file, write_report
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.cache_dir import use_cache_folder
from hotlint.common.printable import printable
from hotlint.formats.configuration import FIXES, REPORT, RULES, RUN, VALUES
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.operations.check import CheckRequest, Runner, check, of_deployment
from hotlint.operations.errors import as_operation_error
from hotlint.output.formats import format_help, format_names

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hotlint.output.findings.model import FileReport

DESCRIPTION = """Check HOT templates and environment files, and the test suites and policy files of folders.

Folders are searched for files, which are recognized by their content; files that .gitignore excludes are skipped.
'-' reads a template from standard input. Without PATH, the working folder is checked. Without -e and without environments in
.hotlint.yaml, a template is checked with the environment that is named like it, such as web.env for web.yaml. With several
targets, as in --target rocky,2026.2, a finding names the targets that have it, unless all have.

Exit codes: 0 no findings that fail the run (see --fail-on), 1 such findings, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    checking_arguments(parser)
    _report_arguments(parser)
    _fix_arguments(parser)
    add_options(parser, "--cloud", "--timeout")
    add = group(parser, CLOUD).add_argument
    add(
        "--cluster",
        metavar="ADDRESS",
        help="check on a cluster of Dask: tls://HOST:PORT, the file of a scheduler, or local:N for N workers of this machine",
    )
    add("--cluster-insecure", action="store_true", help="with --cluster: also use a scheduler without TLS")
    add_options(parser, "--watch")


def checking_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments that `request` reads: the files, and how they are checked."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a template, environment file or folder; a git bundle (.bundle), an archive (.tar.gz, .zip) or an address such as "
        "s3://bucket/templates; '-' for standard input (default: the working folder)",
    )
    add_options(parser, "--deployment")
    add_settings(parser, VALUES)
    add_options(parser, "--parameter", "--parameter-file")
    add = group(parser, VALUES).add_argument
    add(
        "--each-environment", action="append", default=[], metavar="GLOB",
        help="check every template with each matching environment file in turn; may be repeated",
    )  # fmt: skip
    add("--strict", action="store_true", help="all values are given: report parameters without a value")
    add_settings(parser, RULES)
    group(parser, RULES).add_argument(
        "--templates-only", action="store_true",
        help="skip files that are not templates, even when they are named (for commit hooks)",
    )  # fmt: skip
    add_options(parser, "--quiet", "--show-hidden")
    add_configuration(parser)
    add_settings(parser, RUN)
    add_options(parser, "--jobs", default=0)
    group(parser, RUN).add_argument(
        "--no-cache", action="store_true", help="neither read nor write the cache of earlier results"
    )
    add_options(parser, "--cache-dir")


def _report_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the report."""
    names = format_names("findings")
    add_format(parser, f"{format_help('findings')}; github is the default in GitHub Actions", names, None)
    add_options(parser, "--output", "--verbose")
    add = group(parser, REPORT).add_argument
    add(
        "--report",
        action="append",
        default=[],
        type=report_file,
        metavar="FORMAT=FILE",
        help="also write a report of this format to FILE, whatever else is written; may be repeated",
    )
    add_settings(parser, REPORT)
    add(
        "--min-severity", choices=SEVERITIES, default="info", metavar="LEVEL",
        help="show no milder findings: error, warning or info (default: info)",
    )  # fmt: skip
    add("--max-per-rule", type=int, metavar="N", help="show at most N findings of each rule (default: all)")
    add(
        "--statistics",
        action="store_true",
        help="also count the findings of each rule, by severity, and how many are fixable; and say how much time dry runs took, and"
        " what was assumed",
    )
    add_options(parser, "--baseline")
    add("--no-baseline", action="store_true", help="use no baseline")
    add(
        "--new-from",
        metavar="REV",
        help="report only findings of lines that changed since a git revision, such as origin/main, and of new files",
    )
    add_options(parser, "--stdin-filename", "--color")


def _fix_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of fixes."""
    add = group(parser, FIXES).add_argument
    add("--fix", action="store_true", help="fix what can be fixed safely, in the files")
    add_options(parser, "--diff")
    add("--unsafe-fixes", action="store_true", help="with --fix or --diff: also apply fixes that may change a value")
    add("--fix-only", action="store_true", help="as --fix, but report nothing that is left, and exit with 0")
    add_settings(parser, FIXES)
    add("--add-disable", action="store_true", help="suppress all that is found by comments in the files")


def run(options: Namespace) -> int:
    """Check and report. Returns the exit code."""
    must_be_writable(options)
    for name in ("watch", "fix", "fix_only", "diff", "add_disable"):
        if getattr(options, name) and (options.cloud or options.verbose):
            about = "--cloud adds findings to" if options.cloud else "--verbose says what was read for"
            raise UsageError(f"{about} a report; it takes no --{name.replace('_', '-')}")
    if options.new_from:
        _must_be_a_working_tree(options)
    text = standard_input() if "-" in options.paths and not options.cluster else None
    asked = request(options)
    if options.verbose:
        asked = asked._replace(
            jobs=1, use_cache=False
        )  # what another process, or an earlier run, has read is not known
    if options.cluster or any(map(_is_source, options.paths)):
        cluster_code: int = import_module("hotlint.cli.cluster.check_run").run(options, asked)
        return cluster_code
    if options.fix or options.fix_only or options.add_disable:
        baseline_of(options)  # what cannot be read is said before a file is changed
    if options.fix or options.diff or options.fix_only or options.add_disable:
        code: int = import_module("hotlint.cli.commands.fix").run(options, asked, text)
        return code
    paths, missing = existing_paths(options.paths or ["."])
    if not paths:
        return 2
    if options.watch:
        return _watch(options, asked, paths)
    with Progress(quiet=options.quiet) as progress:
        reports, of_text, read = check(asked, paths, text, options.stdin_filename, progress)
    if options.verbose:
        _tell_of_files(asked, reports, read)
    if options.cloud:
        reports = _with_heat(reports, options, asked)
    code = write_report(reports, options, of_text=of_text)
    return 2 if missing else code


def _tell_of_files(asked: CheckRequest, reports: list[FileReport], read: dict[str, frozenset[str]]) -> None:
    """Say which files were read for each file, and why."""
    from hotlint.operations.read_files import read_notes

    for report in reports:
        for note in read_notes(asked.scope, report.path, read.get(report.path, ()), report.environments):
            print(f"hotlint: {printable(note)}", file=sys.stderr)


def _with_heat(reports: list[FileReport], options: Namespace, asked: CheckRequest) -> list[FileReport]:
    """Return the reports with what the Heat of a cloud finds. Raises OperationError when it cannot be asked."""
    from hotlint.operations.heat_validation import HeatRequest, with_heat_findings

    heat = HeatRequest(options.cloud, asked.scope, asked.parameters, options.deployment, options.timeout)
    found, notes = with_heat_findings(reports, heat)
    for note in notes:
        print(f"hotlint: warning: {printable(note)}", file=sys.stderr)
    return found


def _must_be_a_working_tree(options: Namespace) -> None:
    """Raise UsageError for a run whose report cannot be limited to changed lines."""
    for name in ("fix", "fix_only", "diff", "add_disable"):
        if getattr(options, name):
            raise UsageError(f"--new-from chooses what a report shows; it takes no --{name.replace('_', '-')}")
    if "-" in options.paths or any(map(_is_source, options.paths)):
        raise UsageError("--new-from compares files of a git working tree; it takes no '-', archive or address")


_ARCHIVES = (".bundle", ".tar", ".tgz", ".tbz2", ".txz", ".zip", ".tar.gz", ".tar.bz2", ".tar.xz")


def _is_source(path: str) -> bool:
    """Return whether a path must be fetched or unpacked: an address, a git bundle, an archive."""
    is_address = "://" in path and re.match(r"[A-Za-z][\w+.:-]*://", path) is not None
    return (is_address or path.lower().endswith(_ARCHIVES)) and not os.path.isdir(path)


def _watch(options: Namespace, asked: CheckRequest, paths: list[str]) -> int:
    """Check again at each change, until interrupted. Raises UsageError for standard input."""
    from hotlint.cli.check_watch import Watch

    if "-" in options.paths:
        raise UsageError("--watch follows files; it takes no '-'")
    runner = Runner(asked._replace(jobs=asked.jobs or 1))  # one process keeps what it has read
    try:
        Watch(runner, paths, lambda reports, checked: write_report(reports, options, checked, runner.of_text)).follow()
    except Exception as exc:
        raise as_operation_error(exc) from None
    return 0


def request(options: Namespace) -> CheckRequest:
    """Return the run that the options ask for; the paths of `options` become those of a named deployment. Raises UsageError."""
    if options.cache_dir:
        use_cache_folder(options.cache_dir)
    if options.deployment and options.paths:
        raise UsageError("--deployment names the template that is checked; give no PATH with it")
    asked = CheckRequest(
        settings=given_settings(options, several_targets=True),
        alternatives=alternatives(options.each_environment),
        parameters=parameters(options.parameter, options.parameter_file),
        complete=options.strict,
        templates_only=options.templates_only,
        config=options.config,
        use_config=not options.no_config,
        jobs=options.jobs,
        use_cache=not options.no_cache,
        show_hidden=options.show_hidden,
        confined_to=boundary(options),
    )
    if options.deployment:
        template, asked = of_deployment(asked, options.deployment)
        options.paths = [template]
    return asked
