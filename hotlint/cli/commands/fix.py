"""`hotlint check --fix`, `--diff` and `--add-disable`: change files, or show how, and report what is left."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import existing_paths
from hotlint.cli.report_output import write_report
from hotlint.cli.rewriting_run import show_diff
from hotlint.cli.template_input import tell
from hotlint.common.counts import counted
from hotlint.common.files import ReadError, decode
from hotlint.common.printable import printable
from hotlint.formats.configuration import NAME
from hotlint.operations.check import CheckRequest, Runner
from hotlint.operations.errors import as_operation_error
from hotlint.operations.fix import FixedFile, FixRun, fix_text
from hotlint.output.findings.model import FileReport

if TYPE_CHECKING:
    from hotlint.operations.suppress import Suppressed


def run(options: Namespace, request: CheckRequest, text: bytes | None) -> int:
    """Fix the files, or show how they would be fixed; then report what is left. Returns the exit code."""
    if options.add_disable:
        return _suppress(options, request)
    try:
        return _fix(options, Runner(request), text)
    except Exception as exc:
        raise as_operation_error(exc) from None


def _fix(options: Namespace, runner: Runner, text: bytes | None) -> int:
    paths, missing = existing_paths(options.paths or ["."])
    runner.check_as_a_whole(paths)
    fixes = FixRun(runner, unsafe=options.unsafe_fixes, only_show=options.diff)
    counts = Counts()
    reports = [_standard_input(text, options, runner, counts)] if text is not None else []
    for file in fixes.files(paths):
        tell(options, file.notes)
        if options.diff and file.changed:
            show_diff(file.path, file.before, file.after)
        counts.add(file)
    for found in fixes.reports():
        if isinstance(found, FixedFile):
            tell(options, found.notes)
        else:
            reports.append(found)
    if options.diff:
        _count(options, counts.summary("would be fixed"))
        return 2 if missing else int(counts.findings > 0)
    if text is None:
        code = write_report([*runner.common(), *reports], options)
    else:
        code = int(any(r.fails() for r in reports) and not options.fix_only)
    _count(options, counts.summary("fixed"))
    return 2 if missing or counts.failed else code


def _count(options: Namespace, summary: str) -> None:
    if not options.quiet:
        print(summary, file=sys.stderr)


class Counts:
    """How many findings were fixed, and in how many files. `failed`: a file could not be written."""

    def __init__(self) -> None:
        self.findings = 0
        self.files = 0
        self.failed = False

    def add(self, file: FixedFile) -> None:
        """Count the fixes of one file."""
        self.failed |= file.failed
        if file.changed:
            self.findings += file.number
            self.files += 1

    def summary(self, verb: str) -> str:
        """Return a line such as `3 findings fixed in 2 files`."""
        return f"{counted(self.findings, 'finding')} {verb} in {counted(self.files, 'file')}"


def _standard_input(data: bytes, options: Namespace, runner: Runner, counts: Counts) -> FileReport:
    """Fix standard input; the whole result goes to standard output."""
    name = options.stdin_filename
    try:
        before = decode(data)
    except ReadError as exc:
        raise UsageError(f"standard input: {exc.message}") from None
    fixed = fix_text(runner, name, before, unsafe=options.unsafe_fixes)
    counts.add(FixedFile(name, number=len(fixed.done), changed=bool(fixed.done)))
    if options.diff:
        show_diff(name, before, fixed.after)
    else:
        sys.stdout.buffer.write(fixed.after.encode("utf-8"))
    return fixed.left


def _suppress(options: Namespace, request: CheckRequest) -> int:
    """Write the comments, and report what is left. Returns the exit code."""
    from hotlint.operations.suppress import suppress

    if "-" in options.paths:
        raise UsageError("--add-disable writes into files; standard input is not a file")
    paths, missing = existing_paths(options.paths or ["."])
    found = suppress(request, paths)
    tell(options, found.notes)
    code = write_report(found.reports, options)
    _count(options, f"{counted(found.comments, 'finding')} suppressed in {counted(found.files, 'file')}")
    _tell_of_json(found)
    return 2 if missing else code


def _tell_of_json(found: Suppressed) -> None:
    """Say how many findings in JSON files the configuration ignores, and which are left."""
    if found.ignored:
        ignored = (
            f"{counted(found.ignored, 'finding')} in JSON, which has no comments, ignored by `templates` of {NAME}"
        )
        print(ignored, file=sys.stderr)
    if found.left:
        count = sum(len(report.diagnostics) for report in found.left)
        names = ", ".join(printable(report.path) for report in found.left[:3])
        more = f" and {len(found.left) - 3} more" if len(found.left) > 3 else ""
        print(
            f"hotlint: {counted(count, 'finding')} {'is' if count == 1 else 'are'} left, since JSON has no comments: "
            f"in {names}{more}; 'hotlint baseline' records them",
            file=sys.stderr,
        )
