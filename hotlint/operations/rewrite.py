"""Rewrite files one by one, as `format` and `upgrade` do: find them, write what changes, and say what became of each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from hotlint.common.boundary import Boundary, refusal
from hotlint.common.file_replacement import replace_text
from hotlint.common.files import ReadError, decode, is_utf16, read_bytes
from hotlint.operations.check import Progress, silent
from hotlint.operations.discovery import Candidate, candidates
from hotlint.operations.errors import OperationError, as_operation_error
from hotlint.operations.scope import SettingsScope


class Rewritten(Protocol):
    """A new text. `reason` says in a clause why the text was left as it is; None when it was not.

    `is_other`: the command is not for this text, so it does not count unless its file is named.
    """

    @property
    def text(self) -> str: ...

    @property
    def reason(self) -> str | None: ...
    @property
    def is_other(self) -> bool: ...


Rewrite = Callable[[str, str], Rewritten]
"""Takes the path and the text of a file."""


class RewrittenFile(NamedTuple):
    """A file, or a text, and what became of it: `result`, None where it could not be read or written.

    `reason` says in a clause why it was left as it is; None when it was not. `is_failure`: it is one that had to be rewritten.
    `is_other`: the operation is not for such files.
    """

    path: str
    before: str = ""
    result: Rewritten | None = None
    reason: str | None = None
    is_failure: bool = False
    is_other: bool = False

    @property
    def changes(self) -> bool:
        """Whether the new text is another one."""
        return self.result is not None and self.result.text != self.before


def rewrite_text(name: str, data: bytes, rewrite: Rewrite) -> RewrittenFile:
    """Return the new text of standard input, whose file has a name. Raises OperationError where it is no text."""
    try:
        return _outcome(Candidate(name, True), decode(data), rewrite)
    except ReadError as exc:
        raise OperationError(f"standard input: {exc.message}") from None
    except OSError as exc:
        raise as_operation_error(exc) from None


def rewrite_files(
    scope: SettingsScope, paths: list[str], rewrite: Rewrite, *, only_show: bool, progress: Progress = silent
) -> Iterator[RewrittenFile]:
    """Rewrite files and the files of folders, or with `only_show` find how they would change, and yield each.

    `progress` is called with how many files are done, of how many.
    Raises OperationError for a configuration that cannot be read.
    """
    try:
        every = candidates(paths, scope.finder().excluded, top=scope.confined_to)
        found = [c for c in every if c.named or not os.path.islink(c.path)]
    except OSError as exc:
        raise as_operation_error(exc) from None
    files = each_once(found)
    for number, candidate in enumerate(files):
        progress(number, len(files))
        yield _rewritten(candidate, rewrite, scope.confined_to, only_show=only_show)


def _rewritten(candidate: Candidate, rewrite: Rewrite, boundary: Boundary | None, *, only_show: bool) -> RewrittenFile:
    path, writing = candidate.path, False
    try:
        if (why := refusal(path, boundary)) is not None:
            raise ReadError(why)
        data = read_bytes(path)
        before = decode(data)
        if is_utf16(data):
            raise ReadError("it is UTF-16 text, and Heat's client reads a template as UTF-8")
        outcome = _outcome(candidate, before, rewrite)
        writing = outcome.changes and not only_show
        if writing and outcome.result is not None:
            replace_text(path, before, outcome.result.text)
    except (OSError, ReadError) as exc:
        said = exc.strerror if isinstance(exc, OSError) else exc.message
        return RewrittenFile(path, reason=said, is_failure=candidate.named or writing)
    return outcome


def _outcome(candidate: Candidate, before: str, rewrite: Rewrite) -> RewrittenFile:
    result = rewrite(candidate.path, before)
    is_other = result.is_other and not candidate.named
    is_failure = result.reason is not None and candidate.named
    return RewrittenFile(candidate.path, before, result, result.reason, is_failure, is_other)


def each_once(found: Iterable[Candidate]) -> list[Candidate]:
    """Return the files to rewrite, each once though links lead to it: under its own name, if that is among them."""
    by_target: dict[str, Candidate] = {}
    for candidate in sorted(found, key=lambda c: os.path.islink(c.path)):
        by_target.setdefault(os.path.realpath(candidate.path), candidate)
    return list(by_target.values())
