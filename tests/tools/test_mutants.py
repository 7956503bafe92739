"""The list of mutants: each changes a line that is there, and names tests that are there."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutants.__main__ import TOP, Mutant, read, survives


def test_the_list_is_up_to_date() -> None:
    mutants = read()
    assert len(mutants) >= 150
    assert [m.name for m in mutants if m.original not in (TOP / m.file).read_text(encoding="utf-8")] == []
    files = {test for m in mutants for test in m.tests if test.startswith("tests/")}
    assert [file for file in files if not (TOP / file).exists()] == []
    assert len({(m.file, m.original, m.mutated) for m in mutants}) == len(mutants)


@pytest.mark.parametrize(("mutated", "expected"), [("value = 2\n", False), ("value = 1  # one\n", True)])
def test_a_mutant_is_killed_by_a_test_that_fails(tmp_path: Path, mutated: str, expected: bool) -> None:
    (tmp_path / "own.py").write_text("value = 1\n")
    (tmp_path / "test_own.py").write_text("import own\n\n\ndef test_own():\n    assert own.value == 1\n")
    mutant = Mutant("", "own.py", "value = 1\n", mutated, ("test_own.py",))
    assert survives(mutant, tmp_path) is expected
    assert (tmp_path / "own.py").read_text() == "value = 1\n"
