"""A root is checked with the environments that map its types, when no environment is named like it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main

ROOT = """\
heat_template_version: 2018-08-31
resources:
  web: {type: Acme::Web, properties: {size: 3, color: red}}
"""
SIZE = "heat_template_version: 2018-08-31\nparameters:\n  size: {type: number}\n"
COLOR = f"{SIZE}  color: {{type: string}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"root.yaml": ROOT, "size.yaml": SIZE, "color.yaml": COLOR}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *paths: str) -> list[str]:
    """The errors in the root: the same in its folder, by its name, and by the API."""
    answers = []
    for argument in (".", "root.yaml"):
        main(["check", "-f", "json", "--no-cache", argument, *paths])
        report = json.loads(capsys.readouterr().out)["diagnostics"]
        answers.append([f["message"] for f in report if f["path"] == "root.yaml" and f["severity"] == "error"])
    answers.append([d.message for d in hotlint.check("root.yaml").diagnostics if d.severity == "error"])
    assert answers[0] == answers[1] == answers[2]
    return answers[0]


def registry(folder: Path, name: str, target: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(f"resource_registry: {{'Acme::Web': {target}}}\n")


def test_nothing_maps_the_type(capsys: pytest.CaptureFixture[str]) -> None:
    (message,) = found(capsys)
    assert "unknown resource type 'Acme::Web'" in message


def test_one_environment_maps_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry(folder, "sizes.env", "size.yaml")
    assert found(capsys) == ["template 'Acme::Web' has no parameter 'color'"]
    main(["preview", "root.yaml"])
    assert "is resolved with sizes.env, which maps its types" in capsys.readouterr().err


def test_of_several_environments_any_may_be_the_right_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry(folder, "sizes.env", "size.yaml")
    registry(folder, "colors.env", "color.yaml")
    assert found(capsys) == []
    registry(folder, "colors.env", "size.yaml")
    assert found(capsys) == ["template 'Acme::Web' has no parameter 'color'"]
    assert main(["preview", "root.yaml"]) == 0
    assert "is resolved" not in capsys.readouterr().err


def test_an_environment_elsewhere_may_be_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry(folder, "site/registry.env", "../size.yaml")
    assert found(capsys) == []


def test_given_environments_are_all(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry(folder, "sizes.env", "size.yaml")
    (folder / "other.env").write_text("parameter_defaults: {x: 1}\n")
    main(["check", "-f", "json", "--no-cache", "-e", "other.env", "root.yaml"])
    assert "unknown resource type 'Acme::Web'" in capsys.readouterr().out
