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
    assert found(capsys) == ["template 'Acme::Web' has no parameter 'color'"]
    registry(folder, "lab/registry.env", "../color.yaml")
    assert found(capsys) == []


def test_given_environments_are_all(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry(folder, "sizes.env", "size.yaml")
    (folder / "other.env").write_text("parameter_defaults: {x: 1}\n")
    main(["check", "-f", "json", "--no-cache", "-e", "other.env", "root.yaml"])
    assert "unknown resource type 'Acme::Web'" in capsys.readouterr().out


def test_members_of_groups_have_such_types(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    resources = {
        "group": "{type: OS::Heat::ResourceGroup, properties: {resource_def: {type: 'Acme::Web'}}}",
        "scaled": "{type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: {type: 'Acme::Web'}}}",
        "chain": "{type: OS::Heat::ResourceChain, properties: {resources: ['Acme::Web']}}",
    }
    lines = "".join(f"  {name}: {body}\n" for name, body in resources.items())
    (folder / "root.yaml").write_text(f"heat_template_version: 2018-08-31\nresources:\n{lines}")
    assert found(capsys) == ["unknown resource type 'Acme::Web'"] * 3
    registry(folder, "site/registry.env", "../size.yaml")
    assert found(capsys) == []


def test_a_site_may_add_a_type_to_a_namespace_of_heat(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a root and in a template that a registry maps a type to; a misspelled name is still an error."""
    text = "heat_template_version: 2018-08-31\nresources:\n  it: {type: 'OS::Nova::Vmx'}\n"
    (folder / "root.yaml").write_text(text)
    (folder / "size.yaml").write_text(text.replace("Vmx", "Vm"))
    registry(folder, "site/registry.env", "../size.yaml")
    entries = "resource_registry: {'OS::Nova::Vmx': ../size.yaml, 'OS::Nova::Vm': ../color.yaml}\n"
    (folder / "site/registry.env").write_text(entries)
    assert found(capsys) == []
    assert not [d for d in hotlint.check("size.yaml").diagnostics if d.severity == "error"]
    (folder / "root.yaml").write_text(text.replace("Vmx", "Vmy"))
    assert ["OS::Nova::Vmy" in message for message in found(capsys)] == [True]


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("{resources: {else: {'Acme::Web': 'OS::Heat::None'}}}", True),
        ("{resources: {web: {'Acme::Web': 'OS::Heat::None'}}}", False),
        ("{'Acme::Web': 'OS::Heat::None'}", False),
    ],
)
def test_a_type_that_all_environments_map_for_other_resources_is_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], other: str, told: bool
) -> None:
    """Another environment of the tree may be given as well, if it maps the type for more resources."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "app.yaml").write_text("heat_template_version: rocky\nresources: {web: {type: 'Acme::Web'}}\n")
    (tmp_path / "app.env").write_text("resource_registry: {resources: {else: {'Acme::Web': 'OS::Heat::None'}}}\n")
    (tmp_path / "other.env").write_text(f"resource_registry: {other}\n")
    assert main(["check", "--no-cache", str(tmp_path / "app.yaml")]) == told
    assert ("HOT501" in capsys.readouterr().out) is told


@pytest.mark.parametrize(("target", "assumed"), [("size.yaml", True), ("color.yaml", False)])
def test_a_jinja_source_that_maps_a_type_otherwise_leaves_it_open(
    folder: Path, capsys: pytest.CaptureFixture[str], target: str, assumed: bool
) -> None:
    (folder / ".git").mkdir()
    (folder / "registry.j2.yaml").write_text(f"resource_registry: {{'Acme::Web': {target}}}\n")
    registry(folder, "elsewhere/env.yaml", "../size.yaml")
    assert bool(found(capsys)) is assumed
