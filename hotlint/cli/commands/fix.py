"""`hotlint check --fix` and `--diff`: fix files, or show how they would be fixed."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import existing_paths
from hotlint.cli.report_output import write_report
from hotlint.cli.rewriting_run import each_once, show_diff
from hotlint.common.counts import counted
from hotlint.common.file_replacement import replace_text
from hotlint.common.files import ReadError, decode
from hotlint.common.printable import printable
from hotlint.linter.checking.fixer import Fixer, FixResult, RefusedFix, without
from hotlint.output.findings.conversion import file_report
from hotlint.output.findings.model import FileReport
from hotlint.syntax.source import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hotlint.cli.batch.runner import Runner
    from hotlint.documents.discovery import Candidate
    from hotlint.linter.checking.file_result import FileResult


def run(options: Namespace, runner: Runner, text: bytes | None) -> int:
    """Fix the files, or show how they would be fixed; then report what is left. Returns the exit code."""
    paths, missing = existing_paths(options.paths or ["."])
    runner.check_as_a_whole(paths)
    fixer = Fixer(runner.engine, unsafe=options.unsafe_fixes)
    counts = Counts()
    reports = [_standard_input(text, options, runner, fixer, counts)] if text is not None else []
    reports += _fixed_files(runner, fixer, paths, counts, only_show=options.diff)
    if options.diff:
        sys.stderr.write(f"{counts.summary('would be fixed')}\n")
        return 2 if missing else int(counts.findings > 0)
    if text is None:
        code = write_report([*runner.common(), *reports], options)
    else:
        code = int(any(r.fails() for r in reports) and not (options.exit_zero or options.fix_only))
    sys.stderr.write(f"{counts.summary('fixed')}\n")
    return 2 if missing or counts.failed else code


def _fixed_files(
    runner: Runner, fixer: Fixer, paths: list[str], counts: Counts, *, only_show: bool
) -> list[FileReport]:
    """Fix, or only show, each file. Returns the reports of all files as they are then."""
    results: list[tuple[Candidate, FileResult, list[RefusedFix]]] = []
    written: set[str] = set()
    found = runner.files(paths)
    rewritten = set(each_once(found))
    for candidate in found:
        file_result = _checked(candidate, runner)
        if file_result is None:
            continue
        if candidate not in rewritten:  # a link to a file of the run
            results.append((candidate, file_result, []))
            continue
        before = file_result.document.text
        fix_result = fixer.apply(file_result)
        _tell_refused(candidate.path, fix_result)
        if fix_result.text == before:
            file_result = fix_result.file_result
        elif _show_or_write(candidate.path, before, fix_result, only_show, counts):
            file_result = fix_result.file_result
            if not only_show:
                written.add(os.path.realpath(candidate.path))
                runner.engine.changed(candidate.path)
        results.append((candidate, file_result, fix_result.refused))
    return [file_report(r) for r in _after(results, written, runner)]


def _tell_refused(path: str, fix_result: FixResult) -> None:
    """Say on standard error which fixes were not applied, and why."""
    lines = LineIndex(fix_result.text)
    for refused in fix_result.refused:
        line = lines.position(refused.found.span.start).line + 1
        print(printable(f"hotlint: {path}:{line}: {refused.found.code} was not fixed: {refused.why}"), file=sys.stderr)


def _checked(candidate: Candidate, runner: Runner) -> FileResult | None:
    """Return the result of a file; None for one that is not a template, or has vanished since it was found."""
    try:
        return runner.engine.check_file(candidate.path, named=candidate.named)
    except FileNotFoundError:
        print(f"hotlint: '{candidate.path}' was not checked: it has been removed", file=sys.stderr)
        return None


def _after(
    results: list[tuple[Candidate, FileResult, list[RefusedFix]]], written: set[str], runner: Runner
) -> Iterator[FileResult]:
    """Yield the results, those of files that were fixed, or use a file that was, from a new check."""
    for candidate, file_result, refused in results:
        if not written or written.isdisjoint(map(os.path.realpath, (candidate.path, *file_result.files))):
            yield file_result
        elif (checked := _checked(candidate, runner)) is not None:
            yield without(checked, refused)


class Counts:
    """How many findings were fixed, and in how many files. `failed`: a file could not be written."""

    def __init__(self) -> None:
        self.findings = 0
        self.files = 0
        self.failed = False

    def add(self, fix_result: FixResult) -> None:
        """Count the fixes of one file."""
        self.findings += len(fix_result.done)
        self.files += 1

    def summary(self, verb: str) -> str:
        """Return a line such as `3 findings fixed in 2 files`."""
        return f"{counted(self.findings, 'finding')} {verb} in {counted(self.files, 'file')}"


def _standard_input(text: bytes, options: Namespace, runner: Runner, fixer: Fixer, counts: Counts) -> FileReport:
    """Fix standard input; the whole result goes to standard output."""
    name = options.stdin_filename
    try:
        before = decode(text)
    except ReadError as exc:
        raise UsageError(f"standard input: {exc.message}") from None
    file_result = runner.engine.check_file(name, before)
    assert file_result is not None
    fix_result = fixer.apply(file_result)
    if fix_result.done:
        counts.add(fix_result)
    if options.diff:
        show_diff(name, before, fix_result.text)
    else:
        sys.stdout.buffer.write(fix_result.text.encode("utf-8"))
    return file_report(fix_result.file_result)


def _show_or_write(path: str, before: str, fix_result: FixResult, only_show: bool, counts: Counts) -> bool:
    """Show or write one file. Returns False when it could not be written, which is reported on standard error."""
    if only_show:
        show_diff(path, before, fix_result.text)
    else:
        try:
            replace_text(path, before, fix_result.text)
        except (OSError, ReadError) as exc:
            why = exc.strerror if isinstance(exc, OSError) else str(exc)
            print(f"hotlint: '{printable(path)}' was not changed: {why}", file=sys.stderr)
            counts.failed = True
            return False
    counts.add(fix_result)
    return True
