"""`hotlint adopt`: propose how hotlint is to check a tree, and write it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli.options import add_options
from hotlint.common.counts import counted
from hotlint.common.printable import printable

if TYPE_CHECKING:
    from hotlint.operations.adopt import Adoption
    from hotlint.operations.adopt_sources import Sources

DESCRIPTION = """Look at the working folder, and propose settings, a baseline, a hook for pre-commit and a job for CI, each with its reason.
The last lines are the ten worst causes of findings. Nothing is written without --write, and no file is replaced."""
REASONS = 5
"""The reasons that are shown why sources are not rendered."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_options(parser, "--write")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.adopt import adopt

    for line in _report(adopt(write=options.write), wrote=options.write):
        print(printable(line))
    return 0


def _report(found: Adoption, *, wrote: bool) -> list[str]:
    import os

    from hotlint.operations.adopt import configuration

    settings = [p for p in found.proposals if not p.text]
    files = [p for p in found.proposals if p.text]
    lines = configuration(settings).splitlines() or ["No settings are needed."]
    for file in files:
        if file.name in found.written:
            lines.append(f"{file.name} was written: {file.reason}")
        elif os.path.lexists(file.name):
            lines += [
                f"{file.name} exists. Add this to it: {file.reason}",
                *(f"    {x}" for x in file.text.splitlines()),
            ]
        else:
            lines.append(f"{file.name}: {file.reason}")
    lines += _not_rendered(found.sources)
    if files and not wrote:
        lines.append("Nothing was written; 'hotlint adopt --write' writes these files")
    if found.causes:
        lines += ["", "The worst causes" + (" that are left:" if wrote else ":")]
    for cause in found.causes:
        more = f", and {cause.findings - 1} more in {counted(cause.files, 'file')}" if cause.findings > 1 else ""
        lines.append(f"{cause.severity} {cause.code} {cause.message} ({cause.place}{more})")
    if found.more_causes:
        lines.append(f"... and {found.more_causes} more causes: hotlint check")
    return lines


def _not_rendered(sources: Sources) -> list[str]:
    """Return which Jinja sources stay unchecked, why, and what to do about it."""
    if not sources.failed:
        return []
    reasons = sources.reasons()
    shown = [f"    {counted(number, 'source')}: {why}" for why, number in reasons[:REASONS]]
    more = [f"    ... and {counted(len(reasons) - REASONS, 'more reason')}"] if len(reasons) > REASONS else []
    ways = "give values in 'jinja: variables' of .hotlint.yaml"
    if sources.tools:
        ways += f", or check what {sources.tools[0]} writes"
    return [f"{counted(len(sources.failed), 'Jinja source')} not checked; {ways}", *shown, *more]
