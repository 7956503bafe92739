"""Runs the tests against one mutant at a time."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import NamedTuple

from .contexts import Contexts
from .mutants import Mutant, apply
from .workspace import Workspace

FIRST = 20
"""The tests of the first run: those that are quick and run little else find most mutants."""
MOST_SECONDS = 30.0
"""How long the tests of one mutant may take, by what they took when measured; the others are left out."""
KILLED, SURVIVED, TIMEOUT, UNCOVERED = "killed", "survived", "timeout", "uncovered"


class Verdict(NamedTuple):
    """What became of a mutant: `by` is the test that noticed it, or ""; `tests` is how many ran at most."""

    mutant: Mutant
    outcome: str
    by: str
    tests: int

    @property
    def noticed(self) -> bool:
        """Whether a test failed or did not end."""
        return self.outcome in (KILLED, TIMEOUT)


class Runner:
    """A server that runs tests in the copy, as a context manager."""

    def __init__(self, workspace: Workspace, contexts: Contexts) -> None:
        self._workspace = workspace
        self._contexts = contexts
        self._names = workspace.folder / "names.txt"
        self._failed = workspace.folder / "failed.txt"

    def __enter__(self) -> Runner:
        tools = str(self._workspace.tree / "tools")
        self._server = subprocess.Popen(
            [str(self._workspace.python), "-m", "mutation.pytest_server"],
            cwd=self._workspace.tree,
            env={**self._workspace.environment(), "PYTHONPATH": tools},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait()

    def check(self, mutant: Mutant) -> Verdict:
        """Run the tests that cover a mutant against it, and put the file back."""
        tests = self._within_limit(self.tests_of(mutant))
        if not tests:
            return Verdict(mutant, UNCOVERED, "", 0)
        path = self._workspace.tree / mutant.file
        original, times = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(apply(original, mutant.edit), encoding="utf-8")
        try:
            for part in (tests[:FIRST], tests[FIRST:]):
                code, failed = self.run(part, stop=True) if part else ("0", [])
                if code != "0":
                    outcome = TIMEOUT if code == "timeout" else KILLED
                    return Verdict(mutant, outcome, failed[0] if failed else "", len(tests))
        finally:
            path.write_text(original, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        return Verdict(mutant, SURVIVED, "", len(tests))

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that ran the changed lines; for what runs at import, those that ran anything else of the file."""
        at_import = self._contexts.runs_at_import_only(mutant.file, mutant.lines())
        if mutant.in_function and not at_import:
            return self._contexts.tests_of(mutant.file, mutant.lines())
        text = (self._workspace.tree / mutant.file).read_text(encoding="utf-8")
        return self._contexts.tests_of_file(mutant.file, text)

    def run(self, tests: Sequence[str], *, stop: bool) -> tuple[str, list[str]]:
        """Run tests in the copy as it is now: pytest's exit code or "timeout", and which failed."""
        self._names.write_text("\n".join(tests), encoding="utf-8")
        self._failed.write_text("", encoding="utf-8")
        files = sorted({test.partition("::")[0] for test in tests})
        seconds = 30 + 5 * sum(map(self._contexts.seconds, tests))
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps([str(self._names), files, str(self._failed), stop, seconds]) + "\n")
        self._server.stdin.flush()
        code = self._server.stdout.readline().strip()
        return code, self._failed.read_text(encoding="utf-8").splitlines()

    def _within_limit(self, tests: Iterable[str]) -> list[str]:
        chosen: list[str] = []
        left = MOST_SECONDS
        for test in tests:
            left -= self._contexts.seconds(test)
            if left < 0 and chosen:
                break
            chosen.append(test)
        return chosen
