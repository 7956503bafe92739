"""`hotlint check --add-disable`: write suppression comments for everything that is found.

JSON has no comments: the configuration ignores the rules in a JSON file.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import existing_paths
from hotlint.cli.report_output import write_report
from hotlint.common.counts import counted
from hotlint.common.file_replacement import replace_text, write_whole
from hotlint.common.files import ReadError, read_start, read_text
from hotlint.common.printable import printable
from hotlint.linter.config_files import NAME, enclosing_project
from hotlint.linter.run_diagnostics import UnreadableFile
from hotlint.output.findings.conversion import file_report
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.suppression_comments import glob_of, is_json, with_ignored, with_suppressions

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
    json = _json_files(runner, paths)
    if _ignored(runner, json):  # a project that has a configuration may have other findings
        runner = type(runner)(runner.request)
        runner.check_as_a_whole(paths)
    reports: list[FileReport] = []
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
        runner.checked()
    code = write_report([*runner.common(), *reports], options)
    print(f"{counted(comments, 'finding')} suppressed in {counted(files, 'file')}", file=sys.stderr)
    _write_about_json(json, [report for report in reports if report.path in {result.path for result in json}])
    return 2 if missing else code


def _json_files(runner: Runner, paths: list[str]) -> list[FileResult]:
    """Return the results of the JSON files that have findings."""
    found = []
    for path, named in runner.files(paths):
        try:
            may_be = read_start(path, 100).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        except (OSError, ReadError):
            continue
        result = runner.engine.check_file(path, named=named) if may_be else None
        if result is not None and result.diagnostics and is_json(result.document):
            found.append(result)
    return found


def _ignored(runner: Runner, json: list[FileResult]) -> bool:
    """Have the configurations of JSON files ignore the rules of their findings. Returns whether one was changed."""
    by_config: dict[str, dict[str, set[str]]] = {}
    for result in json:
        config = _config_of(runner, result.path)
        relative = os.path.relpath(os.path.abspath(result.path), os.path.dirname(config)).replace(os.sep, "/")
        if runner.request.use_config and not relative.startswith("../"):
            by_config.setdefault(config, {})[glob_of(relative)] = {d.code for d in result.diagnostics}
    changed = [_extended(config, codes) for config, codes in by_config.items()]
    return any(changed)


def _config_of(runner: Runner, path: str) -> str:
    """Return the absolute path of the configuration of a file, or of one that is still to be made for its project."""
    known = runner.engine.finder.config(path)
    folder = enclosing_project(os.getcwd(), use_config=False)
    return os.path.abspath(known.path) if known is not None else os.path.join(folder, NAME)


def _extended(config: str, codes_by_glob: dict[str, set[str]]) -> bool:
    """Write entries into a configuration; returns whether it was changed."""
    try:
        text = read_text(config) if os.path.exists(config) else None
        made = with_ignored(text or "", codes_by_glob)
        if made is not None and text is None:
            write_whole(config, made)
        elif made is not None and text is not None:
            replace_text(config, text, made)
    except (OSError, ReadError) as exc:
        why = exc.strerror if isinstance(exc, OSError) else exc.message
        print(f"hotlint: '{printable(config)}' was not changed: {why}", file=sys.stderr)
        return False
    return made is not None


def _write_about_json(before: list[FileResult], after: list[FileReport]) -> None:
    """Say how many findings in JSON files the configuration ignores, and which are left."""
    left = [report for report in after if report.diagnostics]
    count = sum(len(report.diagnostics) for report in left)
    ignored = sum(len(result.diagnostics) for result in before) - count
    if ignored:
        print(
            f"{counted(ignored, 'finding')} in JSON, which has no comments, ignored by `templates` of {NAME}",
            file=sys.stderr,
        )
    if left:
        names = ", ".join(printable(report.path) for report in left[:3])
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        print(
            f"hotlint: {counted(count, 'finding')} {'is' if count == 1 else 'are'} left, since JSON has no comments: "
            f"in {names}{more}; 'hotlint baseline' records them",
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
