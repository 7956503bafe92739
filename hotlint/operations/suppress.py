"""Suppress everything that is found, by comments in the files.

JSON has no comments: the configuration ignores the rules in a JSON file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hotlint.common.file_replacement import replace_text, write_whole
from hotlint.common.files import ReadError, read_start, read_text
from hotlint.formats.configuration import NAME
from hotlint.linter.run_diagnostics import UnreadableFile
from hotlint.linter.settings.finder import enclosing_project
from hotlint.operations.check import CheckRequest, Runner
from hotlint.operations.errors import as_operation_error
from hotlint.output.findings.conversion import file_report
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.suppression_comments import glob_of, is_json, with_ignored, with_suppressions

if TYPE_CHECKING:
    from hotlint.linter.checking.file_result import FileResult
    from hotlint.linter.diagnostic import Diagnostic
    from hotlint.operations.discovery import Candidate
    from hotlint.output.findings.model import FileReport


class Suppressed(NamedTuple):
    """What was suppressed: `comments` in so many `files`, and `ignored` findings of JSON files by the configuration.

    `reports` are what is found now, and `left` those of JSON files that still have findings. `notes` say which files could not be
    changed.
    """

    reports: list[FileReport]
    comments: int
    files: int
    ignored: int
    left: list[FileReport]
    notes: tuple[str, ...]


def suppress(request: CheckRequest, paths: list[str]) -> Suppressed:
    """Write suppression comments for all that is found in files and folders. Raises OperationError."""
    try:
        return _Suppression(request, paths).done()
    except Exception as exc:
        raise as_operation_error(exc) from None


class _Suppression:
    def __init__(self, request: CheckRequest, paths: list[str]) -> None:
        self._paths = paths
        self._notes: list[str] = []
        self._runner = self._new_runner(request)

    def _new_runner(self, request: CheckRequest) -> Runner:
        runner = Runner(request)
        runner.check_as_a_whole(self._paths)
        return runner

    def done(self) -> Suppressed:
        json = self._json_files()
        if self._ignored(json):  # a project that has a configuration may have other findings
            self._runner = self._new_runner(self._runner.request)
        reports: list[FileReport] = []
        comments = files = 0
        for candidate in self._runner.files(self._paths):
            before = self._runner.engine.check_file(candidate.path, named=candidate.named)
            if before is None:
                continue
            after = self._written(candidate, before)
            if after is not None:
                comments += after.suppressed - before.suppressed
                files += 1
            reports.append(file_report(after or before))
            self._runner.checked()
        of_json = {result.path for result in json}
        left = [report for report in reports if report.path in of_json and report.diagnostics]
        ignored = sum(len(result.diagnostics) for result in json) - sum(len(report.diagnostics) for report in left)
        return Suppressed([*self._runner.common(), *reports], comments, files, ignored, left, tuple(self._notes))

    def _json_files(self) -> list[FileResult]:
        """Return the results of the JSON files that have findings."""
        found = []
        for path, named in self._runner.files(self._paths):
            try:
                may_be = read_start(path, 100).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
            except (OSError, ReadError):
                continue
            result = self._runner.engine.check_file(path, named=named) if may_be else None
            if result is not None and result.diagnostics and is_json(result.document):
                found.append(result)
        return found

    def _ignored(self, json: list[FileResult]) -> bool:
        """Have the configurations of JSON files ignore the rules of their findings. Returns whether one was changed."""
        by_config: dict[str, dict[str, set[str]]] = {}
        for result in json:
            config = self._config_of(result.path)
            relative = os.path.relpath(os.path.abspath(result.path), os.path.dirname(config)).replace(os.sep, "/")
            if self._runner.request.use_config and not relative.startswith("../"):
                by_config.setdefault(config, {})[glob_of(relative)] = {d.code for d in result.diagnostics}
        changed = [self._extended(config, codes) for config, codes in by_config.items()]
        return any(changed)

    def _config_of(self, path: str) -> str:
        """Return the absolute path of the configuration of a file, or of one that is still to be made for its project."""
        known = self._runner.engine.finder.config(path)
        folder = enclosing_project(os.getcwd(), use_config=False)
        return os.path.abspath(known.path) if known is not None else os.path.join(folder, NAME)

    def _extended(self, config: str, codes_by_glob: dict[str, set[str]]) -> bool:
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
            self._notes.append(f"'{config}' was not changed: {why}")
            return False
        return made is not None

    def _written(self, candidate: Candidate, before: FileResult) -> FileResult | None:
        """Return the result of a file with comments, which is written; None when nothing can be suppressed, or written."""
        after = self._suppressed(candidate, before)
        old, new = before.document, after.document
        if new.text == old.text:
            return None
        try:
            replace_text(candidate.path, old.text, new.text)
        except (OSError, ReadError) as exc:
            why = exc.strerror if isinstance(exc, OSError) else exc.message
            self._notes.append(f"'{candidate.path}' was not changed: {why}")
            return None
        finally:
            self._runner.engine.changed(candidate.path)
        return after

    def _suppressed(self, candidate: Candidate, before: FileResult) -> FileResult:
        """Return the result of a file with comments for all findings, those that show once others are suppressed included.

        A finding that its comment does not suppress gets none.
        """
        result, left = before, before.diagnostics
        while left and not any(d.code == UnreadableFile.code for d in left):
            text = with_suppressions(result.document, left)
            if text == result.document.text:
                break
            after = self._runner.engine.check_file(candidate.path, text, named=candidate.named)
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
