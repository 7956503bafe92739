"""The command as people call it: what it prints, and its exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hotlint.cli.main import main

GOOD = "heat_template_version: 2018-08-31\ndescription: nothing wrong\nresources: {}\n"
BAD = """\
heat_template_version: 2018-08-31
description: one problem
resources:
  a:
    type: OS::Heat::Value
    properties: {value: {get_param: nothing}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    out, err = capsys.readouterr()
    return code, out, err


def test_a_clean_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(GOOD)
    assert run(capsys, "check", "a.yaml") == (0, "Nothing found in 1 file.\n", "")


def test_a_finding_is_shown_at_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(BAD)
    code, out, _ = run(capsys, "check", "a.yaml")
    assert code == 1
    assert out == (
        "a.yaml:6:37: error HOT301: undefined parameter 'nothing'\n"
        "  6 |     properties: {value: {get_param: nothing}}\n"
        "    |                                     ^^^^^^^\n"
        "\n"
        "Found 1 error in 1 file.\n"
    )


def test_wide_characters_and_tabs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GOOD.replace("{}", '{a: {type: OS::Heat::Value, properties: {value: ["日本",\t{get_param: x}]}}}')
    (folder / "a.yaml").write_text(text, encoding="utf-8")
    out = run(capsys, "check", "a.yaml")[1].splitlines()
    assert out[1].endswith('["日本",     {get_param: x}]}}}')
    assert out[2].index("^") == out[1].index("x}]") + 2  # two wide characters


def test_several_files_and_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "t").mkdir()
    (folder / "t" / "b.yaml").write_text(BAD)
    (folder / "t" / "a.yaml").write_text(GOOD)
    (folder / "t" / "playbook.yaml").write_text("- hosts: all\n")
    code, out, _ = run(capsys, "check", "t", "--format", "json")
    found = json.loads(out)
    assert code == 1
    assert found["summary"]["files"] == 2
    assert [d["path"] for d in found["diagnostics"]] == [os.path.join("t", "b.yaml")]
    assert found["diagnostics"][0]["span"] == {"start_line": 5, "start_column": 36, "end_line": 5, "end_column": 43}


def test_gitignore_applies_in_folders_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("/build/\n*.gen.yaml\n!keep.gen.yaml\n")
    (folder / "build").mkdir()
    for name in ("build/a.yaml", "b.gen.yaml", "keep.gen.yaml", "c.yaml"):
        (folder / name).write_text(BAD)
    found = json.loads(run(capsys, "check", "--format", "json")[1])
    assert sorted({d["path"] for d in found["diagnostics"]}) == ["c.yaml", "keep.gen.yaml"]
    assert run(capsys, "check", "b.gen.yaml")[0] == 1


def test_standard_input(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "hotlint", "check", "-", "--stdin-filename", "x.yaml"]
    done = subprocess.run(command, input=BAD, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("x.yaml:6:37: error HOT301")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x00\x01\x02heat", "it is a binary file"),
        (b"heat_template_version: 2018-08-31\n# caf\xe9\n", "it is not UTF-8 text (line 2)"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], content: bytes, why: str
) -> None:
    (folder / "a.yaml").write_bytes(content)
    (folder / "b.yaml").write_text(BAD)
    code, out, _ = run(capsys, "check", "a.yaml", "b.yaml")
    assert code == 1
    assert f"a.yaml:1:1: error HOT090: 'a.yaml' cannot be checked: {why}\n" in out
    assert "b.yaml:6:37" in out


