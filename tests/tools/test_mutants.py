"""The list of mutants: each changes a line that is there, and names tests that are there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from mutants import __main__ as mutants_tool
from mutants.__main__ import TOP, Mutant, Outcome, limits, outcome, read


def test_the_list_is_up_to_date() -> None:
    mutants = read()
    assert len(mutants) >= 150
    assert [m.name for m in mutants if m.original not in (TOP / m.file).read_text(encoding="utf-8")] == []
    files = {test for m in mutants for test in m.tests if test.startswith("tests/")}
    assert [file for file in files if not (TOP / file).exists()] == []
    assert len({(m.file, m.original, m.mutated) for m in mutants}) == len(mutants)


@pytest.mark.parametrize(
    ("mutated", "expected"),
    [("value = 2\n", "killed"), ("value = 1  # one\n", "survives"), ("while True: pass\n", "hangs")],
)
def test_a_mutant_is_killed_by_a_test_that_fails_or_hangs(tmp_path: Path, mutated: str, expected: str) -> None:
    mutant = _own_project(tmp_path, mutated)
    assert outcome(mutant, tmp_path, 3 if expected == "hangs" else 60).verdict == expected
    assert (tmp_path / "own.py").read_text() == "value = 1\n"


def test_what_hanging_tests_have_started_ends_with_them(tmp_path: Path) -> None:
    mutant = _own_project(tmp_path, "import subprocess; subprocess.run('sleep 60; touch late', shell=True)\n")
    assert outcome(mutant, tmp_path, 3).verdict == "hangs"
    sleeping = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "touch late" not in sleeping


def test_a_test_that_is_only_slow_does_not_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants_tool, "tested", lambda *_: Outcome("survives", 100.0))
    mutant = _own_project(tmp_path, "")
    assert limits([mutant, mutant], tmp_path) == {mutant.tests: 400.0}
    monkeypatch.setattr(mutants_tool, "tested", lambda *_: Outcome("survives", 1.0))
    assert limits([mutant], tmp_path) == {mutant.tests: 120.0}


def test_tests_that_fail_without_a_mutant_are_an_error(tmp_path: Path) -> None:
    mutant = _own_project(tmp_path, "")
    (tmp_path / "own.py").write_text("value = 3\n")
    with pytest.raises(SystemExit, match=r"fails without a mutant: test_own\.py"):
        limits([mutant], tmp_path)


def _own_project(folder: Path, mutated: str) -> Mutant:
    (folder / "own.py").write_text("value = 1\n")
    (folder / "test_own.py").write_text("import own\n\n\ndef test_own():\n    assert own.value == 1\n")
    return Mutant("", "own.py", "value = 1\n", mutated, ("test_own.py",))
