"""`hotlint check --fix` and `--diff`: fix files, or show how they would be fixed."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import Namespace
from typing import TYPE_CHECKING

from hotlint.cli.options import existing_paths
from hotlint.cli.report_output import write_report
from hotlint.common.files import ReadError, decode
from hotlint.linter.fixer import Fixer, FixResult
from hotlint.output.findings.model import FileReport, file_report

if TYPE_CHECKING:
    from hotlint.cli.batch.runner import Runner


def run(options: Namespace, runner: Runner, text: bytes | None) -> int:
    """Fix the files, or show how they would be fixed; then report what is left. Returns the exit code."""
    fixer = Fixer(runner.engine, unsafe=options.unsafe_fixes)
    paths, missing = existing_paths(options.paths or ["."])
    counts = Counts()
    reports = []
    if text is not None:
        reports.append(_standard_input(text, options, runner, fixer, counts))
    for candidate in runner.files(paths):
        file_result = runner.engine.check_file(candidate.path, named=candidate.named)
        if file_result is None:
            continue
        before = file_result.document.text
        fix_result = fixer.apply(file_result)
        if fix_result.text != before and not _show_or_write(candidate.path, before, fix_result, options.diff, counts):
            fix_result = fix_result._replace(file_result=file_result)
        reports.append(file_report(fix_result.file_result))
    if options.diff:
        sys.stderr.write(f"{counts.summary('would be fixed')}\n")
        return 2 if missing else int(counts.findings > 0)
    code = write_report([*runner.common(), *reports], options) if text is None else int(any(r.fails() for r in reports))
    sys.stderr.write(f"{counts.summary('fixed')}\n")
    return 2 if missing else code


class Counts:
    """How many findings were fixed, and in how many files."""

    def __init__(self) -> None:
        self.findings = 0
        self.files = 0

    def add(self, fix_result: FixResult) -> None:
        """Count the fixes of one file."""
        self.findings += len(fix_result.done)
        self.files += 1

    def summary(self, verb: str) -> str:
        """Return a line such as `3 findings fixed in 2 files`."""
        findings = "1 finding" if self.findings == 1 else f"{self.findings} findings"
        files = "1 file" if self.files == 1 else f"{self.files} files"
        return f"{findings} {verb} in {files}"


def _standard_input(text: bytes, options: Namespace, runner: Runner, fixer: Fixer, counts: Counts) -> FileReport:
    """Fix standard input; the whole result goes to standard output."""
    name = options.stdin_filename
    try:
        before = decode(text)
    except ReadError as exc:
        return file_report(runner.engine.unreadable(name, exc.message))
    file_result = runner.engine.check_file(name, before)
    assert file_result is not None
    fix_result = fixer.apply(file_result)
    if fix_result.done:
        counts.add(fix_result)
    if options.diff:
        sys.stdout.write(unified(name, before, fix_result.text))
    else:
        sys.stdout.buffer.write(fix_result.text.encode("utf-8"))
    return file_report(fix_result.file_result)


def _show_or_write(path: str, before: str, fix_result: FixResult, only_show: bool, counts: Counts) -> bool:
    """Show or write one file. Returns False when it could not be written, which is reported on standard error."""
    if only_show:
        sys.stdout.write(unified(path, before, fix_result.text))
    else:
        try:
            write_whole(path, before, fix_result.text)
        except (OSError, ReadError) as exc:
            why = exc.strerror if isinstance(exc, OSError) else str(exc)
            print(f"hotlint: '{path}' was not changed: {why}", file=sys.stderr)
            return False
    counts.add(fix_result)
    return True


def unified(path: str, before: str, after: str) -> str:
    """Return a unified diff, as `patch -p1` and `git apply` take it."""
    from difflib import unified_diff

    name = path.replace(os.sep, "/").lstrip("/")
    lines = unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only \\n ends one, as in patch and git."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + ([text.rpartition("\n")[2]] if text[-1:] != "\n" else [])


def write_whole(path: str, before: str, text: str) -> None:
    """Replace a file's text, whole or not at all, with its mode kept; where `path` is a link, the file that it leads to.

    Raises OSError, and ReadError when the file is not what was read, or not UTF-8.
    """
    target = os.path.realpath(path)
    with open(target, "rb") as file:
        if file.read() != before.encode("utf-8"):
            raise ReadError("it is not UTF-8, or was changed during the check")
        status = os.fstat(file.fileno())
    handle, temporary = tempfile.mkstemp(prefix=".hotlint-", dir=os.path.dirname(target))
    try:
        with open(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, status.st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
