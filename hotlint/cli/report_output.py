"""Write the report of a run: in its format, to a file or the terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError, cannot_read
from hotlint.common.printable import printable
from hotlint.output.formats import renderer

if TYPE_CHECKING:
    from argparse import Namespace

    from hotlint.output.findings.model import FileReport
    from hotlint.output.findings.summary import Summary


def write_report(reports: list[FileReport], options: Namespace) -> int:
    """Write the report as the options of `hotlint check` ask for. Returns the exit code."""
    from hotlint.output.findings.summary import summarize

    reports = _marked([r._replace(fail_on=options.fail_on or r.fail_on) for r in reports], options)
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
    shown = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    name = options.format or shown
    if options.output:
        write_file(options.output, _render(name, reports, summary, options, color=False))
        name = shown
    color = use_color(options.color)
    sys.stdout.write(_render(name, reports, summary, options, color=color))
    if options.statistics and name not in _WITH_STATISTICS:
        from hotlint.output.findings.text import Paint, statistics_table

        sys.stderr.write(statistics_table(summary, Paint(False)))
    return 1 if failed else 0


_WITH_STATISTICS = frozenset({"text", "json"})
"""Formats that have a place for counts of each rule; next to any other, they go to standard error."""


def _render(name: str, reports: list[FileReport], summary: Summary, options: Namespace, *, color: bool) -> str:
    if name != "sarif":  # which alone can say that a finding is known
        reports = [r.new() for r in reports]
    given: dict[str, bool] = {"statistics": options.statistics} if name in _WITH_STATISTICS else {}
    if color and name == "text":
        given["color"] = True
    return renderer("findings", name)(reports, summary, **given)


def _marked(reports: list[FileReport], options: Namespace) -> list[FileReport]:
    """Return reports whose findings say whether the baseline knows them; what is stale in it is reported.

    Raises UsageError for a baseline that cannot be read.
    """
    from hotlint.cli.batch.baseline import BaselineError, find_baseline, read_baseline

    path = None if options.no_baseline else options.baseline or find_baseline()
    if path is None:
        return reports
    try:
        baseline = read_baseline(path)
    except BaselineError as exc:
        raise UsageError(exc.message) from None
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None
    stale = sum(baseline.stale(reports).values())
    if stale:
        findings = "1 finding is" if stale == 1 else f"{stale} findings are"
        hint = "'hotlint baseline update' removes what is gone"
        print(f"hotlint: {findings} in '{printable(path)}' and no longer found; {hint}", file=sys.stderr)
    return baseline.marked(reports)


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
    """Write a file. Raises UsageError when that is impossible."""
    try:
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except OSError as exc:
        raise UsageError(f"cannot write '{path}': {exc.strerror}") from None


def use_color(choice: str) -> bool:
    """Return whether to write colors: as chosen; for "auto" on a terminal only, or where FORCE_COLOR is set.

    NO_COLOR (https://no-color.org) prevents them in either case.
    """
    if choice != "auto" or os.environ.get("NO_COLOR"):
        return choice == "always"
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")
