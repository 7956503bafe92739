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
from hotlint.linter.run_diagnostics import UnreadableFile
from hotlint.output.findings.conversion import file_report
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.suppression_comments import is_json, with_suppressions

if TYPE_CHECKING:
    from hotlint.cli.batch.runner import Runner
    from hotlint.documents.discovery import Candidate
    from hotlint.linter.checking.file_result import FileResult
    from hotlint.linter.diagnostic import Diagnostic
    from hotlint.output.findings.model import FileReport


def run(options: Namespace, runner: Runner) -> int:
    """Write the comments, and report what is left. Returns the exit code."""
    if "-" in options.paths:
        raise UsageError("--add-disable writes into files; standard input is not a file")
    paths, missing = existing_paths(options.paths or ["."])
    runner.check_as_a_whole(paths)
    reports: list[FileReport] = []
    json: list[FileReport] = []
    comments = files = 0
    for candidate in runner.files(paths):
        before = runner.engine.check_file(candidate.path, named=candidate.named)
        if before is None:
            continue
        after = _written(runner, candidate, before)
        if after is not None:
            comments += after.suppressed - before.suppressed
            files += 1
        reports.append(file_report(after or before))
        if reports[-1].diagnostics and is_json(before.document):
            json.append(reports[-1])
        runner.checked()
    code = write_report([*runner.common(), *reports], options)
    print(f"{_findings(comments)} suppressed in {files} file{'' if files == 1 else 's'}", file=sys.stderr)
    if json:
        _write_left(json)
    return 2 if missing else code


def _findings(count: int) -> str:
    return "1 finding" if count == 1 else f"{count} findings"


def _write_left(json: list[FileReport]) -> None:
    """Say which findings no comment can suppress, and what can."""
    count, names = sum(len(report.diagnostics) for report in json), [printable(report.path) for report in json[:3]]
    more = f" and {len(json) - 3} more" if len(json) > 3 else ""
    verb = "is" if count == 1 else "are"
    print(
        f"hotlint: {_findings(count)} {verb} left, since JSON has no comments: in {', '.join(names)}{more}; "
        "'hotlint baseline' records them, and `ignore` below `templates` of .hotlint.yaml turns rules off for files",
        file=sys.stderr,
    )


def _written(runner: Runner, candidate: Candidate, before: FileResult) -> FileResult | None:
    """Return the result of a file with comments, which is written; None when nothing can be suppressed, or written."""
    after = _suppressed(runner, candidate, before)
    old, new = before.document, after.document
    if new.text == old.text:
        return None
    try:
        replace_text(candidate.path, old.text, new.text)
    except (OSError, ReadError) as exc:
        why = exc.strerror if isinstance(exc, OSError) else exc.message
        print(f"hotlint: '{printable(candidate.path)}' was not changed: {why}", file=sys.stderr)
        return None
    finally:
        runner.engine.changed(candidate.path)
    return after


def _suppressed(runner: Runner, candidate: Candidate, before: FileResult) -> FileResult:
    """Return the result of a file with comments for all findings, those that show once others are suppressed included.

    A finding that its comment does not suppress gets none.
    """
    result, left = before, before.diagnostics
    while left and not any(d.code == UnreadableFile.code for d in left):
        text = with_suppressions(result.document, left)
        if text == result.document.text:
            break
        after = runner.engine.check_file(candidate.path, text, named=candidate.named)
        if after is None or not _means_the_same(result, after):
            break
        stays = {(d.code, d.message) for d in after.diagnostics}
        if after.suppressed - result.suppressed < len(left) and any(_key(d) in stays for d in left):
            left = [d for d in left if _key(d) not in stays]
            continue
        result, left = after, after.diagnostics
    return result


def _key(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


def _means_the_same(before: FileResult, after: FileResult) -> bool:
    """Return whether comments alone differ, in what is rendered for a Jinja source."""
    one, other = (r.context.document if r.context is not None else r.document for r in (before, after))
    return difference(one, other, comments=False) is None
