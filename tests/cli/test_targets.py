"""`hotlint check --target A,B`: one report for several releases, in which a finding names those that have it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hotlint.cli.main import main

NEW = "heat_template_version: 2021-04-16\ndescription: d\nresources:\n  a: {type: OS::Heat::RandomString}\n"
TOO_NEW = "version '2021-04-16' came with Wallaby; the newest version of the target release is 2018-08-31"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "new.yaml").write_text(NEW)
    (tmp_path / "wrong.yaml").write_text(NEW.replace("RandomString", "RandomSting"))


@pytest.mark.parametrize(
    ("targets", "of"),
    [
        ("rocky,2026.2", " (target rocky)"),
        ("2026.2, stein,rocky", " (target stein, rocky)"),
        ("rocky,stein", ""),
        ("rocky,rocky", ""),
        ("rocky,", ""),
    ],
)
def test_a_finding_names_its_targets_unless_all_have_it(
    targets: str, of: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "-f", "json", "--target", targets, "new.yaml", "wrong.yaml"]) == 1
    found = [(d["path"], d["code"], d["message"]) for d in json.loads(capsys.readouterr().out)["diagnostics"]]
    unknown = "unknown resource type 'OS::Heat::RandomSting' (did you mean 'OS::Heat::RandomString'?)"
    assert found == [
        ("new.yaml", "HOT102", TOO_NEW + of),
        ("wrong.yaml", "HOT102", TOO_NEW + of),
        ("wrong.yaml", "HOT501", unknown),
    ]


def test_a_target_that_is_given_wins_over_that_of_the_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".hotlint.yaml").write_text("target: rocky\n")
    assert main(["check", "new.yaml"]) == 1
    assert main(["check", "--target", "2025.1,2026.2", "new.yaml"]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "--target", "rocky,rokcy"], "'rokcy' is not an OpenStack release that hotlint knows (did you mean 'rocky'?)"),
        (["check", "--target", ","], "',' is not an OpenStack release"),
        (["check", "--target", "rocky,2026.2", "--fix"], "several targets are for a report; they take no --fix"),
        (["check", "--target", "rocky,2026.2", "-v"], "several targets are for a report; they take no --verbose"),
        (["preview", "--target", "rocky,2026.2"], "this takes one target: 'hotlint check' takes several"),
    ],
)  # fmt: skip
def test_what_takes_no_several_targets(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "new.yaml"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"hotlint: {said}") and shown.count("\n") == 1
