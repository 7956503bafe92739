"""Write the report of a run: in its format, to a file or the terminal."""

from __future__ import annotations

import os
import sys

from hotlint.cli.errors import UsageError, cannot_read
from hotlint.common.printable import printable
from hotlint.common.records import NamedTuple
from hotlint.output.formats import format_names, renderer

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from argparse import Namespace

    from hotlint.output.findings.model import FileReport, Finding
    from hotlint.output.findings.summary import Summary


class ReportFile(NamedTuple):
    """A report to write: its format and its file."""

    format: str
    path: str


class Content(NamedTuple):
    """What reports show. `absent` are the findings that a baseline knows and that are no longer there."""

    reports: list[FileReport]
    summary: Summary
    absent: list[Finding]
    statistics: bool = False

    def render(self, name: str, *, color: bool = False) -> str:
        """Return the report in a format; `color` is for text alone."""
        given: dict[str, object] = {"statistics": self.statistics} if name in _WITH_STATISTICS else {}
        if color and name == "text":
            given["color"] = True
        if (
            name == "sarif"
        ):  # which alone can say what a baseline knows; code scanning would open an alert for what is gone
            given["absent"] = [] if _in_github() else self.absent
            return renderer("findings", name)(self.reports, self.summary, **given)
        return renderer("findings", name)([r.new() for r in self.reports], self.summary, **given)


def _in_github() -> bool:
    return os.environ.get("GITHUB_ACTIONS") == "true"


def write_report(reports: list[FileReport], options: Namespace) -> int:
    """Write the report as the options of `hotlint check` ask for. Returns the exit code."""
    from hotlint.output.findings.summary import summarize

    reports, absent = _marked([r._replace(fail_on=options.fail_on or r.fail_on) for r in reports], options)
    summary = summarize(reports)
    failed = any(r.fails() for r in reports) and not options.exit_zero
    if options.fix_only:
        return 0
    if options.quiet or options.warnings:
        reports = [r.only("error" if options.quiet else "warning") for r in reports]
    if options.max_per_rule is not None:
        reports, left_out = limited(reports, options.max_per_rule)
        for (code, rule), count in left_out.items():
            print(f"hotlint: {count} more of {code} {rule} not shown (--max-per-rule)", file=sys.stderr)
    shown = "github" if _in_github() else "text"
    name = options.format or shown
    files = list(options.report)
    if options.output:
        files.insert(0, ReportFile(name, options.output))
        name = shown
    content = Content(reports, summary, absent, options.statistics)
    _write_files(files, content)
    sys.stdout.write(content.render(name, color=use_color(options.color)))
    if options.statistics and name not in _WITH_STATISTICS:
        from hotlint.output.findings.text import Paint, statistics_table

        sys.stderr.write(statistics_table(summary, Paint(False)))
    if options.statistics:
        _write_used(reports)
        _write_assumed(reports)
    return 1 if failed else 0


_WITH_STATISTICS = frozenset({"text", "json"})
"""Formats that have a place for counts of each rule; next to any other, they go to standard error."""


def report_file(text: str) -> ReportFile:
    """Return what FORMAT=FILE asks for. Raises ArgumentTypeError."""
    from argparse import ArgumentTypeError

    name, equals, path = text.partition("=")
    if not equals or not path:
        raise ArgumentTypeError(f"a report is FORMAT=FILE, such as sarif=hotlint.sarif, not '{text}'")
    known = format_names("findings")
    if name not in known:
        from hotlint.common.suggestions import did_you_mean

        hint = did_you_mean(name, known) or f" (there are {', '.join(known)})"
        raise ArgumentTypeError(f"there is no format '{name}'{hint}")
    return ReportFile(name, path)


def _write_used(reports: list[FileReport]) -> None:
    """Say how much of their budget the dry runs of the most expensive file took; nothing where no file was evaluated."""
    most = max(reports, key=lambda report: report.evaluation, default=None)
    if most is not None and most.evaluation >= 0.005:
        used = f"{most.evaluation:.2f} of {most.budget:g} seconds"
        print(f"hotlint: dry runs used at most {used}, in {printable(most.path)}", file=sys.stderr)


def _write_assumed(reports: list[FileReport]) -> None:
    """Say how many templates were checked without what others supply; nothing where there was none."""
    count = sum(report.is_supplied for report in reports)
    if count:
        subject = "a template that others use gets" if count == 1 else f"{count} templates that others use get"
        print(f"hotlint: assumed that {subject} the values and types that are missing", file=sys.stderr)


def _write_files(files: list[ReportFile], content: Content) -> None:
    """Write reports to files. Raises UsageError when one cannot be written, or two are to be in one file."""
    paths = [os.path.realpath(file.path) for file in files]
    twice = next((file.path for file, path in zip(files, paths, strict=True) if paths.count(path) > 1), None)
    if twice is not None:
        raise UsageError(f"two reports cannot be in one file: '{twice}'")
    for file in files:
        write_file(file.path, content.render(file.format))


def _marked(reports: list[FileReport], options: Namespace) -> tuple[list[FileReport], list[Finding]]:
    """Return reports whose findings say whether the baseline knows them, and what only the baseline has, which is reported.

    Raises UsageError for a baseline that cannot be read.
    """
    from hotlint.cli.batch.baseline import BaselineError, find_baseline, read_baseline

    path = None if options.no_baseline else options.baseline or find_baseline()
    if path is None:
        return reports, []
    try:
        baseline = read_baseline(path)
    except BaselineError as exc:
        raise UsageError(exc.message) from None
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None
    gone = baseline.stale(reports)
    stale = sum(gone.values())
    if stale:
        findings = "1 finding is" if stale == 1 else f"{stale} findings are"
        hint = "'hotlint baseline update' removes what is gone"
        print(f"hotlint: {findings} in '{printable(path)}' and no longer found; {hint}", file=sys.stderr)
    return baseline.marked(reports), baseline.absent(gone)


def limited(reports: list[FileReport], limit: int) -> tuple[list[FileReport], dict[tuple[str, str], int]]:
    """Return reports with at most `limit` findings of each rule, and how many more each rule has, by code and name."""
    seen: dict[tuple[str, str], int] = {}
    shown = []
    for report in reports:
        kept = []
        for found in report.diagnostics:
            key = (found.code, found.rule)
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= limit:
                kept.append(found)
        shown.append(report._replace(diagnostics=tuple(kept)))
    return shown, {key: count - limit for key, count in seen.items() if count > limit}


def write_file(path: str, text: str) -> None:
    """Write a file, whole or not at all. Raises UsageError when that is impossible."""
    from hotlint.common.file_replacement import write_whole

    try:
        write_whole(path, text)
    except OSError as exc:
        raise UsageError(f"cannot write '{path}': {exc.strerror}") from None


def use_color(choice: str) -> bool:
    """Return whether to write colors: as chosen; for "auto" on a terminal only, or where FORCE_COLOR is set.

    NO_COLOR (https://no-color.org) prevents them in either case.
    """
    if choice != "auto" or os.environ.get("NO_COLOR"):
        return choice == "always"
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")
