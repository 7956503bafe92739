"""`hotlint check --target A,B`: one report for several releases, in which a finding names those that have it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hotlint
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
    given = capsys.readouterr().out
    Path(".hotlint.yaml").write_text(f"target: {json.dumps(targets.replace(' ', '').strip(',').split(','))}\n")
    for _ in range(2):  # with results of an earlier run, too
        assert main(["check", "-f", "json", "new.yaml", "wrong.yaml"]) == 1
        assert capsys.readouterr().out == given
    found = [(d["path"], d["code"], d["message"]) for d in json.loads(given)["diagnostics"]]
    unknown = "unknown resource type 'OS::Heat::RandomSting' (did you mean 'OS::Heat::RandomString'?)"
    assert found == [
        ("new.yaml", "HOT102", TOO_NEW + of),
        ("wrong.yaml", "HOT102", TOO_NEW + of),
        ("wrong.yaml", "HOT501", unknown),
    ]


def test_a_target_that_is_given_wins_over_that_of_the_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    for configured in ("rocky", "[rocky, stein]", "[2025.1, rocky]"):
        Path(".hotlint.yaml").write_text(f"target: {configured}\n")
        assert main(["check", "new.yaml"]) == 1
        assert main(["check", "--target", "2025.1,2026.2", "new.yaml"]) == 0
        assert main(["check", "--target", "2025.1", "new.yaml"]) == 0


def test_the_targets_of_a_glob_replace_those_of_all_files_and_a_deployment_keeps_its_own() -> None:
    deployed = "deployments: [{name: old, template: wrong.yaml, target: rocky}]\n"
    Path(".hotlint.yaml").write_text(
        f"target: [rocky, stein]\ntemplates: {{'*.yaml': {{target: [2025.1, '2026.2']}}}}\n{deployed}"
    )
    assert main(["check", "new.yaml"]) == 0
    assert [d.message for d in hotlint.check("wrong.yaml").diagnostics if d.code == "HOT102"] == [TOO_NEW]


def test_other_commands_use_the_first_target(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".hotlint.yaml").write_text("target: [cloud.yaml, rokcy, rocky, '2026.2']\n")
    assert main(["config", "show", "new.yaml"]) == 1
    shown = capsys.readouterr().out
    assert "target: [rocky, 2026.2] " in shown
    assert "file 'cloud.yaml' does not exist" in shown and "'rokcy' is not an OpenStack release" in shown
    assert main(["preview", "new.yaml"]) == 0


def test_a_fix_is_right_for_all_targets_and_a_comment_is_unused_if_no_target_needs_it() -> None:
    Path(".hotlint.yaml").write_text("target: [rocky, '2026.2']\n")
    Path("wrong.yaml").write_text(NEW.replace("description", "descripiton", 1))
    assert main(["check", "--fix", "wrong.yaml"]) == 1
    assert Path("wrong.yaml").read_text() == NEW
    Path("new.yaml").write_text(NEW.replace("\n", "  # hotlint: disable=HOT102\n", 1))
    assert main(["check", "new.yaml"]) == 0
    Path(".hotlint.yaml").write_text("target: [2025.1, '2026.2']\n")
    assert [d.code for d in hotlint.check("new.yaml").diagnostics] == ["HOT091"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "--target", "rocky,rokcy"], "'rokcy' is not an OpenStack release that hotlint knows (did you mean 'rocky'?)"),
        (["check", "--target", ","], "',' is not an OpenStack release"),
        (["types", "--target", "rocky,2026.2"], "this takes one target: 'hotlint check' takes several"),
        (["preview", "--target", "rocky,2026.2"], "this takes one target: 'hotlint check' takes several"),
    ],
)  # fmt: skip
def test_what_takes_no_several_targets(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words if words[0] == "types" else [*words, "new.yaml"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"hotlint: {said}") and shown.count("\n") == 1
