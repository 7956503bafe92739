"""`hotlint baseline`: record the findings that are known, so that only new ones count."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli.commands import check
from hotlint.cli.errors import UsageError
from hotlint.cli.options import BASELINE, add_options, chosen_rules, existing_paths, nearest_baseline
from hotlint.cli.progress import Progress
from hotlint.common.counts import counted
from hotlint.common.printable import printable
from hotlint.operations.named_files import write_file

if TYPE_CHECKING:
    from hotlint.operations.baseline import Baseline
    from hotlint.output.findings.model import FileReport

DESCRIPTION = """Record the findings that are known, so that `hotlint check` reports only new ones.

hotlint baseline write [PATH...]     record all findings there are
hotlint baseline update [PATH...]    remove what is no longer found; add nothing
hotlint baseline show [PATH...]      list what is known, and what of it is no longer found

The baseline is .hotlint-baseline.json in the working folder, or the nearest one above it. A finding is known by its file, its
code and its logical path, such as resources.server.properties.image, so that it stays known when its lines move.

Exit codes: 0 success, 1 show: something known is no longer found, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("write", "update", "show"), help="the action")
    add_options(parser, "--baseline")
    check.checking_arguments(parser)


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.baseline import Baseline, known_findings

    path = options.baseline or nearest_baseline() or BASELINE
    is_new = options.action == "write"
    advice = "'hotlint baseline write' makes it"
    old = Baseline(path) if is_new else known_findings(path, chosen_rules(options), advice)
    reports = _reports(options)
    if options.action == "show":
        return _show(old, reports)
    new = old.of(reports) if is_new else old.updated(reports)
    write_file(path, new.text())
    print(f"{printable(path)}: {counted(new.total, 'finding')} known", end="")
    print(f", {old.total - new.total} removed" if options.action == "update" else "")
    return 0


def _reports(options: Namespace) -> list[FileReport]:
    from hotlint.operations.check import Runner
    from hotlint.operations.errors import as_operation_error

    request = check.request(options)
    paths, missing = existing_paths(options.paths or ["."])
    if missing or "-" in paths:
        raise UsageError("a baseline is of files and folders that exist")
    try:
        with Progress(quiet=options.quiet) as progress:
            return Runner(request).run(paths, None, "", progress)
    except Exception as exc:
        raise as_operation_error(exc) from None


def _show(baseline: Baseline, reports: list[FileReport]) -> int:
    stale = baseline.stale(reports)
    for key in sorted(baseline.counts):
        gone = stale.get(key, 0)
        times = f" ({baseline.counts[key]} times)" if baseline.counts[key] > 1 else ""
        mark = "  no longer found" if gone == baseline.counts[key] else f"  {gone} no longer found" if gone else ""
        print(printable(f"{key.path}: {key.code} {key.where}{times}{mark}"))
    gone = sum(stale.values())
    print(f"{counted(baseline.total, 'finding')} known, {gone} of them no longer found", file=sys.stderr)
    return 1 if gone else 0
