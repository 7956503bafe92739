"""The template of a command with its environments and values: which are used, what is said, and what is refused."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.options import scope
from hotlint.cli.subcommands import parser
from hotlint.cli.template_input import request, tell, values, write
from hotlint.linter.checking.contexts import DeploymentInputs
from hotlint.operations.errors import OperationError
from hotlint.operations.inputs import ChosenInputs, chosen_inputs
from hotlint.operations.preview import DryRun, preview
from hotlint.operations.scope import SettingsScope

OTHERS = "use -e to choose other environments"

VERSION = "heat_template_version: 2018-08-31\n"
WEB = f"""\
{VERSION}parameters: {{size: {{type: number}}, secret: {{type: string, hidden: true, default: tiger}}}}
resources: {{r: {{type: OS::Heat::RandomString}}}}
outputs:
  size: {{value: {{get_param: size}}}}
  secret: {{value: {{get_param: secret}}}}
  name: {{value: {{get_param: 'OS::stack_name'}}}}
  given: {{value: {{get_attr: [r, value]}}}}
  file: {{value: {{get_file: note.txt}}}}
"""
FILES = {
    "sub/web.yaml": WEB,
    "sub/note.txt": "note",
    "sub/web.env": "parameters: {size: 3}\n",
    "other.env": "parameters: {size: 4}\n",
    "own.yaml": "deployments:\n- {name: one, template: sub/web.yaml, values: {size: 5}, target: rocky}\n",
    "two.yaml": "deployments:\n- {name: o\u200be, template: sub/web.yaml}\n- {name: two, template: sub/web.yaml}\n",
    "excludes.yaml": "exclude: ['*.env']\n",
    "given.json": '{"r": {"value": "x"}, "1": {}}',
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def options(*words: str) -> Namespace:
    return parser("preview").parse_args(list(words))


def resolved(given: Namespace, path: str = "sub/web.yaml", **others: Any) -> DryRun:
    asked = request(given, path)
    return preview(asked._replace(**others))


def outputs(given: Namespace, path: str = "sub/web.yaml", **others: Any) -> dict[str, Any]:
    dry_run = resolved(given, path, **others)
    tell(given, dry_run.notes)
    found = dry_run.preview.outputs()
    return {name: one.value if isinstance(one.value, str | int) else None for name, one in found.items()}


def test_hidden_values_stay_hidden_unless_they_are_asked_for() -> None:
    given = options("sub/web.yaml")
    shown, hidden = resolved(given, show_hidden=True).preview, resolved(given).preview
    assert shown.outputs()["secret"].value == "tiger"
    assert hidden.outputs()["secret"].value == "******"


def refusal(given: Namespace, path: str = "sub/web.yaml", **others: Any) -> str:
    with pytest.raises(OperationError) as raised:
        resolved(given, path, **others)
    return str(raised.value)


def test_values_come_from_all_options(capsys: pytest.CaptureFixture[str]) -> None:
    alone = {"size": 3, "secret": "******", "name": None, "given": None, "file": "note"}
    used = f"hotlint: sub/web.yaml is resolved with sub/web.env, which is named like it; {OTHERS}, --no-discovery for none\n"
    assert outputs(options()) == alone
    assert capsys.readouterr().err == used
    assert outputs(options(), show_hidden=True) == {**alone, "secret": "tiger"}
    assert capsys.readouterr().err == used
    assert outputs(options("-e", "other.env", "--stack-name", "s", "--attributes", "given.json")) == {
        **alone, "size": 4, "name": "s", "given": "******",
    }  # fmt: skip
    assert outputs(options("--no-discovery", "-P", "size=9")) == {**alone, "size": 9}
    assert outputs(options("--no-discovery"), parameters={"size": 8}) == {**alone, "size": 8}
    assert capsys.readouterr().err == ""


def test_later_values_of_the_command_line_win() -> None:
    Path("size.txt").write_text("7")
    words = ("-P", "size=1", "-P", "more=2", "--parameter-file", "more=size.txt")
    assert values(options(*words, "--stack-name", "s")) == {"size": "1", "more": "7", "OS::stack_name": "s"}
    assert values(options()) == {}
    assert values(parser("graph").parse_args(["-P", "a=b", "x"])) == {"a": "b"}


@pytest.mark.parametrize(
    ("config", "shown", "said"),
    [
        (None, "", f"sub/web.yaml is resolved with sub/web.env, which is named like it; {OTHERS}, --no-discovery for none"),
        (
            None, "x/o\n.yaml",
            f"x/o\\n.yaml is resolved with x/web.env, which is named like it; {OTHERS}, --no-discovery for none",
        ),
        ("own.yaml", "", f"sub/web.yaml is resolved as the deployment 'one' of the configuration; {OTHERS}"),
        (
            "two.yaml", "x",
            f"x is resolved as the deployment 'o\\u200be' of the configuration, the first of o\\u200be, two; {OTHERS}",
        ),
        ("excludes.yaml", "", None),
    ],
)  # fmt: skip
def test_what_was_chosen_is_said(
    config: str | None, shown: str, said: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not where it was asked for."""
    asked = request(options(*(("--config", config) if config else ())), "sub/web.yaml")._replace(shown=shown)
    settings = asked.scope.settings_of("sub/web.yaml")
    tell(options(), chosen_inputs(asked, settings).notes)
    assert capsys.readouterr().err == (f"hotlint: {said}\n" if said else "")
    for named in (
        asked._replace(path="-"), request(options("-e", "other.env"), "sub/web.yaml"), asked._replace(deployment="one")
    ):  # fmt: skip
        assert chosen_inputs(named, settings) == ChosenInputs(DeploymentInputs(settings.environments), ())


