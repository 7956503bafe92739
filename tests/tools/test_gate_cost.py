"""The gate of cost: what fails, what the message names, and that an update only lowers limits."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))
import gate_cost
from gate_cost import CASES, LIMITS, Cost, failures, lowered, main, write_tree

LIMIT = Cost(
    {"Python calls": 1000, "C calls": 500, "files opened": 3, "instructions": 10_000}, {"a.py:f": 90, "a.py:g": 9}
)


def changed(functions: dict[str, int] | None = None, **figures: int) -> Cost:
    names = {name.replace("_", " "): value for name, value in figures.items()}
    return Cost({**LIMIT.figures, **names}, functions or LIMIT.functions)


def test_a_figure_above_its_limit_fails_with_the_functions_that_grew_most() -> None:
    cost = changed({"a.py:f": 100, "b.py:new": 80, "a.py:g": 9, "a.py:h": 8}, Python_calls=1021, files_opened=4)
    assert list(failures("named", LIMIT, cost)) == [
        "named: 1,021 Python calls, +2.1%; the limit is 1,000",
        "named: 4 files opened, +33.3%; the limit is 3",
        "    b.py:new: 80 calls, at most 9 when the limit was recorded",
        "    a.py:f: 100 calls, 90 when the limit was recorded",
    ]


def test_small_differences_pass_and_instructions_may_differ_least() -> None:
    assert list(failures("alone", LIMIT, changed(Python_calls=1020, instructions=10_100))) == []
    assert list(failures("alone", LIMIT, changed(instructions=10_101))) == [
        "alone: 10,101 instructions, +1.0%; the limit is 10,000"
    ]


def test_a_machine_without_valgrind_compares_the_rest() -> None:
    cost = changed(C_calls=600)
    del cost.figures["instructions"]
    assert list(failures("alone", LIMIT, cost)) == ["alone: 600 C calls, +20.0%; the limit is 500"]
    assert lowered(LIMIT, cost) == LIMIT


def test_an_update_lowers_limits_and_raises_none() -> None:
    functions = {"a.py:f": 70}
    assert lowered(None, LIMIT) == LIMIT
    assert lowered(LIMIT, changed(functions, C_calls=400, files_opened=5)) == changed(functions, C_calls=400)
    assert lowered(LIMIT, changed(functions, C_calls=600)) == LIMIT


def test_the_generated_tree_is_always_the_same(tmp_path: Path) -> None:
    checked = tmp_path / write_tree(tmp_path)
    assert checked.is_file()
    assert sum(path.is_file() for path in tmp_path.rglob("*")) == 1_000


def test_the_committed_limits_are_those_of_all_cases() -> None:
    for limits in json.loads(LIMITS.read_text(encoding="utf-8")).values():
        assert limits.keys() == {*CASES, "reference"}
        for case in CASES:
            assert len(Cost(*limits[case].values()).functions) == 50


@pytest.mark.skipif(sys.platform == "win32", reason="the gate compares paths that are written with slashes")
def test_more_files_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The whole gate, on a small template: recorded, then with an environment, which is read as well."""
    monkeypatch.setattr(gate_cost, "LIMITS", tmp_path / "limits.json")
    monkeypatch.setattr(gate_cost, "has_valgrind", lambda: False)
    monkeypatch.setattr(sys, "argv", ["gate_cost", "alone"])
    assert main() == 2
    monkeypatch.setattr(sys, "argv", ["gate_cost", "alone", "--update"])
    assert main() == 0
    monkeypatch.setattr(sys, "argv", ["gate_cost", "alone"])
    assert main() == 0

    def with_environment(folder: Path) -> str:
        (folder / "server.env").write_text("parameters: {key_name: mine}\n")
        return gate_cost.write_alone(folder)

    monkeypatch.setitem(CASES, "alone", with_environment)
    capsys.readouterr()
    assert main() == 1
    assert "3 files opened, +200.0%; the limit is 1" in capsys.readouterr().out
