"""Which tests run a line: measured once with coverage.py, kept as a file next to the copy.

As a plugin of pytest, this module tells coverage.py which test runs, in this process and in each that the test starts.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest
from coverage import Coverage, CoverageData

from .workspace import EVERYTHING, Workspace

SECONDS = "MUTATION_SECONDS"
"""The environment variable that names the folder for the durations."""
LEFT_OUT = ("tests/project", "tests/editors", "tests/tools")
"""Tests of the text of the code, of editors and of tools: a mutant that only they notice is not noticed."""
BROAD = 30
"""How many tests that run much for their time are put between those that run little."""
IN_A_ROW = 5
"""How many tests of a file come before those of other files: thousands of tests run what is common."""
NAMED = 40
"""How many tests that bear a name of the file are run first."""
COMPLETE = "::test_nothing_else_is_recorded"
"""Tests that notice a case that is no more: one of a name that a mutant changed is not run, since it is not there."""
FACTS = "tests/snapshots/test_fact_snapshots.py::"
"""Tests of what code states about itself, which notice most changes of a table."""
EVERYWHERE = "0"
"""Stands for all lines of a file, where only that a test ran the file is known."""
_SANDBOX = "hotlint/language/sandbox/"
ASKED_BY = {
    f"{_SANDBOX}worker.py": f"{_SANDBOX}client.py",
    f"{_SANDBOX}yaql_evaluation.py": f"{_SANDBOX}client.py",
    f"{_SANDBOX}jinja_rendering.py": "hotlint/language/jinja_rendering.py",
    f"{_SANDBOX}jinja_filters.py": "hotlint/language/jinja_rendering.py",
}
"""What runs in the process of the sandbox, which is isolated, so that nothing is recorded there; and what asks that process."""
SETTINGS = """\
[run]
branch = false
parallel = true
source = {source}
patch = subprocess, fork, _exit
data_file = {data}
"""
_STRING = re.compile(r"([\"'])([\w:.-]{2,})\1")
_CASE = re.compile(r"\[([^\]]+)\]$")


class Contexts:
    """The tests that ran each line, and how long each test takes."""

    def __init__(self, lines: dict[str, dict[str, list[int]]], tests: list[str], seconds: dict[str, float]) -> None:
        self._lines = lines
        self.tests = tests
        self._seconds = seconds
        self._reach: defaultdict[int, int] = defaultdict(int)
        for by_line in lines.values():
            for ran in by_line.values():
                for test in ran:
                    self._reach[test] += 1

    def tests_of(self, file: str, lines: range) -> list[str]:
        """The tests that ran one of the lines (1-based): those that are quick and run little else, broad ones in between."""
        by_line = self._lines.get(file, {})
        found = {test for line in lines for test in by_line.get(str(line), ())}
        found.update(*self._lines.get(ASKED_BY.get(file, ""), {}).values())
        return self._mixed(found) + self._mixed(set(by_line.get(EVERYWHERE, ())) - found)

    def runs_at_import_only(self, file: str, lines: range) -> bool:
        """Whether the lines ran, but in no test, such as the default of an argument."""
        by_line = self._lines.get(file, {})
        ran = [by_line[str(line)] for line in lines if str(line) in by_line]
        return bool(ran) and not any(ran)

    def tests_of_file(self, file: str, text: str) -> list[str]:
        """The tests that ran anything of a file, those first whose name holds a string of its text, such as a rule's code.

        Those of facts, and those that notice a missing case, come next.
        What an import changes may show anywhere, so tests that run much of the rest are among them.
        """
        own = {string for _, string in _STRING.findall(text)}
        named = {i for i, test in enumerate(self.tests) if (found := _CASE.search(test)) and found[1] in own}
        complete = {i for i, test in enumerate(self.tests) if test.endswith(COMPLETE) or test.startswith(FACTS)}
        files = (file, ASKED_BY.get(file, ""))
        ran = {test for name in files for ran in self._lines.get(name, {}).values() for test in ran}
        rest = self._mixed(ran - named - complete, set(self._reach) - named - complete)
        bearing = self._ordered(named)
        return bearing[:NAMED] + self._ordered(complete) + rest + bearing[NAMED:]

    def _mixed(self, found: set[int], broad: set[int] | None = None) -> list[str]:
        """Tests in order, one of the `broad` ones that run most for the time they take after each; those of `found` by default."""
        worth = found if broad is None else broad
        most = sorted(worth, key=lambda i: -self._reach[i] / (0.1 + self.seconds(self.tests[i])))[:BROAD]
        pairs = zip_longest(self._ordered(found), (self.tests[i] for i in most))
        return list(dict.fromkeys(test for pair in pairs for test in pair if test is not None))

    def seconds(self, test: str) -> float:
        """How long a test took."""
        return self._seconds.get(test, 1.0)

    def _ordered(self, found: set[int]) -> list[str]:
        """Return tests, those first that are quick and run little; of a file with many, the others come after those of other files."""
        number: Counter[str] = Counter()
        ranked: list[tuple[int, int, str]] = []
        for i in sorted(found, key=lambda i: self._reach[i] * (0.01 + self.seconds(self.tests[i]))):
            file = self.tests[i].partition("::")[0]
            ranked.append((number[file] // IN_A_ROW, len(ranked), self.tests[i]))
            number[file] += 1
        return [test for _, _, test in sorted(ranked)]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Record what runs during one test, its fixtures included, as lines of that test."""
    coverage = Coverage.current()
    if coverage is None:
        return (yield)
    coverage.switch_context(item.nodeid)
    coverage.config.context = item.nodeid  # forked processes
    os.environ["COVERAGE_PROCESS_CONFIG"] = coverage.config.serialize()  # others
    start = _seconds()
    try:
        return (yield)
    finally:
        coverage.switch_context("")
        with Path(os.environ[SECONDS], f"seconds-{os.getpid()}").open("a", encoding="utf-8") as kept:
            kept.write(json.dumps([item.nodeid, round(_seconds() - start, 4)]) + "\n")


