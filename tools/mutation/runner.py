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
from .servers import Answer, Request
from .workspace import Workspace

FIRST = 20
"""The tests of the first run: those that are quick and run little else find most mutants."""
SECONDS = 30.0
"""How long the tests of one mutant may take by default, by what they took when measured; the others are left out."""
SLOW = 0.5
"""Seconds of a test from which on a failure is tried again: it may have a limit of time."""
NONE_LEFT = "5"
"""Pytest's exit code where none of the named tests exists any more."""
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
    """The servers that run tests in the copy, as a context manager: a warm one for functions, a cold one for the rest."""

    def __init__(self, workspace: Workspace, contexts: Contexts, seconds: float = SECONDS) -> None:
        self._workspace = workspace
        self._seconds = seconds
        self._contexts = contexts

    def __enter__(self) -> Runner:
        folders = sorted({"/".join(test.split("/")[:2]).partition("::")[0] for test in self._contexts.tests})
        there = [folder for folder in folders if (self._workspace.tree / folder).exists()]
        self._warm = self._server("warm", *there)
        self._cold = self._server("cold")
        assert self._warm.stdout is not None
        self._warm.stdout.readline()  # it has collected the tests
        return self

    def _server(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [str(self._workspace.python), "-m", "mutation.servers", *command],
            cwd=self._workspace.tree,
            env={**self._workspace.environment(), "PYTHONPATH": str(self._workspace.tree / "tools")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in (self._warm, self._cold):
            assert server.stdin is not None
            server.stdin.close()
            server.wait()

    def check(self, mutant: Mutant) -> Verdict:
        """Run the tests that cover a mutant against it, and put the file back."""
        tests = self._within_limit(filter(self._exists, self.tests_of(mutant)))
        if not tests:
            return Verdict(mutant, UNCOVERED, "", 0)
        path = self._workspace.tree / mutant.file
        original, times = path.read_text(encoding="utf-8"), path.stat()
        changed = apply(original, mutant.edit)
        path.write_text(changed, encoding="utf-8")
        try:
            live = self._live(mutant, tests, original, changed) if mutant.in_function else None
            return live or self._imported(mutant, tests)
        finally:
            path.write_text(original, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _live(self, mutant: Mutant, tests: list[str], before: str, after: str) -> Verdict | None:
        """Return the verdict of the warm server; None where only a process that imports the mutant can tell."""
        change = (str(self._workspace.tree.resolve() / mutant.file), before, after)
        code, failed, is_live = self.ask(tests, change, stop=True)
        if failed and self._contexts.seconds(failed[0]) > SLOW:  # a limit of time on a busy machine?
            code, failed, is_live = self.ask(failed[:1], change, stop=True)
        if code == TIMEOUT:
            return Verdict(mutant, TIMEOUT, "", len(tests))
        if code != "0" and failed:
            return Verdict(mutant, KILLED, failed[0], len(tests))
        return Verdict(mutant, SURVIVED, "", len(tests)) if is_live and code == "0" else None

    def _imported(self, mutant: Mutant, tests: list[str]) -> Verdict:
        """Return the verdict of processes that import the mutant."""
        for part in (tests[:FIRST], tests[FIRST:]):
            code, failed = self.run(part, stop=True) if part else ("0", [])
            if code not in ("0", NONE_LEFT):
                outcome = TIMEOUT if code == TIMEOUT else KILLED
                return Verdict(mutant, outcome, failed[0] if failed else "", len(tests))
        return Verdict(mutant, SURVIVED, "", len(tests))

    def ask(
        self, tests: Sequence[str], change: tuple[str, str, str] = ("", "", ""), *, stop: bool
    ) -> tuple[str, list[str], bool]:
        """Have the warm server run tests: exit code or "timeout", which failed, and whether the change is live."""
        return self._answer(self._warm, Request(list(tests), stop, self._each(tests), *change))

    def run(self, tests: Sequence[str], *, stop: bool) -> tuple[str, list[str]]:
        """Import the copy as it is now and run tests: pytest's exit code or "timeout", and which failed."""
        answer = self._answer(self._cold, Request(list(tests), stop, self._each(tests)))
        return answer.code, answer.failed

    def _each(self, tests: Sequence[str]) -> list[float]:
        return list(map(self._contexts.seconds, tests))

    def _answer(self, server: subprocess.Popen[str], request: Request) -> Answer:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(json.dumps(request._asdict()) + "\n")
        server.stdin.flush()
        return Answer(**json.loads(server.stdout.readline()))

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that ran the changed lines; for what runs at import, those that ran anything else of the file."""
        at_import = self._contexts.runs_at_import_only(mutant.file, mutant.lines())
        if mutant.in_function and not at_import:
            return self._contexts.tests_of(mutant.file, mutant.lines())
        text = (self._workspace.tree / mutant.file).read_text(encoding="utf-8")
        return self._contexts.tests_of_file(mutant.file, text)

    def _exists(self, test: str) -> bool:
        return (self._workspace.tree / test.partition("::")[0]).exists()

    def _within_limit(self, tests: Iterable[str]) -> list[str]:
        chosen: list[str] = []
        left = self._seconds
        for test in tests:
            left -= self._contexts.seconds(test)
            if left < 0 and chosen:
                break
            chosen.append(test)
        return chosen
