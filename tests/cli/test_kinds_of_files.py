"""Tests that commands agree on the kind of a file, whatever style it is written in."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main

WRONG = "resources: {a: {type: 'OS::Nova::Servr'}}"
TEMPLATES = {
    "json.json": '{"heat_template_version": "2018-08-31", "resources": {"a": {"type": "OS::Nova::Servr"}}}',
    "indented.yaml": f"  heat_template_version: 2018-08-31\n  {WRONG}\n",
    "flow.yaml": "{heat_template_version: 2018-08-31, " + WRONG + "}\n",
    "start.yaml": "--- {heat_template_version: 2018-08-31, " + WRONG + "}\n",
    "quoted.yaml": f"'heat_template_version' : 2018-08-31\n{WRONG}\n",
    "escaped.json": '{"heat\\u005ftemplate_version": "2018-08-31", "resources": {"a": {"type": "OS::Nova::Servr"}}}',
    "mark.yaml": f"\ufeffheat_template_version: 2018-08-31\n{WRONG}\n",
    "no-ending": f"heat_template_version: 2018-08-31\n{WRONG}\n",
}
ENVIRONMENTS = {
    "mark.yaml": "\ufeffparameter_defaults: [a]\n",
    "flow.yaml": "{more: 1, parameter_defaults: [a]}\n",
    "explicit.yaml": "? parameter_defaults\n: [a]\n",
    "sinks.yaml": "parameters: [a]\nevent_sinks: {}\n",
}
NO_HEAT_FILES = {
    "parameters.yaml": "heat_template_version:\n  in: body\n  type: string\nresources:\n  in: body\n  type: object\n",
    "README.md": f"Text\n\n```\nheat_template_version: 2018-08-31\n{WRONG}\n```\n",
    "plain.md": f"heat_template_version: 2018-08-31\n{WRONG}\n",
    "list.yaml": "parameters:\n- name: id\n  in: path\n",
}
SUITES = {
    "block.yaml": "template: web.yaml\ntests:\n- {name: one, errors: []}\n",
    "flow.yaml": "{template: web.yaml, tests: [{name: one, errors: []}]}\n",
    "json.yaml": '{"template": "web.yaml", "tests": [{"name": "one", "errors": []}]}',
    "quoted.yaml": "'template': web.yaml\n'tests':\n- {name: one, errors: []}\n",
    "mention.yaml": "template: web.yaml\n# heat_template_version is 2018-08-31\ntests: [{name: one, errors: []}]\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return the codes that a check reports."""
    main(["check", "--no-cache", *arguments])
    lines = capsys.readouterr().out.splitlines()
    return [word for line in lines for word in line.split() if word.startswith("HOT")]


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_folder_is_checked_as_its_templates_are(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / name).write_text(TEMPLATES[name])
    assert "HOT501" in codes(capsys, "-f", "concise", ".") or "HOT502" in codes(capsys, "-f", "concise", ".")


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_a_folder_is_checked_as_its_environments_are(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name).write_text(ENVIRONMENTS[name])
    assert codes(capsys, "-f", "concise", ".") == codes(capsys, "-f", "concise", name) != []


@pytest.mark.parametrize("name", NO_HEAT_FILES)
def test_what_is_not_for_heat_is_left_alone(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / name).write_text(NO_HEAT_FILES[name])
    assert codes(capsys, "-f", "concise", ".") == []


@pytest.mark.parametrize("name", SUITES)
def test_suites_are_found_in_every_style(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "web.yaml").write_text("heat_template_version: 2018-08-31\n")
    (folder / "inner").mkdir()
    (folder / "inner" / name).write_text(SUITES[name].replace("web.yaml", "../web.yaml"))
    assert main(["test", "."]) == 0
    assert "1 test" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["web.hot-test.yaml", "suite.yaml"])
def test_a_suite_is_no_environment_of_a_template(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    template = "heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\nresources: {}\n"
    (tmp_path / "web.yaml").write_text(template)
    (tmp_path / name).write_text("template: web.yaml\ntests: [{name: one}]\nparameters: {size: 1}\n")
    assert main(["deployments", "."]) == 0
    assert name not in capsys.readouterr().out