def _seconds() -> float:
    """Return the processor time of this process and of those that it waited for: elapsed time is that of other work too."""
    return sum(os.times()[:4])


def measure(
    workspace: Workspace, paths: Sequence[str] = (), *, jobs: int = 2, only: Sequence[str] = EVERYTHING
) -> None:
    """Run the tests of the copy under coverage.py and write what ran to the workspace's folder.

    With `paths`, only these tests are run, and what the others ran is kept. `jobs` processes run them. Only the code of the
    folders `only` is recorded: the rest runs at nearly full speed.
    """
    folder = workspace.folder
    for old in (*folder.glob("coverage*"), *folder.glob("seconds*")):
        old.unlink()
    settings = folder / "coveragerc"
    folders = (name.rpartition("/")[0] if name.endswith(".py") else name for name in only)  # coverage.py takes no files
    source = ",".join(str(workspace.tree / name) for name in folders)  # tests start processes in other folders
    settings.write_text(SETTINGS.format(data=folder / "coverage", source=source), encoding="utf-8")
    command = [str(workspace.python), "-m", "coverage"]
    options = ["-m", "pytest", "-q", "-n", str(jobs), "-p", "mutation.contexts"]
    options += [f"--ignore={path}" for path in LEFT_OUT] + ["-k", "not nothing_heavy", *paths]
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
    before = _stored(workspace) if paths and _file(workspace).exists() else None
    measured = _measured(workspace)
    written = _merged(before, measured, paths) if before is not None else measured
    _file(workspace).write_text(json.dumps(written._asdict(), separators=(",", ":")), encoding="utf-8")
    for file in measured.contents:
        kept = _measured_text(workspace, file)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(workspace.tree / file, kept)


