"""Which tests run a line: measured once with coverage.py, kept as a file next to the copy."""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path

from coverage import CoverageData

from .pytest_contexts import SECONDS
from .workspace import Workspace

LEFT_OUT = ("tests/project", "tests/editors", "tests/tools")
"""Tests of the text of the code, of editors and of tools: a mutant that only they notice is not noticed."""
SETTINGS = """\
[run]
branch = false
parallel = true
source = hotlint,hotlint_rules,hotlint_server
patch = subprocess, fork, _exit
data_file = {data}
"""
_STRING = re.compile(r"([\"'])([\w:.-]{4,})\1")
_CASE = re.compile(r"\[([^\]]+)\]$")


class Contexts:
    """The tests that ran each line, and how long each test takes."""

    def __init__(self, lines: dict[str, dict[str, list[int]]], tests: list[str], seconds: dict[str, float]) -> None:
        self._lines = lines
        self._tests = tests
        self._seconds = seconds
        self._reach: defaultdict[int, int] = defaultdict(int)
        for by_line in lines.values():
            for ran in by_line.values():
                for test in ran:
                    self._reach[test] += 1

    def tests_of(self, file: str, lines: range) -> list[str]:
        """The tests that ran one of the lines (1-based), those first that are quick and run little else."""
        by_line = self._lines.get(file, {})
        found = {test for line in lines for test in by_line.get(str(line), ())}
        return self._ordered(found)

    def tests_of_file(self, file: str, text: str) -> list[str]:
        """The tests that ran anything of a file, those first whose name holds a string of its text, such as a rule's code."""
        own = {string for _, string in _STRING.findall(text)}
        named = {i for i, test in enumerate(self._tests) if (found := _CASE.search(test)) and found[1] in own}
        ran = {test for ran in self._lines.get(file, {}).values() for test in ran}
        return self._ordered(named) + self._ordered(ran - named)

    def seconds(self, test: str) -> float:
        """How long a test took."""
        return self._seconds.get(test, 1.0)

    def _ordered(self, found: set[int]) -> list[str]:
        return [
            self._tests[i] for i in sorted(found, key=lambda i: self._reach[i] * (0.01 + self.seconds(self._tests[i])))
        ]


def measure(workspace: Workspace) -> None:
    """Run the tests of the copy under coverage.py and write what ran to the workspace's folder."""
    folder = workspace.folder
    for old in (*folder.glob("coverage*"), *folder.glob("seconds*")):
        old.unlink()
    settings = folder / "coveragerc"
    settings.write_text(SETTINGS.format(data=folder / "coverage"), encoding="utf-8")
    command = [str(workspace.python), "-m", "coverage"]
    options = ["-m", "pytest", "-q", "-n", "2", "-p", "mutation.pytest_contexts"]
    options += [f"--ignore={path}" for path in LEFT_OUT] + ["-k", "not nothing_heavy"]
    environment = {**workspace.environment(), "PYTHONPATH": str(workspace.tree / "tools"), SECONDS: str(folder)}
    with (folder / "contexts.log").open("w") as log:
        subprocess.run(
            [*command, "run", f"--rcfile={settings}", *options],
            cwd=workspace.tree,
            env=environment,
            stdout=log,
            check=False,
        )
        subprocess.run(
            [*command, "combine", "-q", f"--rcfile={settings}"],
            cwd=workspace.tree,
            env=environment,
            stdout=log,
            check=True,
        )
    _store(workspace)


def load(workspace: Workspace) -> Contexts:
    """What `measure` wrote; FileNotFoundError when it never ran."""
    data = json.loads((workspace.folder / "contexts.json").read_text(encoding="utf-8"))
    return Contexts(data["lines"], data["tests"], data["seconds"])


def _store(workspace: Workspace) -> None:
    data = CoverageData(str(workspace.folder / "coverage"))
    data.read()
    numbers: dict[str, int] = {}
    lines: dict[str, dict[str, list[int]]] = {}
    tree = workspace.tree.resolve()
    for name in sorted(data.measured_files()):
        if not Path(name).is_relative_to(tree):
            continue
        by_line: dict[str, list[int]] = {}
        for line, contexts in data.contexts_by_lineno(name).items():
            ran = sorted({numbers.setdefault(test, len(numbers)) for test in contexts if test})
            if ran:
                by_line[str(line)] = ran
        lines[Path(name).relative_to(tree).as_posix()] = by_line
    seconds: dict[str, float] = {}
    for part in workspace.folder.glob("seconds-*"):
        for row in part.read_text(encoding="utf-8").splitlines():
            test, duration = json.loads(row)
            seconds[test] = duration
    stored = {"lines": lines, "tests": list(numbers), "seconds": seconds}
    (workspace.folder / "contexts.json").write_text(json.dumps(stored, separators=(",", ":")), encoding="utf-8")
