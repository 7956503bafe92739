"""What commands that rewrite files tell of each, and how they count them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from hotlint.cli.options import existing_paths, scope, standard_input
from hotlint.cli.progress import Progress
from hotlint.common.counts import counted
from hotlint.common.printable import output, printable
from hotlint.operations.rewrite import Rewrite, RewrittenFile, rewrite_files, rewrite_text
from hotlint.syntax.differences import unified


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

    def run(self, rewrite: Rewrite) -> int:
        """Rewrite standard input and the files, or show how they would change. Returns the exit code.

        It is 2 when a named file was not rewritten, or one not written; 1 when one would change and is only shown.
        """
        if "-" in self.options.paths:
            self._standard_input(rewrite)
        paths, missing = existing_paths(self.options.paths or ["."])
        if not paths:
            return 2
        self.failed |= missing
        files = [path for path in paths if path != "-"]
        with Progress(quiet=self.options.quiet) as progress:
            for file in rewrite_files(
                scope(self.options), files, rewrite, only_show=self.only_shows, progress=progress
            ):
                progress.clear()
                self._file(file)
        sys.stderr.write("" if self.options.quiet else f"{self.summary()}\n")
        if self.failed:
            return 2
        return int(self.only_shows and self.changed > 0)

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

    def _standard_input(self, rewrite: Rewrite) -> None:
        """Write the new text of standard input to standard output; its diff with --diff."""
        file = rewrite_text(self.options.stdin_filename, standard_input(), rewrite)
        assert file.result is not None  # it need not be written
        self._tell(file.path, file.result)
        self._count(file)
        if self.options.diff:
            show_diff(file.path, file.before, file.result.text)
        elif not self.options.check:
            sys.stdout.buffer.write(file.result.text.encode("utf-8"))

    def _file(self, file: RewrittenFile) -> None:
        if file.result is not None:
            self._tell(file.path, file.result)
        self._count(file)
        if file.result is None or not file.changes:
            return
        if self.options.diff:
            show_diff(file.path, file.before, file.result.text)
        elif not self.options.quiet:
            holds_text = "-" in self.options.paths and not self.only_shows
            said = f"{'would be ' if self.only_shows else ''}{self.verb}: {printable(file.path)}"
            print(said, file=sys.stderr if holds_text else sys.stdout)

    def _count(self, file: RewrittenFile) -> None:
        if file.is_other:
            return
        if file.reason is not None:
            self.left += 1
            self.failed |= file.is_failure
            if file.result is None or file.is_failure or not self.options.quiet:
                why = f"'{file.path}' was not {self.verb}: {file.reason}"
                print(f"hotlint: {printable(why)}", file=sys.stderr)
        elif file.changes:
            self.changed += 1
        else:
            self.unchanged += 1


def show_diff(path: str, before: str, after: str) -> None:
    """Write a unified diff to standard output."""
    output().write_exactly(unified(path, before, after))
