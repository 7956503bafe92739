"""`hotlint bundle` writes the request of Heat's client, and `hotlint check` reads it without any other file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main
from hotlint.syntax.plain_yaml import load

HEAD = "heat_template_version: 2018-08-31\n"
FILES = {
    "web.yaml": HEAD
    + "parameters: {n: {type: number}}\nresources:\n  a: {type: My::One, properties: {n: {get_param: n}}}\n"
    "  b: {type: OS::Heat::Value, properties: {value: {get_file: in/run.sh}}}\n",
    "in/one.yaml": HEAD + "parameters: {n: {type: number}}\nresources:\n"
    "  r: {type: OS::Heat::Value, properties: {value: [{get_param: n}, {get_file: run.sh}]}}\n",
    "in/run.sh": "echo h\u00e4\u200b\n",
    "map.env": "resource_registry: {'My::One': in/one.yaml}\nparameters: {n: 1}\n",
    "n.env": "parameters: {n: 2}\n",
    "flat.yaml": HEAD + "resources:\n  b: {type: OS::Heat::Value, properties: {value: [{get_file: in/run.sh}]}}\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)


def _bundle(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["bundle", *arguments]) == 0
    return load(capsys.readouterr().out)


def test_a_bundle_is_the_request_of_the_client(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, given = tmp_path.as_uri(), ("web.yaml", "-e", "map.env", "-e", "n.env")
    body = _bundle(capsys, *given)
    one = {f"{base}/in/{name}" for name in ("one.yaml", "run.sh")}
    assert set(body["files"]) == {*one, f"{base}/map.env", f"{base}/n.env"}
    assert body["files"][f"{base}/in/run.sh"] == FILES["in/run.sh"]
    assert body["environment"] == {"resource_registry": {"My::One": f"{base}/in/one.yaml"}, "parameters": {"n": 2}}
    assert body["environment_files"] == [f"{base}/map.env", f"{base}/n.env"]
    assert _bundle(capsys, *given, "-f", "yaml") == body
    assert _bundle(capsys, *given, "-P", "n=3") == {**body, "parameters": {"n": "3"}}
    assert _bundle(capsys, *given, "--part", "files") == body["files"]


def test_a_self_contained_template_has_the_texts_of_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    body = _bundle(capsys, "flat.yaml", "--self-contained")
    assert body["template"]["resources"]["b"]["properties"]["value"] == [FILES["in/run.sh"]]
    assert body["files"] == {}
    assert "environment_files" not in body


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["web.yaml", "-e", "map.env", "--self-contained"], "it uses 'file:///"),
        (["gone.yaml"], "gone.yaml:2: file 'no.sh' does not exist"),
        (["n.env"], "'n.env' is not a HOT template"),
        (["web.yaml", "-e", "list.env"], "one is no mapping"),
    ],
)
def test_what_cannot_be_sent(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("gone.yaml").write_text(
        HEAD + "resources: {a: {type: OS::Heat::Value, properties: {value: {get_file: no.sh}}}}\n"
    )
    Path("list.env").write_text("[1]\n")
    assert main(["bundle", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("style", ["json", "yaml", "text"])
def test_a_bundle_is_checked_without_other_files(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong in it stands at its place in it; a file that is not in it is missing, wherever it is."""
    body = _bundle(capsys, "web.yaml", "-e", "map.env")
    name = "web.json" if style == "json" else "web.bundle.yaml"

    def errors() -> list[str]:
        if style == "text":
            body["template"] = json.dumps(body["template"]) if isinstance(body["template"], dict) else body["template"]
        Path(name).write_text(json.dumps(body, indent=1) if style != "yaml" else _as_yaml(body))
        main(["check", "-f", "concise", "--quiet", name])
        return capsys.readouterr().out.splitlines()

    assert not [line for line in errors() if "error" in line]
    del body["files"][next(address for address in body["files"] if address.endswith("run.sh"))]
    (first, *_) = [line for line in errors() if "HOT602" in line]
    assert "/in/run.sh' does not exist" in first
    line = Path(name).read_text().splitlines()[int(first.split(":")[1]) - 1]
    assert "run.sh" in line


def _as_yaml(body: Any) -> str:
    from hotlint.syntax.yaml_writer import dump

    return dump(body, exact=True)
