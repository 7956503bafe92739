"""Settings that are shared: configurations that extend others, globs of --config, and options that cut a report."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main
from hotlint.linter.settings.config import FILES, read_config

TEMPLATE = """\
heat_template_version: 2018-08-31
description: d
parameters:
  a: {type: string}
  b: {type: string}
  c: {type: string}
outputs: {o: {value: {get_param: gone}}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.yaml").write_text(TEMPLATE)
    return tmp_path


def codes(path: str = "sub/a.yaml") -> set[str]:
    return {d.code for d in hotlint.check(path).diagnostics}


def test_a_configuration_extends_others(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("ignore: [HOT801]\n")
    (folder / "sub" / ".hotlint.yaml").write_text("ignore: [HOT301]\n")
    assert codes() == {"HOT801"}
    (folder / "sub" / ".hotlint.yaml").write_text("extends: [../.hotlint.yaml]\nignore: [HOT301]\n")
    assert codes() == set()


def test_a_configuration_extends_an_installed_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "lib" / "ourrules").mkdir(parents=True)
    (folder / "lib" / "ourrules" / "__init__.py").write_text("raise SystemExit('a package is never imported')\n")
    (folder / "lib" / "ourrules" / ".hotlint.yaml").write_text("ignore: [HOT8]\n")
    monkeypatch.syspath_prepend(str(folder / "lib"))
    (folder / ".hotlint.yaml").write_text("extends: ourrules\n")
    assert codes() == {"HOT301"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends: [gone.yaml]\n", "'gone.yaml' is neither a file nor an installed package"),
        ("extends: [.hotlint.yaml]\n", "extends itself, directly or through others"),
        ("extends: [base.yaml]\n", "unknown setting 'ignroe' (did you mean 'ignore'?)"),
    ],
)
def test_what_is_wrong_with_a_shared_configuration(folder: Path, text: str, message: str) -> None:
    (folder / "base.yaml").write_text("ignroe: [HOT8]\n")
    (folder / ".hotlint.yaml").write_text(text)
    assert message in " ".join(d.message for d in hotlint.check("sub/a.yaml").diagnostics if d.code == "HOT092")


def test_globs_of_an_explicit_configuration_start_in_the_working_folder(folder: Path) -> None:
    (folder / "etc").mkdir()
    (folder / "etc" / "ci.yaml").write_text("templates: {'sub/*.yaml': {ignore: [HOT301, HOT8]}}\n")
    assert main(["check", "--no-cache", "--config", "etc/ci.yaml", "sub/a.yaml"]) == 0
    (folder / "etc" / "ci.yaml").write_text("exclude: [sub/]\n")
    assert main(["check", "--config", "etc/ci.yaml", "."]) == 0
    assert main(["check", "--config", "etc/ci.yaml", "."]) == 0


def test_exclude(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ok.yaml").write_text("heat_template_version: 2018-08-31\ndescription: d\n")
    assert main(["check", "--exclude", "sub/", "."]) == 0
    assert capsys.readouterr().out == "Nothing found in 1 file.\n"


def test_warnings_only_and_at_most_some_of_each_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--no-cache", "--format", "concise", "--min-severity", "warning", "."])
    assert "HOT801" not in capsys.readouterr().out
    assert main(["check", "--no-cache", "--format", "concise", "--max-per-rule", "1", "."]) == 0
    shown = capsys.readouterr()
    assert shown.out.count("HOT801") == 1 and shown.out.count("HOT301") == 1
    assert "2 more of HOT801 unused-parameter not shown" in shown.err


@pytest.mark.parametrize("name", [".hotlint.yml", "hotlint.yaml"])
def test_a_configuration_of_another_name_is_reported_each_time(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    main(["check", "."])
    (folder / name).write_text("ignore: [HOT8]\n")
    for _ in range(2):
        main(["check", "--format", "concise", "."])
        assert f"{name}:1:1: warning HOT092 '{name}' is not read" in capsys.readouterr().out


def test_the_outer_configuration_is_named_by_config_show(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text("ignore: [HOT801]\n")
    (folder / "sub" / ".hotlint.yaml").write_text("ignore: [HOT301]\n")
    main(["config", "show", "sub/a.yaml"])
    assert "'extends: [../.hotlint.yaml]' adds them" in capsys.readouterr().out


def test_advice_that_is_off_by_default_can_be_asked_for(folder: Path) -> None:
    assert "HOT803" not in codes()
    (folder / ".hotlint.yaml").write_text("extend_select: [missing-description]\n")
    assert {"HOT803", "HOT801"} <= codes()
    (folder / ".hotlint.yaml").write_text("select: [HOT8]\n")
    assert "HOT803" in codes()


def test_each_extended_file_is_read_once(folder: Path) -> None:
    for level in range(60):
        (folder / f"{level}.yaml").write_text(f"extends: [{level + 1}.yaml, {level + 1}.yaml]\n")
    (folder / "30.yaml").write_text("discovery: false\n")
    (folder / ".hotlint.yaml").write_text("extends: [0.yaml, 0.yaml]\n")
    config = read_config(".hotlint.yaml", None)
    assert not config.for_file("t.yaml").discovery
    assert [len(config.lineage), len(config.settings), len([*config.all_files()])] == [32, 32, 32]
    (folder / "30.yaml").write_text("extends: [31.yaml, 31.yaml]\n")
    deep = read_config(".hotlint.yaml", None)
    assert len(deep.lineage) == FILES
    problems = [problem.message for file in deep.all_files() for problem in file.problems]
    refused = "a configuration and all that it extends are at most 50 files"
    assert problems == [f"configuration '{FILES - 1}.yaml' is not read: {refused}"] * 2


def test_the_last_place_of_a_file_that_is_extended_twice_counts(folder: Path) -> None:
    (folder / "common.yaml").write_text("budget: 1\n")
    (folder / "a.yaml").write_text("extends: [common.yaml]\nbudget: 2\n")
    (folder / ".hotlint.yaml").write_text("extends: [a.yaml, common.yaml]\n")
    assert read_config(".hotlint.yaml", None).for_file("t.yaml").budget == 1
