"""`-v` says on standard error which files were read, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\ndescription: d\n"
FILES = {
    ".hotlint.yaml": "extends: base.yaml\nenvironments: [lab.env]\n",
    "base.yaml": "ignore: [HOT8]\n",
    "lab.env": "parameters: {n: 1}\nresource_registry: {'My::One': in/one.yaml}\n",
    "web.yaml": f"{HEAD}parameters: {{n: {{type: number}}}}\nresources:\n"
    "  a: {type: My::One, properties: {n: {get_param: n}}}\noutputs: {o: {value: {get_file: run.sh}}}\n",
    "in/one.yaml": f"{HEAD}parameters: {{n: {{type: number}}}}\noutputs: {{o: {{value: {{get_param: n}}}}}}\n",
    "run.sh": "true\n",
    "other.yaml": HEAD,
}
READ = """\
hotlint: read web.yaml: it is named, or in a folder that is
hotlint: read .hotlint.yaml: the configuration of web.yaml
hotlint: read base.yaml: 'extends' of .hotlint.yaml
hotlint: read lab.env: an environment of web.yaml
hotlint: read in/one.yaml: web.yaml leads to it
hotlint: read run.sh: web.yaml leads to it
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "in").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)


@pytest.mark.parametrize("command", ["check", "preview", "graph", "docs", "bundle"])
def test_a_command_says_which_files_were_read_and_why(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "web.yaml"]) == 0
    without = capsys.readouterr()
    for _ in range(2):  # with results of an earlier run, too
        assert main([command, "-v", "web.yaml"]) == 0
        verbose = capsys.readouterr()
        assert verbose.out == without.out
        assert "".join(line for line in verbose.err.splitlines(True) if ": read " in line) == READ


def test_upgrade_says_which_files_were_read_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["upgrade", "--to", "wallaby", "-v", "--check", "web.yaml"]) == 1
    said = capsys.readouterr().err
    assert "".join(line for line in said.splitlines(True) if ": read " in line) == READ


def test_files_above_the_working_folder_are_relative_as_the_template_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path / "in")
    for command in ("check", "preview"):
        assert main([command, "-v", "../web.yaml"]) == 0
        assert str(tmp_path) not in capsys.readouterr().err
    assert main(["check", "-v", str(tmp_path / "web.yaml")]) == 0
    assert (
        f"hotlint: read {tmp_path.as_posix()}/lab.env: an environment of {tmp_path.as_posix()}/web.yaml\n"
        in capsys.readouterr().err
    )


def test_only_what_was_read_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-v", "--no-config", "--no-discovery", "other.yaml"]) == 0
    assert capsys.readouterr().err == "hotlint: read other.yaml: it is named, or in a folder that is\n"


def test_a_check_that_changes_files_has_no_report_of_what_was_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-v", "--fix", "web.yaml"]) == 2
    assert capsys.readouterr().err == "hotlint: --verbose says what was read for a report; it takes no --fix\n"
