"""One run of a command that rewrites files: find them, write or show what changes, and count."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from hotlint.cli.errors import UsageError, as_usage_error
from hotlint.cli.options import configurations, existing_paths, standard_input
from hotlint.common.counts import counted
from hotlint.common.file_replacement import replace_text
from hotlint.common.files import ReadError, decode, is_utf16, read_bytes
from hotlint.common.printable import output, printable
from hotlint.documents.discovery import Candidate, candidates


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


class RewritingRun:
    """A run over the paths of the options, which hold `paths`, `check`, `diff`, `quiet`, and those of configurations.

    `verb` names what happens to a file, as in "2 files formatted". `tell` prints more about a file that was rewritten.
    """

    def __init__(self, options: Namespace, verb: str, tell: Callable[[str, Any], None] | None = None) -> None:
        self.options = options
        self.verb = verb
        self._tell = tell or (lambda path, result: None)
        self.changed = 0
        self.unchanged = 0
        self.left = 0
        self.failed = False
        self.only_shows = bool(options.check or options.diff)

    def standard_input(self, rewrite: Rewrite) -> None:
        """Write the new text of standard input to standard output, when it is among the paths; its diff with --diff.

        Raises UsageError when standard input, or the configuration, cannot be read.
        """
        if "-" not in self.options.paths:
            return
        name = self.options.stdin_filename
        try:
            before = decode(standard_input())
            result = rewrite(name, before)
        except ReadError as exc:
            raise UsageError(f"standard input: {exc.message}") from None
        except OSError as exc:
            raise as_usage_error(exc) from None
        self._tell(name, result)
        self._count(Candidate(name, True), before, result)
        if self.options.diff:
            show_diff(name, before, result.text)
        elif not self.options.check:
            sys.stdout.buffer.write(result.text.encode("utf-8"))

    def files(self, rewrite: Rewrite) -> None:
        """Rewrite the files, or show how they would change. Raises UsageError for a configuration that cannot be read."""
        options = self.options
        paths, missing = existing_paths(options.paths or ["."])
        self.failed |= missing
        try:
            found = list(candidates([p for p in paths if p != "-"], configurations(options).excluded))
        except OSError as exc:
            raise as_usage_error(exc) from None
        for candidate in each_once(found):
            self._file(candidate, rewrite)

    def summary(self) -> str:
        """Return a line such as `2 files formatted, 5 files left unchanged`."""
        would = "would be " if self.only_shows else ""
        parts = [
            f"{counted(self.changed, 'file')} {would}{self.verb}",
            f"{counted(self.unchanged, 'file')} left unchanged",
        ]
        if self.left:
            parts.append(f"{counted(self.left, 'file')} skipped")
        return ", ".join(parts)

    def exit_code(self) -> int:
        """Return 2 when a named file was not rewritten, or one not written; 1 when one would change and is only shown."""
        if self.failed:
            return 2
        return int(self.only_shows and self.changed > 0)

    def _file(self, candidate: Candidate, rewrite: Rewrite) -> None:
        path, writing = candidate.path, False
        try:
            data = read_bytes(path)
            before = decode(data)
            if is_utf16(data):
                raise ReadError("it is UTF-16 text, and Heat's client reads a template as UTF-8")
            result = rewrite(path, before)
            writing = result.text != before and not self.only_shows
            if writing:
                replace_text(path, before, result.text)
        except (OSError, ReadError) as exc:
            why = exc.strerror if isinstance(exc, OSError) else exc.message
            self._report(f"'{printable(path)}' was not {self.verb}: {why}")
            self.failed |= candidate.named or writing
            self.left += 1
            return
        self._tell(path, result)
        self._count(candidate, before, result)
        if result.text != before:
            if self.options.diff:
                show_diff(path, before, result.text)
            elif not self.options.quiet:
                holds_text = "-" in self.options.paths and not self.only_shows
                said = f"{'would be ' if self.only_shows else ''}{self.verb}: {printable(path)}"
                print(said, file=sys.stderr if holds_text else sys.stdout)

    def _count(self, candidate: Candidate, before: str, result: Rewritten) -> None:
        if result.is_other and not candidate.named:
            return
        if result.reason is not None:
            self.left += 1
            self.failed |= candidate.named
            if candidate.named or not self.options.quiet:
                self._report(f"'{printable(candidate.path)}' was not {self.verb}: {printable(result.reason)}")
        elif result.text != before:
            self.changed += 1
        else:
            self.unchanged += 1

    @staticmethod
    def _report(message: str) -> None:
        print(f"hotlint: {message}", file=sys.stderr)


def each_once(found: Iterable[Candidate]) -> list[Candidate]:
    """Return the files to rewrite, each once though links lead to it: under its own name, if that is among them."""
    by_target: dict[str, Candidate] = {}
    for candidate in sorted(found, key=lambda c: os.path.islink(c.path)):
        by_target.setdefault(os.path.realpath(candidate.path), candidate)
    return list(by_target.values())


def show_diff(path: str, before: str, after: str) -> None:
    """Write a unified diff to standard output."""
    output().write_exactly(unified(path, before, after))


def unified(path: str, before: str, after: str) -> str:
    """Return a unified diff, as `patch -p1` and `git apply` take it."""
    from difflib import unified_diff

    name = path.replace(os.sep, "/").lstrip("/")
    lines = unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only \\n ends one, as in patch and git."""
    *lines, last = text.split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]
