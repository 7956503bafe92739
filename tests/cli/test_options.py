"""The options that several commands have: how their values are read, and what is said of those that are wrong."""

from __future__ import annotations

import argparse
import io
import os
import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from types import SimpleNamespace

import pytest
from for_each import for_each

import hotlint
from hotlint.cli import options
from hotlint.cli.commands import check
from hotlint.cli.main import main
from hotlint.cli.options import BASELINE, nearest_baseline
from hotlint.cli.subcommands import parser
from hotlint.linter.settings.finder import user_folders
from hotlint.operations.check import CheckRequest
from hotlint.operations.errors import OperationError
from hotlint.operations.scope import named_deployment


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def given(*arguments: str) -> Namespace:
    return parser("check").parse_args(arguments)


def test_options_of_settings_are_read_by_name(folder: Path) -> None:
    (folder / "plugins").mkdir()
    assert options.given_settings(given()) == {}
    found = options.given_settings(
        given(
            *("--select", "HOT3, HOT4,,", "--select", "HOT5", "--ignore", " , ", "--profile", "security"),
            *("-e", "a.env", "-e", "b.env", "--plugin-dir", "plugins", "--plugin-dir", ".", "--exclude", "x", "--exclude", "y"),
            *("--target", "rocky", "--budget", "2.5", "--no-discovery", "--fail-on", "info"),
        )
    )  # fmt: skip
    assert found == {
        "select": ("HOT3", "HOT4", "HOT5"), "profile": ("security",), "environments": ("a.env", "b.env"),
        "plugin_dirs": ("plugins", "."), "exclude": ("x", "y"), "target": "rocky", "budget": 2.5, "discovery": False,
    }  # fmt: skip


def test_a_request_is_what_the_options_ask_for(folder: Path) -> None:
    (folder / "a.txt").write_text("text\n")
    asked = given(
        *("-P", "a=1", "-P", "b=x=y", "-P", "a=2", "--parameter-file", "c=a.txt", "--parameter-file", "b=a.txt", "--strict"),
        *("--templates-only", "--config", "c.yaml", "--no-config", "-j", "3", "--no-cache", "--show-hidden"),
    )  # fmt: skip
    values = {"a": "2", "b": "text\n", "c": "text\n"}
    here = user_folders(["."])
    wanted = CheckRequest({}, (), values, True, True, "c.yaml", False, 3, False, True, here)
    assert check.request(asked) == wanted
    assert check.request(given()) == CheckRequest({}, (), {}, jobs=0, confined_to=here)


@pytest.mark.parametrize(
    ("values", "files", "message"),
    [
        (["a=1", "b"], [], "-P takes NAME=VALUE, not 'b'"),
        (["=b"], [], "-P takes NAME=VALUE, not '=b'"),
        ([], ["b"], "--parameter-file takes NAME=FILE, not 'b'"),
        ([], ["=b"], "--parameter-file takes NAME=FILE, not '=b'"),
        ([], ["a=gone"], "cannot read 'gone': No such file or directory"),
        ([], ["a=binary"], "cannot read 'binary': it is not UTF-8 text (line 1)"),
    ],
)
def test_values_of_parameters_that_are_wrong(folder: Path, values: list[str], files: list[str], message: str) -> None:
    (folder / "binary").write_bytes(b"a\xff")
    with pytest.raises(OperationError) as refused:
        options.parameters(values, files)
    assert str(refused.value) == message


@for_each("text", ["", "x", "-1", "1.5", "²", "٣"])
def test_what_is_no_number_of_processes(text: str) -> None:
    assert [options.number_of_jobs(n) for n in ("0", "12")] == [0, 12]
    with pytest.raises(ArgumentTypeError) as refused:
        options.number_of_jobs(text)
    assert str(refused.value) == f"a number of processes is 0 or more, not '{text}'"


@for_each("text", ["", "x", "-1", "0", "86400.5", "nan", "inf"])
def test_what_is_no_number_of_seconds(text: str) -> None:
    assert [options.number_of_seconds(n) for n in ("0.5", "1", "86400")] == [0.5, 1, 86400]
    with pytest.raises(ArgumentTypeError) as refused:
        options.number_of_seconds(text)
    assert str(refused.value) == f"a budget is a number of seconds above 0, not '{text}'"


def test_globs_find_each_file_once(folder: Path) -> None:
    for name in ("a.env", "b.env", "c.txt"):
        (folder / name).touch()
    assert options.alternatives([]) == ()
    assert options.alternatives(["b*", "*.env", "c.txt"]) == ("b.env", "a.env", "c.txt")
    with pytest.raises(OperationError) as refused:
        options.alternatives(["*.env", "d*", "e*"])
    assert str(refused.value) == "no file matches 'd*'"


