"""Write the report of a run: in its format, to a file or the terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.output.formats import renderer

if TYPE_CHECKING:
    from argparse import Namespace

    from hotlint.output.findings.model import FileReport
    from hotlint.output.findings.summary import Summary


def write_report(reports: list[FileReport], options: Namespace) -> int:
    """Write the report as the options of `hotlint check` ask for. Returns the exit code."""
    from hotlint.output.findings.summary import summarize

    summary = summarize(reports)
    reports = [r._replace(fail_on=options.fail_on or r.fail_on) for r in reports]
    failed = any(r.fails() for r in reports)
    if options.quiet:
        reports = [r.only("error") for r in reports]
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
    given: dict[str, bool] = {"statistics": options.statistics} if name in _WITH_STATISTICS else {}
    if color and name == "text":
        given["color"] = True
    return renderer("findings", name)(reports, summary, **given)


def write_file(path: str, text: str) -> None:
    """Write a file. Raises UsageError when that is impossible."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
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
