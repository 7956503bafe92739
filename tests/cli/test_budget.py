"""`--budget`: the time that a dry run may take, for one run or in the configuration, and how much of it was used."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main

LONG = (
    "heat_template_version: 2018-08-31\nresources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n"
    + "        list_join:\n          - ''\n          - repeat: {template: '%a%%b%%c%', for_each: {'%a%': &l ["
    + ", ".join(f"i{n}" for n in range(28))
    + "], '%b%': *l, '%c%': *l}}\n"
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.yaml").write_text(LONG)
    (tmp_path / "short.yaml").write_text("heat_template_version: 2018-08-31\nresources: {}\n")


def stopped(capsys: pytest.CaptureFixture[str], *arguments: str) -> bool:
    main(["check", "--no-cache", "long.yaml", "--select", "HOT702", *arguments])
    return "HOT702" in capsys.readouterr().out


def test_a_smaller_budget_stops_what_the_usual_one_allows(capsys: pytest.CaptureFixture[str]) -> None:
    assert stopped(capsys, "--budget", "0.01")
    assert not stopped(capsys, "--budget", "60")


def test_the_configuration_sets_a_budget_and_the_option_wins(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".hotlint.yaml").write_text("budget: 0.01\n")
    assert stopped(capsys)
    assert not stopped(capsys, "--budget", "60")


def test_a_budget_is_a_positive_number(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".hotlint.yaml").write_text("budget: soon\n")
    assert main(["check", "--no-cache", "short.yaml"]) == 1
    assert "'budget' takes a number of seconds above 0, such as 'budget: 10'" in capsys.readouterr().out
    assert main(["check", "short.yaml", "--budget", "-1"]) == 2
    assert "a budget is a number of seconds above 0, not '-1'" in capsys.readouterr().err


def test_a_preview_tells_how_much_it_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", "--verbose", "--budget", "60", "long.yaml"]) == 0
    used = capsys.readouterr().err
    assert "hotlint: the dry run used " in used
    assert " of 60 seconds, and " in used
    assert " of 12,000,000 units of work" in used


def test_a_check_tells_how_much_was_used(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--no-cache", "--statistics", "--budget", "60", "long.yaml", "short.yaml"])
    captured = capsys.readouterr()
    assert "hotlint: dry runs used at most " in captured.err
    assert " of 120 seconds, in long.yaml" in captured.err
    assert "120 seconds" not in captured.out
