"""Fix files, or say how they would be fixed: with all fixes that pass verification."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from hotlint.common.file_replacement import replace_text
from hotlint.common.files import ReadError
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.checking.fixer import AppliedFix, Fixer, FixResult, RefusedFix, without
from hotlint.linter.checking.redacted_findings import places_of
from hotlint.operations.check import Runner
from hotlint.operations.discovery import Candidate
from hotlint.operations.rewrite import each_once
from hotlint.output.findings.conversion import file_report
from hotlint.output.findings.model import FileReport
from hotlint.syntax.differences import line_edits
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import LineIndex

ENDED = "not all fixes were tried, since this file takes long to verify: fix it again to try the others"


class FixedFile(NamedTuple):
    """A file after its fixes. `number` is how many fixes were applied; `changed` whether it was written, or would be.

    `notes` say which fixes were refused, and why the file could not be checked or written; `failed`: it could not be written.
    """

    path: str
    before: str = ""
    after: str = ""
    number: int = 0
    changed: bool = False
    failed: bool = False
    notes: tuple[str, ...] = ()


class FixedText(NamedTuple):
    """A text after its fixes: `done`, and the findings that are `left`. `edits` are None where one writes a hidden value.

    `is_ended`: other fixes were not tried, since verification had taken too long.
    """

    before: str
    after: str
    done: list[AppliedFix]
    edits: list[Edit] | None
    left: FileReport
    is_ended: bool


def fix_text(run: Runner, path: str, text: str | None, *, unsafe: bool = False, write: bool = False) -> FixedText:
    """Return a file with its fixes, or `text` instead of its content; with `write`, the file is replaced.

    Raises OSError or ReadError for a file that cannot be read or written.
    """
    checked = run.engine.check_file(path, text)
    assert checked is not None  # the file is named
    before = checked.document.text
    result = Fixer(run.engine, unsafe=unsafe).apply(checked)
    places = places_of(checked.context) if checked.context is not None else None
    edits = line_edits(before, result.text)
    is_shown = places is None or all(places.shows(e.span, e.text) for e in edits)
    if write and result.done:
        replace_text(path, before, result.text)
    left = file_report(result.file_result)
    return FixedText(before, result.text, result.done, edits if is_shown else None, left, result.is_ended)


class FixRun:
    """Fixes the files of a check, or with `only_show` says how they would be fixed."""

    def __init__(self, run: Runner, *, unsafe: bool, only_show: bool) -> None:
        self._run = run
        self._fixer = Fixer(run.engine, unsafe=unsafe)
        self._only_show = only_show
        self._results: list[tuple[Candidate, FileResult, list[RefusedFix]]] = []
        self._written: set[str] = set()

    def files(self, paths: list[str]) -> Iterator[FixedFile]:
        """Fix the files one by one, and yield each that was looked at."""
        found = self._run.files(paths)
        rewritten = set(each_once(found))
        for candidate in found:
            checked = self._checked(candidate)
            if checked is None:
                continue
            if isinstance(checked, FixedFile):
                yield checked
            elif candidate in rewritten:
                yield self._fixed(candidate, checked)
            else:  # a link to a file of the run
                self._results.append((candidate, checked, []))

    def reports(self) -> Iterator[FileReport | FixedFile]:
        """Yield the reports of all files as they are then; those that use a fixed file are checked again.

        Of a file that has been removed since, what `files` yields for such is yielded.
        """
        for candidate, file_result, refused in self._results:
            used = map(os.path.realpath, (candidate.path, *file_result.files))
            if not self._written or self._written.isdisjoint(used):
                yield file_report(file_result)
                continue
            checked = self._checked(candidate)
            if isinstance(checked, FixedFile):
                yield checked
            elif checked is not None:
                yield file_report(without(checked, refused))

    def _checked(self, candidate: Candidate) -> FileResult | FixedFile | None:
        """Return the result of a file; None for one that is not a template, and what to say of one that has been removed."""
        try:
            return self._run.engine.check_file(candidate.path, named=candidate.named)
        except FileNotFoundError:
            removed = f"'{candidate.path}' was not checked: it has been removed"
            return FixedFile(candidate.path, notes=(removed,))

    def _fixed(self, candidate: Candidate, checked: FileResult) -> FixedFile:
        path, before = candidate.path, checked.document.text
        result = self._fixer.apply(checked)
        after = result.file_result
        fixed = FixedFile(
            path, before, result.text, len(result.done), result.text != before, notes=_refused(path, result)
        )
        if fixed.changed and not self._only_show:
            try:
                replace_text(path, before, result.text)
                self._written.add(os.path.realpath(path))
                self._run.engine.changed(path)
            except (OSError, ReadError) as exc:
                why = exc.strerror if isinstance(exc, OSError) else str(exc)
                said = f"'{path}' was not changed: {why}"
                fixed, after = fixed._replace(changed=False, failed=True, notes=(*fixed.notes, said)), checked
        self._results.append((candidate, after, result.refused))
        return fixed


def _refused(path: str, result: FixResult) -> tuple[str, ...]:
    """Return which fixes were not applied, and why; and whether others were not tried."""
    lines = LineIndex(result.text)
    return (
        *(
            f"{path}:{lines.position(refused.found.span.start).line + 1}: {refused.found.code} was not fixed: {refused.why}"
            for refused in result.refused
        ),
        *([f"{path}: {ENDED}"] if result.is_ended else []),
    )
