"""Cases in one test: each is run, and a failure names its case."""

from __future__ import annotations

import inspect
import os
from pathlib import Path

import pytest
from for_each import for_each


def test_each_case_is_run_and_the_first_failure_names_its_case() -> None:
    seen: list[tuple[int, str, str]] = []

    @for_each("number, word", [(1, "a"), pytest.param(2, "b"), (3, "c"), (4, "d")])
    def checked(word: str, number: int, folder: str) -> None:
        seen.append((number, word, folder))
        assert number < 2 or number == 4, f"{number} is bad"

    with pytest.raises(AssertionError, match="2 is bad") as raised:
        checked(folder="f")
    assert seen == [(1, "a", "f"), (2, "b", "f"), (3, "c", "f"), (4, "d", "f")]
    first, second = raised.value.__notes__
    assert first == "case: 2, 'b'"
    assert second.startswith("another case that fails: 3, 'c': AssertionError('3 is bad")
    assert list(inspect.signature(checked).parameters) == ["folder"]


def test_a_failure_of_pytest_is_that_of_its_case() -> None:
    @for_each("text", ["1", "x"], ids=lambda text: f"the text {text}")
    def checked(text: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    with pytest.raises(pytest.fail.Exception) as raised:
        checked()
    assert raised.value.__notes__ == ["case: the text 1"]


def test_cases_fit_their_test() -> None:
    with pytest.raises(AssertionError, match="no case"):
        for_each("a", [])
    with pytest.raises(AssertionError, match="are not 2 values"):
        for_each("a, b", [(1,)])
    with pytest.raises(AssertionError, match="has no argument"):
        for_each("b", [1])(lambda a: None)


def test_each_case_has_its_folder_its_changes_and_its_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HOTLINT_CASE", raising=False)
    seen: list[tuple[list[str], str, str | None]] = []

    @for_each("number", [1, 2])
    def checked(
        number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        seen.append(([p.name for p in tmp_path.iterdir()], capsys.readouterr().out, os.environ.get("HOTLINT_CASE")))
        (tmp_path / "a").touch()
        monkeypatch.setenv("HOTLINT_CASE", "1")
        print(number)
        assert number == 1

    with pytest.raises(AssertionError):
        checked(tmp_path=tmp_path, monkeypatch=monkeypatch, capsys=capsys)
    assert seen == [([], "", None)] * 2
    assert capsys.readouterr().out == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["case0", "case1"]
