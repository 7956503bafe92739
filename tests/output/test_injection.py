"""Names of files and text of templates stay text: no terminal, build server or editor takes them for anything else."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.ide.documentation.markup import code, escaped, yaml_block

HOSTILE = "\x1b]0;owned\x07\x9b2J\u202e\x7f::error::owned"
TEMPLATE = f"""\
heat_template_version: 2018-08-31
description: d
parameters:
  p: {{type: string, description: d, default: {json.dumps(HOSTILE)}, constraints: [{{allowed_values: [a, "[x](http://evil)"]}}]}}
resources:
  a: {{type: {json.dumps("OS::Heat::" + HOSTILE)}, properties: {{value: {{get_param: p}}}}}}
"""
NAME = "a\x1b[31m\n::error file=x::owned %0A,b.yaml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    (tmp_path / NAME).write_text(TEMPLATE)
    return tmp_path


@pytest.mark.parametrize(
    "report", ["text", "concise", "github", "gitlab", "json", "junit", "sarif", "markdown", "html"]
)
def test_reports(capsys: pytest.CaptureFixture[str], report: str) -> None:
    main(["check", "-f", report, "."])
    shown = capsys.readouterr().out
    assert "owned" in shown
    assert [c for c in shown if not c.isprintable() and c != "\n"] == []
    own = 0 if report != "github" else shown.count("\n") - 1
    assert sum(line.startswith("::") for line in shown.splitlines()) == own
    assert all(line.count("::error") <= 3 for line in shown.splitlines())


def test_a_property_of_a_command_holds_all_of_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "-f", "github", "."])
    commands = [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")]
    name = r"a\x1b[31m\n%3A%3Aerror file=x%3A%3Aowned %250A%2Cb.yaml"
    assert {line.partition(" file=")[2].partition(",")[0] for line in commands} == {name}


@pytest.mark.parametrize("command", [["check"], ["preview"], ["check", "--config"], ["check", "-e"], [""]])
def test_messages_about_paths(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    main([*command, "missing" + NAME] if command != [""] else [NAME])
    shown = capsys.readouterr().err
    assert "owned" in shown
    assert [c for c in shown if not c.isprintable() and c != "\n"] == []
    assert not any(line.startswith("::") for line in shown.splitlines())


def test_no_message_of_sarif_has_a_link(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "-f", "sarif", "."])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    messages = [r["message"]["text"] for r in results]
    assert any(r"\[x](http://evil)" in message for message in messages)
    assert not any("'[x](" in message for message in messages)


def test_file_names_that_look_like_options(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.rename(NAME, "--fix.yaml")
    assert main(["check", "--templates-only", "-f", "concise", "--", "--fix.yaml"]) == 1
    assert capsys.readouterr().out.startswith("--fix.yaml:")


@pytest.mark.parametrize("report", ["markdown", "html"])
def test_no_link_to_a_nested_template_is_a_script(
    capsys: pytest.CaptureFixture[str], folder: Path, report: str
) -> None:
    name = "javascript:alert(1).yaml"
    (folder / name).write_text("heat_template_version: 2018-08-31\n")
    (folder / "t.yaml").write_text(f"heat_template_version: 2018-08-31\nresources: {{r: {{type: '{name}'}}}}\n")
    main(["docs", "-f", report, "t.yaml"])
    shown = capsys.readouterr().out
    assert name in shown and "javascript%3Aalert%281%29.yaml" in shown
    assert "(javascript:" not in shown and '"javascript:' not in shown


def test_markdown() -> None:
    assert escaped("![a](http://x) <img src=x> `b` *c*") == r"!\[a\](http://x) \<img src=x\> \`b\` \*c\*"
    assert code("a`b``c\nd") == "``` a`b``c d ```"
    assert code("a") == "`a`"
    assert yaml_block("a: ```\n![x](y)") == "````yaml\na: ```\n![x](y)\n````"