def test_the_release_of_a_deployment_wins_over_that_of_the_settings(folder: Path) -> None:
    (folder / "own.yaml").write_text(FILES["own.yaml"] + "target: train\n")
    releases = {
        words: resolved(options(*words)).preview.context.catalog.target
        for words in ((), ("--target", "stein"), ("--config", "own.yaml"), ("--config", "own.yaml", "--no-config"))
    }
    assert list(releases.values()) == [None, "12.2.0", "11.0.3", None]
    both = options("--config", "own.yaml", "--target", "stein")
    assert resolved(both).preview.context.catalog.target == "12.2.0"
    (folder / "own.yaml").write_text("target: train\n")
    assert resolved(options("--config", "own.yaml")).preview.context.catalog.target == "13.1.0"


def test_a_dry_run_may_take_what_the_options_say() -> None:
    seconds = [
        resolved(options(*words)).preview.context.evaluation.meter.budget.seconds for words in ((), ("--budget", "3.5"))
    ]
    assert seconds == [10.0, 3.5]


def test_a_text_is_used_instead_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{VERSION}outputs: {{size: {{value: 2}}}}\n"
    assert outputs(options(), text=text) == {"size": 2}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert outputs(options(), "-") == {"size": 2}


def test_nothing_is_read_outside_of_a_folder_to_which_a_caller_is_confined(folder: Path) -> None:
    """Neither an environment, nor a configuration, nor a file."""
    (folder / ".hotlint.yaml").write_text(FILES["own.yaml"])
    within, outside = SettingsScope(confined_to=str(folder / "sub")), SettingsScope(confined_to=str(folder))
    assert (
        SettingsScope().settings_of("sub/web.yaml").deployments and not within.settings_of("sub/web.yaml").deployments
    )
    assert outputs(options(), scope=within)["size"] == 3
    said = "cannot read 'other.env': it is outside of the folder, which is not trusted"
    assert refusal(options(), scope=within.with_settings(environments=("other.env",))) == said
    assert outputs(options(), scope=outside.with_settings(environments=("other.env",)))["size"] == 4


def test_options_of_a_check_give_settings_too() -> None:
    given = parser("check").parse_args(["--exclude", "x", "--select", "HOT3, HOT5", "--target", "train"])
    same = parser("check").parse_args(["--select", "HOT3,HOT5", "--target", "train"])
    assert scope(given).settings_of("sub/web.yaml") == scope(same).settings_of("sub/web.yaml")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.yaml", "a: [\n", "a.yaml:1: `[` is not closed with `]`"),
        ("a.yaml", "a: 1\n\nb: [\nc: {\n", "a.yaml:4: `{` is not closed with `}`"),
        ("a.yaml", "a: 1\n", "'a.yaml' is not a HOT template: it has no heat_template_version"),
        ("a.yaml", "", "'a.yaml' is not a HOT template: it has no heat_template_version"),
        ("a.yaml", "\0", "cannot read 'a.yaml': it is a binary file"),
        ("e.env", "a: [\n", "e.env:1: `[` is not closed with `]`"),
        ("e.env", "- a\n", "'e.env' is not an environment: it must be a mapping, such as 'parameters: {name: value}'"),
        ("e.env", "\0", "cannot read 'e.env': it is a binary file"),
        ("v.yaml", "a\n", "'v.yaml' must hold a mapping from resources to mappings of their attributes"),
        ("v.yaml", "a: {b: 1}\nc: [d]\n", "'v.yaml' must hold a mapping from resources to mappings of their attributes"),
        ("v.yaml", "a: {b: [}\n", "'v.yaml' must hold a mapping from resources to mappings of their attributes"),
        ("v.yaml", "\0", "cannot read 'v.yaml': it is a binary file"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_what_it_must_be_is_one_sentence(name: str, text: str, message: str) -> None:
    Path("a.yaml").write_text(VERSION)
    Path(name).write_text(text)
    words = {"e.env": ["-e", "other.env", "-e", name], "v.yaml": ["--attributes", name]}.get(name, [])
    assert refusal(options(*words), "a.yaml") == message


def test_what_is_missing_is_one_sentence() -> None:
    gone = "cannot read 'gone': No such file or directory"
    for words in (("-e", "gone"), ("--attributes", "gone"), ("--config", "gone")):
        assert refusal(options(*words)) == gone
    assert refusal(options(), "gone") == gone
    assert refusal(options("--target", "rocki")).startswith("'rocki' is not an OpenStack release")


def test_an_empty_environment_sets_nothing() -> None:
    Path("e.env").write_text("# nothing\n")
    assert outputs(options("-e", "other.env", "-e", "e.env"))["size"] == 4


def test_the_result_is_written_to_the_file_or_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    write(options("-o", "out.txt"), "text")
    assert Path("out.txt").read_text() == "text" and capsys.readouterr().out == ""
    write(options(), "text\n")
    assert capsys.readouterr().out == "text\n"
    with pytest.raises(OperationError) as raised:
        write(options("-o", "gone/out.txt"), "text")
    assert str(raised.value) == "cannot write 'gone/out.txt': No such file or directory"