def load(workspace: Workspace) -> Contexts:
    """What `measure` wrote, for the files as they are now; FileNotFoundError when it never ran."""
    stored = _stored(workspace)
    lines = {}
    for file, by_line in stored.lines.items():
        path, measured = workspace.tree / file, _measured_text(workspace, file)
        same = path.exists() and content_key(path) == stored.contents.get(file)
        if not same and path.exists() and measured.exists() and content_key(measured) == stored.contents.get(file):
            lines[file] = _moved(by_line, measured.read_text(encoding="utf-8"), path.read_text(encoding="utf-8"))
        else:
            lines[file] = by_line if same else {EVERYWHERE: _all(by_line)}
    return Contexts(lines, stored.tests, stored.seconds)


def _moved(by_line: dict[str, list[int]], before: str, after: str) -> dict[str, list[int]]:
    """Return the tests of the lines of a text that has changed since: new lines have those that ran anything of the file."""
    everywhere, moved = _all(by_line), dict[str, list[int]]()
    old, new = before.splitlines(), after.splitlines()
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            numbers = ((str(start + n + 1), str(first + n + 1)) for n in range(end - start))
            moved |= {there: by_line[here] for here, there in numbers if here in by_line}
        else:
            moved |= {str(n + 1): everywhere for n in range(first, last)}
    return moved


def _measured_text(workspace: Workspace, file: str) -> Path:
    """The copy of a file as it was when it was measured."""
    return workspace.folder / "measured" / file


class _Stored(NamedTuple):
    """What is kept: tests by number for each file and line, a checksum of each file, and durations."""

    lines: dict[str, dict[str, list[int]]]
    contents: dict[str, str]
    tests: list[str]
    seconds: dict[str, float]


def content_key(path: Path) -> str:
    """A checksum of a file: what was measured holds for the same text only."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _file(workspace: Workspace) -> Path:
    return workspace.folder / "contexts.json"


def _stored(workspace: Workspace) -> _Stored:
    return _Stored(**json.loads(_file(workspace).read_text(encoding="utf-8")))


def _all(by_line: dict[str, list[int]]) -> list[int]:
    return sorted({test for ran in by_line.values() for test in ran})


def _measured(workspace: Workspace) -> _Stored:
    """Read what coverage.py recorded. A line that runs at import only has an empty list."""
    data = CoverageData(str(workspace.folder / "coverage"))
    data.read()
    numbers: dict[str, int] = {}
    lines: dict[str, dict[str, list[int]]] = {}
    contents = {}
    tree = workspace.tree.resolve()
    for name in sorted(data.measured_files()):
        if not Path(name).is_relative_to(tree):
            continue
        file = Path(name).relative_to(tree).as_posix()
        contents[file] = content_key(Path(name))
        lines[file] = {
            str(line): sorted({numbers.setdefault(test, len(numbers)) for test in ran if test})
            for line, ran in data.contexts_by_lineno(name).items()
        }
    seconds: dict[str, float] = {}
    for part in workspace.folder.glob("seconds-*"):
        for row in part.read_text(encoding="utf-8").splitlines():
            test, duration = json.loads(row)
            seconds[test] = duration
    return _Stored(lines, contents, list(numbers), seconds)


def _merged(before: _Stored, new: _Stored, paths: Sequence[str]) -> _Stored:
    """Replace what the tests of the paths ran; of a file that has changed since, only who ran it is kept of the others."""
    tests = list(dict.fromkeys([*before.tests, *new.tests]))
    number = {test: i for i, test in enumerate(tests)}
    again = {i for i, test in enumerate(before.tests) if test.startswith(tuple(paths))}
    lines: dict[str, dict[str, list[int]]] = {}
    for file in {*before.lines, *new.lines}:
        old = before.lines.get(file, {})
        if file in new.contents and before.contents.get(file) != new.contents[file]:
            old = {EVERYWHERE: _all(old)}
        merged = {line: [i for i in ran if i not in again] for line, ran in old.items()}
        for line, ran in new.lines.get(file, {}).items():
            merged[line] = sorted({*merged.get(line, ()), *(number[new.tests[i]] for i in ran)})
        lines[file] = merged
    return _Stored(lines, {**before.contents, **new.contents}, tests, {**before.seconds, **new.seconds})
