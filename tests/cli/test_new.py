"""`hotlint new`: each scaffold is formatted, checked and tested, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.operations.new import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_scaffold_is_formatted_checked_and_tested(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", kind, "mine"]) == 0
    monkeypatch.chdir(tmp_path / "mine")
    capsys.readouterr()
    assert main(["check", "--profile", "security", "--fail-on", "info", "."]) == 0
    assert "Nothing found" in capsys.readouterr().out
    assert main(["format", "--check", "."]) == 0
    assert main(["test", "--coverage", "--fail-under", "80"]) == 0
    if kind == "policy":
        assert main(["policy", "test", "policies.yaml"]) == 0


def test_a_suite_of_a_template_that_does_not_exist_makes_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "suite", "web.yaml"]) == 2
    assert "template 'web.yaml' does not exist" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_was_killed_between_two_files_is_completed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "nested", "mine"]) == 0
    whole = {path.name: path.read_text() for path in Path("mine").iterdir()}
    first, *others = sorted(whole)
    for name in others:
        (tmp_path / "mine" / name).unlink()
    assert main(["new", "nested", "mine"]) == 0
    assert {path.name: path.read_text() for path in Path("mine").iterdir()} == whole
    capsys.readouterr()
    (tmp_path / "mine" / others[0]).unlink()
    (tmp_path / "mine" / first).write_text("mine\n")
    assert main(["new", "nested", "mine"]) == 2
    assert f"{first}' exists already; nothing was written" in capsys.readouterr().err
    assert not (tmp_path / "mine" / others[0]).exists()


def test_a_file_that_exists_is_not_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "server.env").write_text("parameters: {}\n")
    assert main(["new", "server", str(tmp_path)]) == 2
    assert "server.env' exists already; nothing was written" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["server.env"]
    assert main(["new", "server", str(tmp_path / "server.env")]) == 2
    assert "server.env' is a file; name a folder" in capsys.readouterr().err


TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, constraints: [range: {min: 1, max: 5}]}
  zone: {type: string, default: a, constraints: [allowed_values: [a, b]]}
  image: {type: string}
  secret: {type: string, hidden: true, default: tiger}
conditions: {big: {equals: [{get_param: size}, 5]}}
resources:
  random: {type: OS::Heat::RandomString, properties: {length: {get_param: size}}}
  spare: {type: OS::Heat::None, condition: big}
outputs:
  zone: {value: {get_param: zone}}
  secret: {value: {get_param: secret}}
  "0.random": {value: {get_attr: [random, value]}}
"""


def test_a_suite_for_a_template_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("web.yaml").write_text(TEMPLATE)
    Path("web.env").write_text("parameters: {image: debian, zone: b}\n")
    assert main(["new", "suite", "web.yaml"]) == 0
    assert (
        Path("web.hot-test.yaml").read_text()
        == """\
template: web.yaml
environments:
- web.env
parameters:
  size: 1

tests:
- name: resources and outputs
  assert:
    resources.random: {type: 'OS::Heat::RandomString'}
    resources.spare: {enabled: false}
    outputs.zone: b
- {name: the whole preview, snapshot: true}
- name: size 0 is refused
  parameters: {size: 0}
  errors:
  - {at: parameters.size}
- name: zone something else is refused
  parameters: {zone: something else}
  errors:
  - {at: parameters.zone}
"""
    )
    assert main(["test"]) == 0
    assert main(["check", "."]) == 0
    assert main(["new", "suite", "web.yaml"]) == 2
    assert "'web.hot-test.yaml' exists already; nothing was written" in capsys.readouterr().err
    assert main(["new", "suite", "web.env"]) == 2
    assert "'web.env' is not a HOT template" in capsys.readouterr().err


def test_policies_below_a_configuration_are_named_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".hotlint.yaml").write_text("ignore: [HOT905]\n")
    assert main(["new", "policy", "site"]) == 0
    assert [p.name for p in Path("site").iterdir()] == ["policies.yaml"]
    assert "add to .hotlint.yaml: policies: [site/policies.yaml]" in capsys.readouterr().out
