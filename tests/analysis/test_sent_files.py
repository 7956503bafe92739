"""Files as Heat's client sends them, and what Heat refuses of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from for_each import for_each

import hotlint

VERSION = "heat_template_version: 2018-08-31\n"
FETCH = VERSION + "outputs: {it: {value: {get_file: file}}}\n"


def errors(folder: Path, content: str | bytes, template: str = FETCH) -> list[str]:
    (folder / "file").write_bytes(content.encode() if isinstance(content, str) else content)
    (folder / "root.yaml").write_text(template)
    found = hotlint.check(folder / "root.yaml", config=False).diagnostics
    return [d.code for d in found if d.severity == "error"]


def output(folder: Path, content: str | bytes, name: str = "file") -> Any:
    (folder / "file").write_bytes(content.encode() if isinstance(content, str) else content)
    (folder / "root.yaml").write_text(FETCH.replace("get_file: file", f"get_file: {name}"))
    return hotlint.preview(folder / "root.yaml").to_dict()["outputs"]["it"]


@for_each(
    "content",
    [
        "x" * 524_289,
        "heat_template_version: 2009-01-01\n",
        "heat_template_version: ~\n",
        "heat_template_version: rocky\nHeatTemplateFormatVersion: '2012-12-12'\n",
        "AWSTemplateFormatVersion: '2009-09-09'\n",
        VERSION + "parameters: x\n",
        VERSION + "parameters: {p: x}\n",
        VERSION + "parameters: {p: {default: x}}\n",
        VERSION + "parameters: {p: {type: strin}}\n",
        VERSION + "parameters: {p: {type: string, constraints: [{foo: 1}]}}\n",
        "HeatTemplateFormatVersion: '2012-12-12'\nParameters: {p: {Type: Foo}}\n",
    ],
)
def test_a_file_that_heat_refuses(content: str, tmp_path: Path) -> None:
    assert errors(tmp_path, content) == ["HOT644"]


@for_each(
    "content",
    [
        "x" * 524_288,
        "parameters: x\n",
        VERSION + "foo: bar\nresources: {r: {type: No::Such::Type}}\n",
        VERSION + "parameters: []\n",
        VERSION + "parameters: {p: {type: number, default: x}}\n",
        VERSION + "a: [\n",
        "HeatTemplateFormatVersion: '2012-12-12'\nParameters: {p: {Type: Json}}\n",
        b"\xff\xfe\x00",
    ],
)
def test_a_file_that_heat_takes(content: str | bytes, tmp_path: Path) -> None:
    assert errors(tmp_path, content) == []


def test_a_refused_file_is_found_through_another_one(tmp_path: Path) -> None:
    (tmp_path / "inner").write_text("heat_template_version: 1\n")
    assert errors(tmp_path, VERSION + "outputs: {o: {value: {get_file: inner}}}\n") == ["HOT644"]


def test_get_file_yields_what_is_sent(tmp_path: Path) -> None:
    assert output(tmp_path, "a: 1\n") == {"value": "a: 1\n"}
    assert output(tmp_path, "heat_template_version: rocky\n") == {"value": '{"heat_template_version": "rocky"}'}
    assert output(tmp_path, b"\xff\xfe\x00") == {"value": "//4A\n"}
    assert "unknown" in output(tmp_path, VERSION + "outputs: {o: {value: {get_file: root.yaml}}}\n")


@for_each("name", ["'file '", "file:file", "./file", "'file#part'"])
def test_a_name_is_resolved_as_a_url(name: str, tmp_path: Path) -> None:
    assert output(tmp_path, "a\n", name) == {"value": "a\n"}


def test_a_computed_name_is_not_sent(tmp_path: Path) -> None:
    template = VERSION + "parameters: {p: {type: string, default: file}}\n"
    template += "resources: {r: {type: 'OS::Heat::Value', properties: {value: {get_file: {get_param: p}}}}}\n"
    assert errors(tmp_path, "a\n", template) == ["HOT701"]


def test_an_environment_that_is_no_text_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "root.yaml").write_text(VERSION)
    (tmp_path / "bad.env").write_bytes(b"parameters: {a: \0}\n")
    found = hotlint.check(tmp_path / "root.yaml", environments=[tmp_path / "bad.env"], config=False).diagnostics
    assert [(d.severity, "bad.env" in d.message) for d in found] == [("error", True)]
    assert hotlint.preview(tmp_path / "root.yaml", environments=[tmp_path / "bad.env"]).to_dict()["outputs"] == {}


def test_a_template_is_utf_8(tmp_path: Path) -> None:
    (tmp_path / "root.yaml").write_bytes(VERSION.encode("utf-16"))
    found = hotlint.check(tmp_path / "root.yaml", config=False).diagnostics
    assert [d.severity for d in found if "UTF-16" in d.message] == ["error"]


def test_functions_in_a_default_are_data(tmp_path: Path) -> None:
    default = "{a: {get_param: s}, b: [{list_join: [',', [x]]}]}"
    (tmp_path / "root.yaml").write_text(
        VERSION + f"parameters: {{p: {{type: json, default: {default}}}, q: {{type: string, default: {{if: [x]}}}}}}\n"
        "outputs: {it: {value: {get_param: p}}, text: {value: {get_param: q}}}\n"
    )
    outputs = hotlint.preview(tmp_path / "root.yaml").to_dict()["outputs"]
    assert outputs["it"] == {"value": {"a": {"get_param": "s"}, "b": [{"list_join": [",", ["x"]]}]}}
    assert outputs["text"] == {"value": "{'if': ['x']}"}


def test_a_refused_file_of_the_registry_is_found(tmp_path: Path) -> None:
    (tmp_path / "root.yaml").write_text(VERSION)
    (tmp_path / "env.yaml").write_text("resource_registry: {'Acme::Web': web.yaml}\n")
    (tmp_path / "web.yaml").write_text(VERSION + "parameters: {p: {type: strin}}\n")
    found = hotlint.check(tmp_path / "root.yaml", environments=[tmp_path / "env.yaml"], config=False).diagnostics
    assert [d.code for d in found if d.severity == "error"] == ["HOT644"]


def test_a_file_of_the_registry_is_no_file_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "env.yaml").write_text("resource_registry: {'Acme::Web': web.yaml}\n")
    (tmp_path / "web.yaml").write_text("heat_template_version: 2009-01-01\n")
    for name in ("web.yaml", tmp_path / "web.yaml"):
        found = hotlint.check(name, environments=[tmp_path / "env.yaml"], config=False).diagnostics
        assert [d.code for d in found if d.severity == "error"] == ["HOT102"]


def test_a_template_is_no_environment(tmp_path: Path) -> None:
    (tmp_path / "root.yaml").write_text(VERSION)
    found = hotlint.check(tmp_path / "root.yaml", environments=[tmp_path / "root.yaml"], config=False).diagnostics
    assert [d.code for d in found if d.severity == "error"] == ["HOT620"]


def test_half_a_surrogate_pair_is_written_as_an_escape(tmp_path: Path) -> None:
    from hotlint.syntax.yaml_writer import dump

    assert dump({"a": "x\ud800", "b": "y"}) == 'a: "x\\uD800"\nb: y\n'
    shared = ["x"]
    for text in ("", "\ud800"):  # with the dumper of libyaml, and with that of Python, which alone writes such halves
        dumped = dump({"text": "a\nb\n", "one": shared, "same": shared, "more": f"c{text}"})
        assert dumped.startswith("text: |\n  a\n  b\none:\n- x\nsame:\n- x\nmore: ")
