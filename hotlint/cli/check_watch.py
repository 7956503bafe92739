"""Check again whenever a file changes: the file itself, and what uses it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator

from hotlint.analysis.file_kinds import HEAT_ENDINGS
from hotlint.common.printable import output, printable
from hotlint.formats.configuration import NAME
from hotlint.operations.batch.file_watch import changes, folders_below, is_prompt
from hotlint.operations.check import Runner
from hotlint.operations.discovery import Candidate
from hotlint.output.findings.model import FileReport

Write = Callable[[list["FileReport"], frozenset[str] | None], object]
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_ENOUGH = 20_000
"""Files and folders that are watched, at most: each of them is looked at again and again."""


class Watch:
    """Runs that follow each other in one process, each with what the last one knows.

    `write` writes the report of a run. Its second argument are the paths that were checked again, None in the first run.
    """

    def __init__(self, runner: Runner, paths: list[str], write: Write) -> None:
        self._runner = runner
        self._paths = paths
        self._write = write
        self._checked: list[Candidate] = []
        if not runner.may_be_stored:
            runner.entries = {}  # results are known in this process alone

    def follow(self, rounds: int | None = None) -> None:
        """Check everything, and again after each change, until interrupted or `rounds` have run."""
        self._round(set())
        for changed in changes(self.files, None if rounds is None else rounds - 1):
            self._forget(changed)
            self._round(changed)

    def files(self) -> set[str]:
        """Return the files and folders whose change matters, as absolute paths.

        They are the files that were checked, all that was read or looked for to check them, their configurations, and the
        folders in which others may appear.
        """
        runner, cache = self._runner, self._runner.cache
        found: set[str] = set()
        for path, named in self._checked:
            found.add(os.path.abspath(path))
            found.update(runner.read.get(path, ()))
            if cache is not None:
                found.update(cache.read_for(path, named=named))
        found.update(self._configurations())
        for path in self._paths:
            found.update(folders_below(path) if os.path.isdir(path) else ())
        return set(sorted(found)[:_ENOUGH])

    def _configurations(self) -> Iterator[str]:
        """Yield where configurations of the checked files are, or may appear."""
        config = self._runner.request.config
        if config is not None:
            yield os.path.abspath(config)
        folders = {os.path.dirname(os.path.abspath(path)) for path, _ in self._checked}
        seen: set[str] = set()
        for folder in folders:
            while folder not in seen:
                seen.add(folder)
                yield os.path.join(folder, NAME)
                folder = os.path.dirname(folder)

    def _forget(self, changed: set[str]) -> None:
        """Let the engine read what has changed anew."""
        runner = self._runner
        if any(self._is_setting(path) for path in changed):
            runner.renew()
            runner.entries = {}
            return
        for path in changed:
            runner.engine.changed(path)

    def _is_setting(self, path: str) -> bool:
        """Return whether a file is a configuration or named by one, or code of plugins: nothing known holds any more."""
        if os.path.isdir(path):
            return False
        engine = self._runner.engine
        configs = {os.path.abspath(config.path) for config in engine.finder.opened()}
        is_config = os.path.basename(path) == NAME or path in configs
        return is_config or not path.endswith(HEAT_ENDINGS) or self._is_policy(path)

    def _is_policy(self, path: str) -> bool:
        engine = self._runner.engine
        files = (policy.file for candidate in self._checked for policy in engine.settings(candidate.path).policies)
        return path in {os.path.abspath(file) for file in files}

    def _round(self, changed: set[str]) -> None:
        """Run once, and write the report with one line about the run below it."""
        runner = self._runner
        runner.read.clear()
        reports = runner.run(self._paths, None, "stdin")
        cache = runner.cache
        self._checked = runner.files(self._paths)
        if cache is not None:
            runner.entries = cache.entries
            if runner.may_be_stored:
                cache.save()
        gc.collect()
        if sys.stdout.isatty():
            output().own.write(_CLEAR)
        self._write(reports, frozenset(runner.read) if changed else None)
        sys.stdout.flush()
        print(self._note(changed), file=sys.stderr)

    def _note(self, changed: set[str]) -> str:
        again = len(self._runner.read)
        files = [path for path in sorted(changed) if not os.path.isdir(path)]
        named = ""
        if files:
            more = f" and {len(files) - 1} more" if len(files) > 1 else ""
            named = f" since {printable(os.path.relpath(files[0]))}{more} changed"
        how = (
            "" if is_prompt() else "; changes are noticed within a second, or at once with pip install 'hotlint[watch]'"
        )
        return f"hotlint: checked {again} {'file' if again == 1 else 'files'}{named}; watching (Ctrl-C ends){how}"
