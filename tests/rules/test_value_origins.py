"""Findings about a value name the parameter that it comes from, and the place where that gets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main

PORT = """\
heat_template_version: 2018-08-31
parameters:
  kind: {type: string%s}
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: net, "binding:vnic_type": {get_param: kind}}
"""


def report(capsys: pytest.CaptureFixture[str], path: Path, form: str = "text", *options: str) -> str:
    main(["check", path.name, "--no-cache", "--format", form, *options])
    return capsys.readouterr().out


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_value_of_an_environment(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    (folder / "web.env").write_text("parameters:\n  kind: wrong\n")
    text = report(capsys, folder / "web.yaml")
    assert "(parameter 'kind' from web.env)" in text and "web.env:2:3: value of parameter 'kind'" in text
    assert "%0Asee web.env:2:3: value of parameter 'kind'" in report(capsys, folder / "web.yaml", "github")


def test_a_default(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % ", default: wrong")
    text = report(capsys, folder / "web.yaml")
    assert "(default of parameter 'kind')" in text and "web.yaml:3:33: default of parameter 'kind'" in text


def test_a_value_of_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    assert "(parameter 'kind' from " in report(capsys, folder / "web.yaml", "concise", "-P", "kind=wrong")


def test_a_value_of_a_parent(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    parent = "heat_template_version: 2018-08-31\nresources:\n  child: {type: web.yaml, properties: {kind: wrong}}\n"
    (folder / "parent.yaml").write_text(parent)
    (folder / "parent.env").write_text("parameter_defaults: {x: y}\n")
    main(["check", ".", "-e", "parent.env", "--no-cache"])
    text = capsys.readouterr().out
    assert "(parameter 'kind' from the resource 'child' of parent.yaml)" in text
    assert "see parent.yaml:3:3: value of parameter 'kind'" in text


def test_environments_of_the_same_name_are_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text(PORT % "")
    for site in ("north", "south"):
        (folder / site).mkdir()
        (folder / site / "web.env").write_text("parameters: {kind: wrong}\n")
    text = report(capsys, folder / "web.yaml", "concise", "--environments", "*/web.env")
    assert [line.rpartition("'smart-nic' ")[2] for line in text.splitlines()[:2]] == [
        "(parameter 'kind' from north/web.env), see north/web.env:1:14",
        "(parameter 'kind' from south/web.env), see south/web.env:1:14",
    ]
