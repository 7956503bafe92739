"""The command `hotlint diff`: formats, exit codes, revisions, given values, and updates that Heat refuses as a whole."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from diff_fixture import HEAD, actions, folder, server

from hotlint.cli.main import main

__all__ = ["folder"]


def test_text_and_markdown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(HEAD + server(flavor="a", user_data='"one\\ntwo\\n"'))
    (folder / "b.yaml").write_text(HEAD + server(flavor="b", user_data='"one\\n```\\nthree|\\n"'))
    main(["diff", "a.yaml", "b.yaml"])
    text = capsys.readouterr().out
    assert text.startswith("-/+ s  OS::Nova::Server  is replaced (a new user_data replaces")
    assert "        - two\n        + ```\n        + three|\n" in text
    assert "\n1 resource: 1 replaced. Unavailable: 's' until its replacement has started (minutes). Lost: " in text
    main(["diff", "a.yaml", "b.yaml", "-f", "markdown"])
    comment = capsys.readouterr().out
    assert "| `-/+` | `s`<br>OS::Nova::Server | **replace** |" in comment
    assert "````diff" in comment


def test_exit_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(HEAD + server(flavor="a"))
    (folder / "b.yaml").write_text(HEAD + server(flavor="b"))
    assert main(["diff", "a.yaml", "b.yaml"]) == 0
    assert main(["diff", "a.yaml", "b.yaml", "--fail-on", "change"]) == 1
    assert main(["diff", "a.yaml", "a.yaml", "--fail-on", "change"]) == 0
    assert main(["diff", "a.yaml", "nothing.yaml"]) == 2


def test_git_revisions_with_what_they_refer_to(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*args: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *args], check=True, capture_output=True)

    (folder / "sub").mkdir()
    (folder / "sub" / "t.yaml").write_text(
        HEAD
        + "parameters: {f: {type: string}}\nresources: {k: {type: child.yaml}, s: {type: OS::Nova::Server, properties: {flavor: {get_param: f}}}}\n"
    )
    (folder / "sub" / "child.yaml").write_text(HEAD + server(flavor="a"))
    (folder / "e.yaml").write_text("parameters: {f: one}\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    (folder / "sub" / "child.yaml").write_text(HEAD + server(flavor="b"))
    (folder / "e.yaml").write_text("parameters: {f: two}\n")
    assert main(["diff", "HEAD:sub/t.yaml", "sub/t.yaml", "-e", "e.yaml", "-f", "json"]) == 0
    assert actions(json.loads(capsys.readouterr().out)) == {"k": "update", "k.s": "update", "s": "update"}
    assert main(["diff", "HEAD:sub/none.yaml", "sub/t.yaml"]) == 2
    assert "file 'sub/none.yaml' does not exist in HEAD" in capsys.readouterr().err
    assert main(["diff", "nothing:sub/t.yaml", "sub/t.yaml"]) == 2
    assert "unknown revision nothing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("type_", "old", "new", "environment", "refused"),
    [
        ("string", "a", "b", None, True),
        ("string", "a", "a", None, False),
        ("string", "1", "'1'", None, False),
        ("number", "1", "'1'", None, False),
        ("number", "1", "2", "1", False),
        ("number", "1", "1", "'1'", True),
        ("boolean", "true", "false", "true", False),
        ("comma_delimited_list", "'a,b'", "[a, b]", None, False),
        ("comma_delimited_list", "'a,b'", "'a,b'", "'a,b'", True),
        ("comma_delimited_list", "'a,b'", "'a,b'", "[a, b]", False),
        ("json", "{a: 1}", "{a: 2}", None, True),
        ("json", "{a: 1}", "{a: 2}", "{a: 1}", False),
    ],
)
def test_an_immutable_parameter_refuses_the_update(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    type_: str,
    old: str,
    new: str,
    environment: str | None,
    refused: bool,
) -> None:
    text = f"{HEAD}parameters: {{p: {{type: {type_}, immutable: true, default: %s}}}}\n"
    (folder / "old.yaml").write_text(text % old)
    (folder / "new.yaml").write_text(text % new)
    (folder / "none.yaml").write_text("{}\n")
    (folder / "new.env").write_text(f"parameters: {{p: {environment}}}\n" if environment is not None else "{}\n")
    args = ["diff", "old.yaml", "new.yaml", "--old-environment", "none.yaml", "-e", "new.env"]
    assert main([*args, "-f", "json"]) == refused
    found = json.loads(capsys.readouterr().out)
    assert [reason.partition(",")[0] for reason in found["refused"]] == ["parameter 'p': it is immutable"] * refused
    main(args)
    assert ("Heat refuses this update as a whole." in capsys.readouterr().out) is refused


def test_a_hidden_immutable_parameter_is_not_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{HEAD}parameters: {{p: {{type: string, immutable: true, hidden: true, default: %s}}}}\n"
    (folder / "old.yaml").write_text(text % "secretone")
    (folder / "new.yaml").write_text(text % "secrettwo")
    assert main(["diff", "old.yaml", "new.yaml"]) == 1
    said = capsys.readouterr().out
    assert "parameter 'p': it is immutable" in said and "secret" not in said


@pytest.mark.parametrize("command", [["preview", "new.yaml"], ["graph", "new.yaml"], ["diff", "new.yaml", "new.yaml"]])
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("nope=1", "a value is given for an undefined parameter"),
        ("count=many", "'many' is not a number"),
        ("count=0", "is below the minimum"),
        ("count=2", None),
    ],
)
def test_given_values_are_refused_as_check_does(
    folder: Path, capsys: pytest.CaptureFixture[str], command: list[str], given: str, reason: str | None
) -> None:
    (folder / "new.yaml").write_text(
        f"{HEAD}parameters: {{count: {{type: number, default: 1, constraints: [range: {{min: 1}}]}}}}\n"
    )
    assert main([*command, "-P", given]) == (reason is not None)
    said = "".join(capsys.readouterr())
    assert (reason or "") in said and ("refuse" in said or "hotlint: " in said) is (reason is not None)
    assert main(["check", "new.yaml", "-P", given, "--no-cache"]) == (reason is not None)


def test_a_parameter_without_a_value_is_refused_with_an_environment(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "new.yaml").write_text(f"{HEAD}parameters: {{p: {{type: string}}}}\n")
    (folder / "none.yaml").write_text("{}\n")
    for command in (["preview", "new.yaml"], ["graph", "new.yaml"], ["diff", "new.yaml", "new.yaml"]):
        assert main(command) == 0
        assert main([*command, "-e", "none.yaml"]) == 1
        assert "it has neither a default nor a given value" in "".join(capsys.readouterr())


def test_a_value_that_only_one_side_hides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = "heat_template_version: 2018-08-31\nparameters:\n  p: {type: string, default: hunter22}\nresources:\n"
    shown += "  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n"
    hidden = shown.replace("hunter22}", "hunter22, hidden: true}").replace("{get_param: p}", "other")
    (tmp_path / "shown.yaml").write_text(shown)
    (tmp_path / "hidden.yaml").write_text(hidden)
    for pair in (("shown.yaml", "hidden.yaml"), ("hidden.yaml", "shown.yaml")):
        main(["diff", *(str(tmp_path / name) for name in pair)])
        output = capsys.readouterr().out
        assert "******" in output
        assert "hunter22" not in output


def test_an_update_that_heat_refuses_when_it_validates_the_template(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `hotlint check` does, for errors that the old template does not have."""
    text = (
        HEAD
        + "resources: {g: {type: OS::Heat::ResourceGroup, properties: {count: 1, %s resource_def: {type: OS::Heat::RandomString}}}, x: {type: Acme::Thing}}\n"
    )
    (folder / "old.yaml").write_text(text % "")
    (folder / "new.yaml").write_text(text % "removal_policies: [{resource_list: 5}],")
    assert main(["diff", "old.yaml", "new.yaml", "-f", "json"]) == 1
    (refused,) = json.loads(capsys.readouterr().out)["refused"]
    assert refused.startswith("resource 'g': ")
    assert main(["diff", "new.yaml", "new.yaml"]) == 0
