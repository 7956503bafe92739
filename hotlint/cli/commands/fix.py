"""`hotlint check --fix` and `--diff`."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import Namespace
from typing import TYPE_CHECKING

from hotlint.cli.commands.check import existing, show
from hotlint.common.files import ReadError, decoded
from hotlint.linter.fixer import Fixer, Mended
from hotlint.output.findings.model import FileReport, published

if TYPE_CHECKING:
    from hotlint.cli.batch.runner import Runner


def run(options: Namespace, runner: Runner, text: bytes | None) -> int:
    """Mend the files, or show how they would be mended; then report what is left. Returns the exit code."""
    fixer = Fixer(runner.engine, unsafe=options.unsafe_fixes)
    paths, missing = existing(options.paths or ["."])
    counts = Counts()
    reports = []
    if text is not None:
        reports.append(_standard_input(text, options, runner, fixer, counts))
    for candidate in runner.files(paths):
        judged = runner.engine.judge(candidate.path, named=candidate.named)
        if judged is None:
            continue
        before = judged.document.text
        mended = fixer.mend(judged)
        if mended.text != before and not _settle(candidate.path, before, mended, options.diff, counts):
            mended = mended._replace(judged=judged)
        reports.append(published(mended.judged))
    if options.diff:
        sys.stderr.write(f"{counts.said('could be mended')}\n")
        return 2 if missing else int(counts.findings > 0)
    code = show([*runner.common(), *reports], options) if text is None else int(any(r.fails() for r in reports))
    sys.stderr.write(f"{counts.said('mended')}\n")
    return 2 if missing else code


class Counts:
    """What was mended so far."""

    def __init__(self) -> None:
        self.findings = 0
        self.files = 0

    def add(self, mended: Mended) -> None:
        self.findings += len(mended.done)
        self.files += 1

    def said(self, done: str) -> str:
        """`3 findings mended in 2 files`."""
        findings = "1 finding" if self.findings == 1 else f"{self.findings} findings"
        files = "1 file" if self.files == 1 else f"{self.files} files"
        return f"{findings} {done} in {files}"


def _standard_input(text: bytes, options: Namespace, runner: Runner, fixer: Fixer, counts: Counts) -> FileReport:
    """Mend standard input: the result goes to standard output, whole."""
    name = options.stdin_filename
    try:
        before = decoded(text)
    except ReadError as exc:
        return published(runner.engine.unreadable(name, exc.message))
    judged = runner.engine.judge(name, before)
    assert judged is not None
    mended = fixer.mend(judged)
    if mended.done:
        counts.add(mended)
    if options.diff:
        sys.stdout.write(difference(name, before, mended.text))
    else:
        sys.stdout.buffer.write(mended.text.encode("utf-8"))
    return published(mended.judged)


def _settle(path: str, before: str, mended: Mended, only_show: bool, counts: Counts) -> bool:
    """Show or write one file. False when it could not be written, which is said."""
    if only_show:
        sys.stdout.write(difference(path, before, mended.text))
    else:
        try:
            write_whole(path, before, mended.text)
        except (OSError, ReadError) as exc:
            why = exc.strerror if isinstance(exc, OSError) else str(exc)
            print(f"hotlint: '{path}' is left as it is: {why}", file=sys.stderr)
            return False
    counts.add(mended)
    return True


def difference(path: str, before: str, after: str) -> str:
    """A unified diff, which `patch -p1` and `git apply` take."""
    from difflib import unified_diff

    name = path.replace(os.sep, "/").lstrip("/")
    lines = unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Lines with their ends; only \\n ends one, as in patch and git."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + ([text.rpartition("\n")[2]] if text[-1:] != "\n" else [])


def write_whole(path: str, before: str, text: str) -> None:
    """Replace a file's text, whole or not at all, with its mode kept; where `path` is a link, the file that it leads to.

    Raises OSError, and ReadError when the file is not what was read, or not UTF-8.
    """
    target = os.path.realpath(path)
    with open(target, "rb") as file:
        if file.read() != before.encode("utf-8"):
            raise ReadError("it is not UTF-8, or has changed while it was checked")
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
