"""`hotlint check --add-disable`: write suppression comments for everything that is found."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import existing_paths
from hotlint.cli.report_output import write_report
from hotlint.common.file_replacement import replace_text
from hotlint.common.files import ReadError
from hotlint.common.printable import printable
from hotlint.output.findings.conversion import file_report
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.suppression_comments import with_suppressions

if TYPE_CHECKING:
    from hotlint.cli.batch.discovery import Candidate
    from hotlint.cli.batch.runner import Runner
    from hotlint.linter.engine import FileResult
    from hotlint.output.findings.model import FileReport


def run(options: Namespace, runner: Runner) -> int:
    """Write the comments, and report what is left. Returns the exit code."""
    if "-" in options.paths:
        raise UsageError("--add-disable writes into files; standard input is not a file")
    paths, missing = existing_paths(options.paths or ["."])
    reports: list[FileReport] = []
    comments = files = 0
    for candidate in runner.files(paths):
        before = runner.engine.check_file(candidate.path, named=candidate.named)
        if before is None:
            continue
        after = _written(runner, candidate, before)
        if after is not None:
            comments += len(before.diagnostics) - len(after.diagnostics)
            files += 1
        reports.append(file_report(after or before))
    code = write_report([*runner.common(), *reports], options)
    findings = "1 finding" if comments == 1 else f"{comments} findings"
    print(f"{findings} suppressed in {files} file{'' if files == 1 else 's'}", file=sys.stderr)
    return 2 if missing else code


def _written(runner: Runner, candidate: Candidate, before: FileResult) -> FileResult | None:
    """Return the result of a file with comments, which is written; None when nothing can be suppressed, or written."""
    old = before.document
    text = with_suppressions(old, before.diagnostics)
    if text == old.text:
        return None
    after = runner.engine.check_file(candidate.path, text)
    if after is None or difference(old, after.document, comments=False) is not None:
        return None
    try:
        replace_text(candidate.path, old.text, text)
    except (OSError, ReadError) as exc:
        why = exc.strerror if isinstance(exc, OSError) else exc.message
        print(f"hotlint: '{printable(candidate.path)}' was not changed: {why}", file=sys.stderr)
        return None
    return after