def test_a_broken_link(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").symlink_to("nowhere")
    assert (
        "a.yaml:1:1: warning HOT090: 'a.yaml' cannot be checked: it is a link to a file that does not exist"
        in run(capsys, "check", ".")[1]
    )


def test_an_empty_file_that_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text("")
    assert run(capsys, "check", "a.yaml")[1].count("a.yaml:1:1") == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["check", "nowhere.yaml"], "'nowhere.yaml' does not exist"),
        (["check", "a.yaml", "--select", "unknown-paramter"], "'unknown-paramter' (did you mean 'unknown-parameter'"),
        (["check", "a.yaml", "-e", "nowhere.yaml"], "cannot read 'nowhere.yaml': No such file or directory"),
        (["check", "a.yaml", "-e", "binary.env"], "cannot read 'binary.env': it is a binary file"),
        (["preview", "a.yaml", "-e", "binary.env"], "cannot read 'binary.env': it is a binary file"),
        (["preview", "a.yaml", "--target", "rocki"], "'rocki' is not an OpenStack release that hotlint knows"),
        (["check", "a.yaml", "-P", "x"], "-P takes NAME=VALUE"),
        (["check", "a.yaml", "--config", "nowhere.yaml"], "cannot read 'nowhere.yaml'"),
        (["chekc"], "unknown command 'chekc' (did you mean 'check'?)"),
        (["a.yaml"], "did you mean 'hotlint check a.yaml'?"),
    ],
)
def test_usage_errors(folder: Path, capsys: pytest.CaptureFixture[str], args: list[str], said: str) -> None:
    (folder / "a.yaml").write_text(BAD)
    (folder / "binary.env").write_bytes(b"\0\1\xff")
    code, _, err = run(capsys, *args)
    assert code == 2
    assert said in err


def test_the_rest_is_checked_when_a_path_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(BAD)
    code, out, _ = run(capsys, "check", "nowhere.yaml", "a.yaml")
    assert code == 2
    assert "a.yaml:6:37" in out


def test_only_errors_fail(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(GOOD + "parameters: {p: {type: string, description: unused}}\n")
    assert run(capsys, "check", "a.yaml")[0] == 0
    assert run(capsys, "check", "a.yaml", "--fail-on", "info")[0] == 1
    assert run(capsys, "check", "a.yaml", "--fail-on", "warning")[0] == 0


def test_an_environment_applies(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = "conditions: {wanted: {get_param: p}}\nparameters: {p: {type: boolean, description: d}}\nresources:"
    text = BAD.replace("resources:", head).replace("    type:", "    condition: wanted\n    type:")
    (folder / "a.yaml").write_text(text)
    (folder / "e.yaml").write_text("parameters: {p: false}\n")
    assert run(capsys, "check", "a.yaml", "-P", "p=true")[0] == 1
    code, out, _ = run(capsys, "check", "a.yaml", "-e", "e.yaml")
    assert code == 0
    assert "warning HOT301" in out


def test_many_files_by_several_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for n in range(20):
        (folder / f"t{n:02}.yaml").write_text(BAD if n % 2 else GOOD)
    one = run(capsys, "check", ".", "--jobs", "1", "--no-cache")
    assert run(capsys, "check", ".", "--jobs", "3", "--no-cache") == one
    assert one[1].endswith("Found 10 errors in 10 of 20 files.\n")


def test_nothing_heavy_is_imported_to_check_a_file(folder: Path) -> None:
    (folder / "a.yaml").write_text(BAD)
    program = (
        "import sys; from hotlint.cli.main import main; main(['check', 'a.yaml', '--no-cache']);"
        "heavy = {'pygls', 'yaql', 'rich', 'ruamel', 'importlib.metadata', 'asyncio', 'dataclasses', 'typing', 'fnmatch',"
        "'croniter', 'pickle'} & set(sys.modules); print('heavy:', sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "heavy: []"


def test_a_summary_counts_files_with_findings_that_are_not_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".hotlint.yaml").write_text("selct: [HOT1]\n")
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text("heat_template_version: 2018-08-31\nresource: {}\n")
    main(["check", str(tmp_path), "--no-cache"])
    assert " in 3 of 3 files." in capsys.readouterr().out


def test_templates_only_leaves_out_named_files_that_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a hook names all files that changed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.yaml").write_text("some: notes\n")
    command = ["check", "--no-cache", "-f", "concise", "notes.yaml"]
    assert main([*command, "--templates-only"]) == 0
    assert "HOT008" not in capsys.readouterr().out
    assert main(command) == 1
    assert "HOT008" in capsys.readouterr().out
