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
    name = options.format or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text")
    if options.output:
        write_file(options.output, _render(name, reports, summary, color=False))
        name = "text"
    sys.stdout.write(_render(name, reports, summary, color=use_color(options.color)))
    if options.statistics:
        sys.stderr.writelines(f"{n:6}  {code}  {name}\n" for (code, name), n in summary.ranked())
    return 1 if failed else 0


def _render(name: str, reports: list[FileReport], summary: Summary, *, color: bool) -> str:
    render = renderer("findings", name)
    return render(reports, summary, color=True) if color and name == "text" else render(reports, summary)


def write_file(path: str, text: str) -> None:
    """Write a file. Raises UsageError when that is impossible."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as exc:
        raise UsageError(f"cannot write '{path}': {exc.strerror}") from None


def use_color(choice: str) -> bool:
    """Return whether to write colors: as chosen, and for "auto" on a terminal only, unless NO_COLOR is set."""
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
