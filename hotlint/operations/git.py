"""What git says of the working tree: revisions, and the lines that changed since one."""

from __future__ import annotations

import os
import re
from ast import literal_eval
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from hotlint.common.git import Git
from hotlint.common.processes import ProgramError
from hotlint.operations.errors import OperationError
from hotlint.output.findings.model import FileReport, Finding, PositionSpan

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_DIFF = (
    "-c", "core.quotePath=true", "diff", "--unified=0", "--inter-hunk-context=0", "--find-renames", "--no-color", "--no-ext-diff",
    "--no-textconv", "--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
"""A difference in one form, whatever the settings of the user are. A submodule may ask to be compared, by filters of its own."""
_WHOLE = "hotlint fetches nothing: 'git fetch --refetch --no-filter' makes it a whole clone"


def git(*args: str) -> bytes:
    """Return the output of git. Raises OperationError with its error message."""
    with failing(args[-1]):
        return Git().run(*args)


@contextmanager
def failing(asked: str) -> Iterator[None]:
    """Raise OperationError with what git says when it fails; `asked` is the revision that it may not know."""
    try:
        yield
    except FileNotFoundError as exc:
        if exc.filename != "git":
            raise
        raise OperationError("a git revision needs git, which is not installed") from None
    except ProgramError as exc:
        if "promisor remote" in exc.said:
            raise OperationError("git: the clone is partial and lacks files of the revision", advice=_WHOLE) from None
        said = exc.said.removeprefix("fatal: ") or f"unknown revision {asked.removesuffix('^{commit}')}"
        raise OperationError(f"git: {said}") from None


def commit_of(revision: str) -> str:
    """Return the commit that a revision names. Raises OperationError."""
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()


def top_folder() -> str:
    """Return the folder of the working tree. Raises OperationError."""
    return os.fsdecode(git("rev-parse", "--show-toplevel")).rstrip("\n")


class ChangedLines:
    """The lines of the working tree that a revision does not have. Raises OperationError.

    If the branch has left the one of the revision, they are compared with the commit where it left. `of_text` checks an earlier
    text of a file: what a changed file has now and had not then is new as well, such as uses of a parameter that was deleted.
    """

    def __init__(self, revision: str, of_text: Callable[[bytes, str], FileReport] | None = None) -> None:
        self._of_text = of_text
        commit = commit_of(revision)
        with suppress(OperationError):  # no common commit, as in a shallow clone
            commit = git("merge-base", commit, "HEAD").decode().split()[0]
        self._top = os.path.realpath(top_folder())
        self._known = {os.fsdecode(name) for name in git("-C", self._top, "ls-files", "-z").split(b"\0") if name}
        self._lines = _changed(git("-C", self._top, *_DIFF, commit, "--"))
        self._commit = commit
        self._names: dict[str, str] = {}
        self._before: dict[str, frozenset[tuple[str, str]] | None] = {}

    def only(self, report: FileReport) -> FileReport:
        """Return a report with the findings of changed lines, and those that a changed line explains."""
        return report._replace(diagnostics=tuple(found for found in report.diagnostics if self._concern(found)))

    def _concern(self, found: Finding) -> bool:
        places = [(found.path, found.span), *((related.path, related.span) for related in found.related)]
        return any(self._has(path, span) for path, span in places) or self._is_caused(found)

    def _is_caused(self, found: Finding) -> bool:
        """Return whether a file that changed did not have a finding before."""
        name = self._names[found.path]
        if self._of_text is None or name not in self._lines:
            return False
        if found.path not in self._before:
            self._before[found.path] = None
            with suppress(OperationError):  # the file had another name
                text = git("-C", self._top, "cat-file", "blob", f"{self._commit}:{name}")
                before = self._of_text(text, found.path).diagnostics
                self._before[found.path] = frozenset((one.code, one.message) for one in before)
        known = self._before[found.path]
        return known is not None and (found.code, found.message) not in known

    def _has(self, path: str, span: PositionSpan) -> bool:
        """Return whether a place has a changed line; one that is empty stands for its file. What git does not know is new."""
        name = self._names.get(path)
        if name is None:
            name = self._names[path] = os.path.relpath(os.path.realpath(path), self._top).replace(os.sep, "/")
        if name not in self._known:
            return True
        changed = self._lines.get(name, [])
        if span == (0, 0, 0, 0):
            return bool(changed)
        last = max(span.start_line, span.end_line - (span.end_column == 0))
        return any(span.start_line < lines.stop and lines.start <= last for lines in changed)


def _changed(difference: bytes) -> dict[str, list[range]]:
    """Return the added lines of each file in a difference without context, counted from 0."""
    found: dict[str, list[range]] = {}
    name, left = "", 0
    for line in difference.split(b"\n"):
        if left and line[:1] in b"+-":
            left -= 1
        elif line.startswith(b"+++ "):
            name = _name(line[4:])
        elif hunk := _HUNK.match(line):
            removed, start, added = (int(number) if number is not None else 1 for number in hunk.groups())
            left = removed + added
            found.setdefault(name, []).append(range(start - 1, start - 1 + added))
    return found


def _name(written: bytes) -> str:
    """Return the name of a file as a difference writes it: after `b/`, with a tab after blanks, quoted as in C."""
    written = written.removesuffix(b"\t")
    name: bytes = literal_eval(f"b{written.decode('ascii')}") if written.startswith(b'"') else written
    return os.fsdecode(name.removeprefix(b"b/"))