def test_paths_that_do_not_exist_are_all_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").touch()
    (folder / "link").symlink_to("nowhere")
    assert options.existing_paths(["a.yaml", "-", "link"]) == (["a.yaml", "-", "link"], False)
    assert capsys.readouterr().err == ""
    assert options.existing_paths(["gone", "a.yaml", "no\x1bne"]) == (["a.yaml"], True)
    assert capsys.readouterr().err == "hotlint: 'gone' does not exist\nhotlint: 'no\\x1bne' does not exist\n"


def test_folders_that_do_not_exist(folder: Path) -> None:
    (folder / "a.yaml").touch()
    (folder / "sub").mkdir()
    assert options.existing_folders(["sub", "."]) == ("sub", ".")
    for path in ("a.yaml", "gone"):
        with pytest.raises(OperationError) as refused:
            options.existing_folders([".", path])
        assert str(refused.value) == f"folder '{path}' does not exist"


def test_the_nearest_baseline(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = folder / "project"
    below = top / "a" / "b"
    below.mkdir(parents=True)
    (top / ".git").mkdir()
    (folder / BASELINE).touch()
    monkeypatch.chdir(below)
    assert nearest_baseline() is None, "those of other projects do not count"
    (top / BASELINE).touch()
    assert nearest_baseline() == str(top / BASELINE)
    (top / "a" / BASELINE).mkdir()
    assert nearest_baseline() == str(top / BASELINE), "a folder is none"
    (below / BASELINE).touch()
    assert nearest_baseline() == BASELINE
    (below / BASELINE).unlink()
    (below / ".git").touch()
    assert nearest_baseline() is None


class Unreadable(io.RawIOBase):
    """A stream that fails when it is read."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    ("stream", "message"),
    [
        (SimpleNamespace(buffer=io.BufferedReader(Unreadable())), "Input/output error"),
        (SimpleNamespace(buffer=io.BytesIO(b" " * (16 * 2**20 + 1))), "it is larger than 16 MiB, which no template is"),
        (None, "it is closed"),
    ],
)
def test_standard_input_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch, stream: object, message: str) -> None:
    monkeypatch.setattr(sys, "stdin", stream)
    with pytest.raises(OperationError) as refused:
        options.standard_input()
    assert str(refused.value) == f"cannot read standard input: {message}"


def deployment(name: str, config: str | None = None, *, no_config: bool = False) -> Namespace:
    """Return the options of a command that name a deployment."""
    return Namespace(deployment=name, config=config, no_config=no_config, allow_outside=[])


DEPLOYMENTS = "deployments: [{}]\n".format(", ".join(f"{{name: {n}, template: t.yaml}}" for n in "pqrstu"))


@pytest.mark.parametrize(
    ("text", "name", "hint"),
    [
        ("", "prod", ""),
        (DEPLOYMENTS, "nothing-like-it", " (there are p, q, r, s, t)"),
        ("deployments: [{name: prod, template: t.yaml}, {name: test, template: t.yaml}]\n", "prd", " (did you mean 'prod'?)"),
    ],
)  # fmt: skip
def test_a_deployment_that_the_configuration_does_not_have(folder: Path, text: str, name: str, hint: str) -> None:
    (folder / "t.yaml").write_text("heat_template_version: 2018-08-31\n")
    (folder / ".hotlint.yaml").write_text(text)
    with pytest.raises(OperationError) as refused:
        named_deployment(options.scope(deployment(name)), name)
    assert str(refused.value) == f"no deployment '{name}' in the configuration{hint}"


def test_a_deployment_of_a_configuration_that_is_not_read(folder: Path) -> None:
    (folder / "t.yaml").write_text("heat_template_version: 2018-08-31\n")
    (folder / "other.yaml").write_text("deployments: [{name: a, template: t.yaml, target: rocky}]\n")
    assert named_deployment(options.scope(deployment("a", "other.yaml")), "a").target == "rocky"
    for config, no_config, message in (
        (None, False, "no deployment 'a' in the configuration"),
        ("other.yaml", True, "no deployment 'a' in the configuration"),
        ("gone.yaml", True, "no deployment 'a' in the configuration"),
        ("gone.yaml", False, "cannot read 'gone.yaml': No such file or directory"),
    ):
        with pytest.raises(OperationError) as refused:
            named_deployment(options.scope(deployment("a", config, no_config=no_config)), "a")
        assert str(refused.value) == message


# -- the parsers of commands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["check", "--stat"], ["baseline", "--no-conf", "show"], ["rules", "--form", "json"]])
def test_options_are_not_abbreviated(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert f"'hotlint {words[0]}' has no option '{words[1]}'" in capsys.readouterr().err


def test_files_may_be_on_both_sides_of_options(folder: Path) -> None:
    for words in (
        ["a.yaml", "--no-cache", "b.yaml"],
        ["--no-cache", "a.yaml", "b.yaml"],
        ["a.yaml", "b.yaml", "--no-cache"],
    ):
        options = parser("check").parse_args(words)
        assert (options.paths, options.no_cache) == (["a.yaml", "b.yaml"], True)
    assert parser("check").parse_args(["--", "-a.yaml", "--no-cache"]).paths == ["-a.yaml", "--no-cache"]
    options = parser("check").parse_args(["a.yaml", "--no-cache", "b.yaml", "--", "-c.yaml", "--", "d.yaml"])
    assert (options.paths, options.no_cache) == (["a.yaml", "b.yaml", "-c.yaml", "--", "d.yaml"], True)
    assert parser("preview").parse_args(["--no-config", "--", "-a.yaml"]).template == "-a.yaml"
    options = parser("baseline").parse_args(["write", "a.yaml", "--no-cache", "b.yaml"])
    assert (options.action, options.paths, options.no_cache) == ("write", ["a.yaml", "b.yaml"], True)
    options = parser("cloud").parse_args(["diff", "--fail-on", "change", "a.yaml", "b.yaml"])
    assert (options.action, options.files, options.fail_on) == ("diff", ["a.yaml", "b.yaml"], "change")


@for_each(
    "words",
    [
        ["preview", "t.yaml"],
        ["graph", "t.yaml"],
        ["docs", "t.yaml"],
        ["policy", "list", "t.yaml"],
        ["policy", "test"],
        ["format", "t.yaml"],
        ["format", "-"],
        ["upgrade", "t.yaml", "--to", "wallaby"],
        ["test", "."],
        ["check", "--deployment", "a"],
    ],
)
def test_a_configuration_that_cannot_be_read_is_a_usage_error(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\n")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert main([*words, "--config", "."]) == 2
    assert capsys.readouterr().err.startswith("hotlint: cannot read '.': ")


def test_the_help_is_as_wide_as_the_terminal_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def at(columns: str) -> str:
        monkeypatch.setenv("COLUMNS", columns)
        return parser("check").format_help()

    assert len({at(columns) for columns in ("80", "99", "100", "101")}) == 4
    assert {at(columns) for columns in ("", "abc", "-5", "0", "\u00b2", "9" * 5_000, "1e2")} == {at("100")}
    assert check.DESCRIPTION in at("60"), "its lines stay as they are written"
    monkeypatch.delenv("COLUMNS")
    assert parser("check").format_help() == at("100")
    assert all(at(wrong) == at("100") for wrong in ("abc", "-1", "0", "²", "1e3", "9" * 30))


def test_the_help_says_how_several_values_are_given() -> None:
    commas, repeated = "; commas separate several", "; may be repeated"
    helps = {
        action.option_strings[-1]: action.help or "" for action in parser("check")._actions if action.option_strings
    }
    ends = {name: end for name, text in helps.items() for end in (commas, repeated) if end in text}
    assert ends == {
        "--parameter": repeated, "--parameter-file": repeated,
        "--plugin-dir": repeated, "--environment": repeated, "--each-environment": repeated, "--select": commas,
        "--extend-select": commas, "--ignore": commas, "--profile": commas, "--exclude": repeated, "--report": repeated,
        "--fixable": commas, "--unfixable": commas, "--allow-outside": repeated,
    }  # fmt: skip
    assert helps["--ignore"] == "disable these rules; commas separate several"
    assert helps["--environment"] == "an environment file; may be repeated, later ones win"
    assert helps["--plugin-dir"] == "a folder of Heat resource plugins; may be repeated"


class Stream(io.StringIO):
    """A stream that stands for another, its own."""

    def __init__(self) -> None:
        super().__init__()
        self.own = io.StringIO()


def test_help_is_written_to_the_stream_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    made = parser("rules")
    streams = [Stream(), Stream()]
    monkeypatch.setattr(sys, "stdout", streams[1])
    for file in (streams[0], None):
        made.print_help(file)
    assert [s.getvalue() for s in streams] == ["", ""]
    assert [s.own.getvalue() for s in streams] == [made.format_help()] * 2
    plain = io.StringIO()
    made.print_help(plain)
    assert plain.getvalue() == made.format_help()


def test_the_version_of_a_command_is_that_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["cache", "-V"])
    assert capsys.readouterr().out == f"hotlint {hotlint.__version__}\n"
    assert isinstance(parser("cache"), argparse.ArgumentParser)
    assert parser("cache").prog == "hotlint cache"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("chek", " (did you mean 'check' or 'cache'?)"),
        ("zzzzzzz", "; 'hotlint --help' lists them"),
        ("folder", " (did you mean 'hotlint check folder'?)"),
        ("--nothing", " (did you mean 'hotlint check --nothing'?)"),
        ("gone.yml", " (did you mean 'hotlint check gone.yml'?)"),
        ("gone.yaml", " (did you mean 'hotlint check gone.yaml'?)"),
        ("two words.yaml", " (did you mean 'hotlint check \"two words.yaml\"'?)"),
    ],
)
def test_a_command_that_is_not_known(folder: Path, capsys: pytest.CaptureFixture[str], name: str, hint: str) -> None:
    (folder / "folder").mkdir()
    assert main([name]) == 2
    assert capsys.readouterr() == ("", f"hotlint: unknown command '{name}'{hint}\n")
    assert os.listdir(folder) == ["folder"]
