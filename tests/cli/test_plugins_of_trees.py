"""The plugins in a source tree are found by what they define, and give a template its types without a configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main

PLUGIN = """\
from heat.engine import properties, resource
class Device(resource.Resource):
    properties_schema = {"ip": properties.Schema(properties.Schema.STRING, required=True)}
class Server(resource.Resource):
    properties_schema = {}
def resource_mapping():
    return {"Acme::Net::Device": Device, "OS::Nova::Server": Server}
"""
TEMPLATE = """\
heat_template_version: 2018-08-31
resources:
  device: {type: "Acme::Net::Device", properties: {ip: 10.0.0.1}}
  key: {type: "OS::Nova::KeyPair", properties: {name: x}}
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / ".cache"))
    for name in (".git", "templates", "heat/plugins", "other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "heat/plugins/device.py").write_text(PLUGIN)
    (tmp_path / "other/tool.py").write_text("def resource_mapping():\n    return {'Other::Type': None}\n")
    (tmp_path / "templates/use.yaml").write_text(TEMPLATE)
    return tmp_path


@pytest.mark.parametrize("path", [".", "templates/use.yaml"])
def test_types_of_a_plugin_are_known_and_checked(tree: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", path]) == 0
    assert capsys.readouterr().err == (
        "hotlint: types of the plugins in heat/plugins are known (--no-discovery uses none)\n"
    )
    (tree / "heat/plugins/device.py").write_text(PLUGIN.replace('"ip"', '"address"'))
    assert main(["check", "-f", "concise", path]) == 1
    assert "requires the property 'address'" in capsys.readouterr().out
    (tree / "heat/plugins/device.py").unlink()
    assert main(["check", "-f", "concise", path]) == 1
    assert "unknown resource type 'Acme::Net::Device'" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--no-discovery", "--plugin-dir=other"])
def test_options_leave_found_plugins_out(tree: Path, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-f", "concise", option, "templates/use.yaml"]) == 1
    assert "unknown resource type 'Acme::Net::Device'" in capsys.readouterr().out


def test_a_plugin_that_was_found_replaces_no_type_of_heat(tree: Path) -> None:
    server = '  server: {type: "OS::Nova::Server", properties: {flavor: m1, image: i, networks: [{network: n}]}}\n'
    (tree / "templates/use.yaml").write_text(TEMPLATE + server)
    assert main(["check", "-q", "."]) == 0
