"""`hotlint check --cloud`: what Heat's validation adds, at its place, once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hotlint.analysis.files.project import Project
from hotlint.analysis.files.upload import upload_of
from hotlint.cli.main import main
from hotlint.cloud.errors import CloudError, RequestRefusedError
from hotlint.resource_types.catalog import Catalog

TEMPLATE = """heat_template_version: 2018-08-31
description: d
parameters:
  size: {type: number, description: d, default: 1}
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: nowhere, name: p}
  other: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
"""


class StandIn:
    """Answers as Heat does: `refusals` are its messages by question."""

    name = "made-up"

    def __init__(self) -> None:
        self.refusals: dict[str, str] = {}
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def post(self, service: str, path: str, body: dict[str, Any]) -> Any:
        assert service == "orchestration"
        self.asked.append((path, body))
        if path in self.refusals:
            raise RequestRefusedError("Heat", 400, self.refusals[path])
        return {}


@pytest.fixture
def heat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    made = StandIn()
    monkeypatch.setattr("hotlint.cloud.connection.connect", lambda name, request_seconds: made)
    return made


def check(capsys: pytest.CaptureFixture[str], *args: str) -> list[tuple[str, str, int]]:
    main(["check", "t.yaml", "--cloud", "made-up", "-f", "json", "--no-cache", *args])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    return [(d["code"], d["message"], d["line"]) for d in found if d["severity"] == "error"]


def test_what_heat_accepts_adds_nothing(heat: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(capsys) == []
    assert [path for path, _ in heat.asked] == ["/validate", "/stacks/preview"]


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Property error: : resources.port.properties.network: : Error validating value 'nowhere'", 8),
        ("Property error: resources.port.properties: Property error: no", 8),
        ("resources.port: : no such thing", 6),
        ("The Parameter (size) was not provided.", 4),
        ("Parameter size: not a number", 4),
        ("Service nova is not available for resource type OS::Neutron::Port, reason: none.", 7),
        ("The Resource Type (OS::Neutron::Port) could not be found.", 7),
        ('The specified reference "other" (in x) is incorrect.', 9),
        ("something else", 1),
    ],
)
def test_a_refusal_is_at_its_place(heat: StandIn, capsys: pytest.CaptureFixture[str], message: str, line: int) -> None:
    heat.refusals["/stacks/preview"] = message
    assert check(capsys) == [
        ("HOT088", f"Heat of cloud 'made-up' refuses it: {message.replace(': :', ':').strip(' :')}", line)
    ]


def test_a_refusal_is_at_the_innermost_value(heat: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEMPLATE.replace("network: nowhere,", "network: n, fixed_ips: [{ip_address: 10.0.0.3}, {subnet: gone}],")
    (tmp_path / "t.yaml").write_text(text)
    path = "resources.port.properties.fixed_ips[1].subnet"
    heat.refusals["/stacks/preview"] = f"Property error: : {path}: : Error validating value 'gone'"
    main(["check", "t.yaml", "--cloud", "made-up", "-f", "json", "--no-cache"])
    (found,) = [d for d in json.loads(capsys.readouterr().out)["diagnostics"] if d["code"] == "HOT088"]
    line = text.splitlines()[found["line"] - 1]
    assert line[found["span"]["start_column"] : found["span"]["end_column"]] == "gone"
    assert found["message"].endswith(f"Property error: {path}: Error validating value 'gone'")


def test_one_cause_is_one_finding(heat: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.yaml").write_text(TEMPLATE.replace("name: p", "nmae: p"))
    heat.refusals["/validate"] = "Property error: resources.port.properties: Unknown Property nmae"
    assert [code for code, _, _ in check(capsys)] == ["HOT503"]
    heat.refusals["/validate"] = "resources.other: no"
    assert [code for code, _, _ in check(capsys)] == ["HOT503", "HOT088"]


def test_limits_of_the_project_are_not_about_the_template(heat: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    heat.refusals["/stacks/preview"] = "You have reached the maximum stacks per tenant, 512."
    assert check(capsys) == []


def test_without_values_only_the_validation_is_asked(
    heat: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.yaml").write_text(TEMPLATE.replace(", default: 1", ""))
    check(capsys)
    check(capsys, "-P", "size=2")
    assert [path for path, _ in heat.asked] == ["/validate", "/validate", "/stacks/preview"]
    assert heat.asked[1][1]["environment"] == {"parameters": {"size": "2"}}


def test_heat_is_asked_with_the_environments_of_the_options(
    heat: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = (tmp_path / "a.env").as_uri()
    (tmp_path / "a.env").write_text("parameters: {size: 3}\n")
    check(capsys, "-e", "a.env", "-P", "size=2", "-P", "OS::stack_name=web")
    for _, body in heat.asked:
        assert body["environment"] == {"parameters": {"size": "2"}}
        assert body["environment_files"] == [address]
        assert json.loads(body["files"][address]) == {"parameters": {"size": 3}}
    assert [sorted(set(body) - {"template"}) for _, body in heat.asked] == [
        ["environment", "environment_files", "files"],
        ["environment", "environment_files", "files", "stack_name"],
    ]


@pytest.mark.parametrize("name", ["Port", "my.port", "My.Long.port"])
def test_names_of_resources_are_found_as_they_are(
    heat: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "t.yaml").write_text(TEMPLATE.replace("  port:", f"  {name}:"))
    for path, line in ((name, 6), (f"{name}.Properties.network", 8), (f"{name}.properties.gone", 8)):
        heat.refusals["/validate"] = f"resources.{path}: no"
        assert [found[2] for found in check(capsys)] == [line], path


def test_a_cloud_that_cannot_be_asked(
    heat: StandIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(name: str, request_seconds: float) -> None:
        raise CloudError(f"no cloud '{name}' in clouds.yaml")

    monkeypatch.setattr("hotlint.cloud.connection.connect", refuse)
    assert main(["check", "t.yaml", "--cloud", "prod"]) == 2
    assert "no cloud 'prod' in clouds.yaml" in capsys.readouterr().err


def test_what_is_sent_is_what_the_client_sends(tmp_path: Path) -> None:
    """Names become addresses, templates and environments JSON; files of nested templates are sent as well."""
    (tmp_path / "in").mkdir()
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\nresources:\n  a: {type: in/one.yaml}\n")
    one = "heat_template_version: 2018-08-31\nresources:\n  r: {type: OS::Heat::Value, properties: {value: {get_file: run.sh}}}\n"
    (tmp_path / "in/one.yaml").write_text(one)
    (tmp_path / "in/run.sh").write_text("#!/bin/sh\n")
    (tmp_path / "env.yaml").write_text("resource_registry: {'My::One': in/one.yaml, 'My::Two': 'OS::Heat::None'}\n")
    found = upload_of(Project(Catalog()), str(tmp_path / "t.yaml"), (str(tmp_path / "env.yaml"),))
    base = tmp_path.as_uri()
    assert found.template["resources"]["a"]["type"] == f"{base}/in/one.yaml"
    assert found.environments == (f"{base}/env.yaml",)
    assert found.files[f"{base}/in/run.sh"] == "#!/bin/sh\n"
    assert json.loads(found.files[f"{base}/in/one.yaml"])["resources"]["r"]["properties"]["value"] == {
        "get_file": f"{base}/in/run.sh"
    }
    registry = json.loads(found.files[f"{base}/env.yaml"])["resource_registry"]
    assert registry == {"My::One": f"{base}/in/one.yaml", "My::Two": "OS::Heat::None"}


@pytest.mark.parametrize("where", ["base_url: in/, ", ""])
def test_files_of_a_registry_are_relative_to_its_base(tmp_path: Path, where: str) -> None:
    (tmp_path / "in").mkdir()
    for name in ("one.yaml", "in/one.yaml"):
        (tmp_path / name).write_text(f"heat_template_version: 2018-08-31\ndescription: {name}\n")
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\n")
    (tmp_path / "env.yaml").write_text(
        f"resource_registry: {{{where}'My::One': one.yaml, resources: {{r: {{'My::One': one.yaml}}}}}}\n"
    )
    found = upload_of(Project(Catalog()), str(tmp_path / "t.yaml"), (str(tmp_path / "env.yaml"),))
    address = f"{tmp_path.as_uri()}/{'in/' if where else ''}one.yaml"
    registry = json.loads(found.files[f"{tmp_path.as_uri()}/env.yaml"])["resource_registry"]
    assert registry["My::One"] == registry["resources"]["r"]["My::One"] == address
    assert json.loads(found.files[address])["description"] == ("in/one.yaml" if where else "one.yaml")
