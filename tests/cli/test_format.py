"""`hotlint format`: what is written, shown and reported, and the exit codes."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest

from hotlint.cli.main import main

WRONG = "heat_template_version: 2018-08-31\nresources:\n    r:\n        type:  OS::Heat::None\n"
RIGHT = "heat_template_version: 2018-08-31\n\nresources:\n  r:\n    type: OS::Heat::None\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(WRONG)
    (tmp_path / "b.yaml").write_text(RIGHT)
    (tmp_path / "c.yaml").write_text("heat_template_version: 2018-08-31\nresources: {\n")
    (tmp_path / "notes.yaml").write_text("some: notes\n")
    (tmp_path / "code.py").write_text('TEXT = """\nheat_template_version: 2018-08-31\n"""\n')
    return tmp_path


def test_files_are_formatted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format"]) == 0
    assert (folder / "a.yaml").read_text() == RIGHT
    shown = capsys.readouterr()
    assert shown.out == "formatted: a.yaml\n"
    assert "'c.yaml' was not formatted: it is not valid YAML" in shown.err
    assert shown.err.endswith("1 file formatted, 1 file left unchanged, 1 file skipped\n")
    assert main(["format", "-q"]) == 0
    assert capsys.readouterr() == ("", "")


def test_check_and_diff_change_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "--check", "a.yaml", "b.yaml"]) == 1
    assert capsys.readouterr().out == "would be formatted: a.yaml\n"
    assert main(["format", "--diff", "a.yaml"]) == 1
    assert "+    type: OS::Heat::None\n" in capsys.readouterr().out
    assert (folder / "a.yaml").read_text() == WRONG
    assert main(["format", "--check", "b.yaml"]) == 0


def test_a_named_file_that_cannot_be_formatted_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "c.yaml"]) == 2
    assert main(["format", "missing.yaml"]) == 2
    assert main(["format", "--config", "missing.yaml"]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert main(["format", "-"]) == 0
    assert capsys.readouterr().out == RIGHT


def test_standard_output_holds_nothing_but_the_new_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert main(["format", "-", "a.yaml"]) == 0
    assert capsys.readouterr() == (RIGHT, "formatted: a.yaml\n2 files formatted, 0 files left unchanged\n")


@pytest.mark.parametrize("command", [["format"], ["upgrade", "--to", "wallaby"]])
def test_standard_input_needs_a_configuration_that_exists(
    folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert main([*command, "--config", "gone.yaml", "-"]) == 2
    assert capsys.readouterr() == ("", "hotlint: cannot read 'gone.yaml': No such file or directory\n")


def test_excluded_files_stay(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("exclude: [a.yaml]\n")
    assert main(["format", "a.yaml", "b.yaml"]) == 0
    assert (folder / "a.yaml").read_text() == WRONG


@pytest.mark.parametrize("command", [["format"], ["upgrade", "--to", "wallaby"]])
def test_a_file_that_cannot_be_written_fails_the_run(
    folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(**options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert main([*command, "."]) == 2
    said = capsys.readouterr().err
    assert "Read-only file system" in said
    assert "->" not in said, "it says that it has replaced what it has not written"
    assert (folder / "a.yaml").read_text() == WRONG


def test_a_named_file_that_cannot_be_read_fails_whatever_follows(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "below").mkdir()
    for name in ("below/d.yaml", "latin.yaml"):
        (folder / name).write_bytes(b"heat_template_version: 2018-08-31\ndescription: \xe9\n")
    assert main(["format", "below"]) == 0
    assert "'below/d.yaml' was not formatted: it is not UTF-8 text" in capsys.readouterr().err
    for named in ("latin.yaml", "c.yaml", "missing.yaml"):
        assert main(["format", named, "below", "b.yaml"]) == 2, named
    for named in ("latin.yaml", "c.yaml"):
        assert main(["format", ".", named]) == 2, f"{named} is found in the folder before it"


def test_a_diff_of_standard_input_is_no_new_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for option, begins in (("--diff", "--- a/stdin\n+++ b/stdin\n"), ("--check", "")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
        assert main(["format", option, "-"]) == 1
        shown = capsys.readouterr().out
        assert shown.startswith(begins) and RIGHT not in shown
