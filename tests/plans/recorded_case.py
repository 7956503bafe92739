"""Stacks as they run, which the tests plan updates of."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\n"
NET = """resources:
  net: {type: OS::Neutron::Net, properties: {name: %s}}
  sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: %s}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: sub}}]}}
  note: {type: OS::Heat::Value, properties: {value: {get_attr: [port, mac_address]}}}
"""
RUNNING_NET = {
    "net": ("net-1", {"name": "a"}, {"name": "a", "subnets": ["sub-1"], "status": "ACTIVE"}),
    "sub": ("sub-1", {"network": "net-1", "cidr": "10.0.0.0/24"}, {"cidr": "10.0.0.0/24", "gateway_ip": "10.0.0.1"}),
    "port": ("port-1", {"network": "net-1", "fixed_ips": [{"subnet": "sub-1"}]}, {"mac_address": "fa:16", "status": "DOWN"}),
    "note": ("note-1", {"value": "fa:16"}, {"value": "fa:16"}),
}  # fmt: skip
MEMBER = (
    HEAD
    + "parameters: {x: {type: string}}\nresources:\n  r: {type: OS::Heat::RandomString, properties: {length: %d, salt: {get_param: x}}}\noutputs: {v: {value: {get_attr: [r, value]}}}\n"
)
GROUP = "resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: %d, resource_def: {type: member.yaml, properties: {x: '%%index%%'}}}}\n  all: {type: OS::Heat::Value, properties: {value: {get_attr: [g, v]}}}\n"


class Running:
    """A recorded stack in a folder: `resources` as in a recording, by name."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.stack: dict[str, Any] = {"name": "web", "id": "s-1", "status": "CREATE_COMPLETE", "resources": {}}

    def runs(self, template: str, resources: dict[str, Any], **more: Any) -> Running:
        """Say what runs: a template, and {name: (id, properties, attributes)} or a resource as in a recording."""
        self.stack |= {"template": yaml.safe_load(_whole(template)), **more}
        self.stack["resources"] = {n: _resource(self.stack["template"], n, r) for n, r in resources.items()}
        return self

    def file(self) -> str:
        path = self.folder / "web.stack.yaml"
        path.write_text(yaml.safe_dump({"recorded_stack": 1, "recorded": "now", "stack": self.stack}, sort_keys=False))
        return path.name

    def run(self, template: str, *args: str) -> tuple[int, str]:
        """Return the exit code and the output of a plan."""
        (self.folder / "new.yaml").write_text(_whole(template))
        code = main(["plan", "--from", self.file(), "new.yaml", *args])
        said = self.capsys.readouterr()
        return code, said.out + said.err

    def plan(self, template: str, *args: str) -> dict[str, Any]:
        """Return a plan as data."""
        code, output = self.run(template, "-f", "json", *args)
        assert code in (0, 1), output
        return json.loads(output)  # type: ignore[no-any-return]

    def actions(self, template: str, *args: str) -> dict[str, str]:
        """Return {path: action} of the resources in which something changes."""
        return {".".join(r["path"]): r["action"] for r in self.plan(template, *args)["resources"] if not r["idle"]}


def _whole(template: str) -> str:
    return template if template.startswith("HeatTemplateFormatVersion") else HEAD + template


def _resource(template: dict[str, Any], name: str, given: Any) -> dict[str, Any]:
    if isinstance(given, dict):
        return given
    physical, properties, attributes = (*given, {}, {})[:3]
    declared = template.get("resources", {}).get(name) or template.get("Resources", {}).get(name, {})
    return {
        "type": declared.get("type") or declared.get("Type", "OS::Heat::Value"), "id": physical, "status": "CREATE_COMPLETE",
        "properties": properties, "attributes": attributes,
    }  # fmt: skip


def group(running: Running, count: int) -> None:
    """Say that a group of so many members runs, and a value that reads all of them."""
    path = f"file://{running.folder}/member.yaml"
    (running.folder / "member.yaml").write_text(MEMBER % 8)
    members = {
        str(n): {
            "type": path, "id": f"m-{n}", "status": "CREATE_COMPLETE", "properties": {"x": str(n)}, "attributes": {"v": f"word{n}"},
            "stack": {
                "name": f"web-g-{n}", "id": f"m-{n}", "status": "CREATE_COMPLETE", "resources": {
                    "r": {"type": "OS::Heat::RandomString", "id": f"r-{n}", "status": "CREATE_COMPLETE", "properties": {"length": 8, "salt": str(n)}, "attributes": {"value": f"word{n}"}},
                },
            },
        }
        for n in range(count)
    }  # fmt: skip
    definition = {"count": count, "resource_def": {"type": path, "properties": {"x": "%index%"}}}
    running.runs(
        (GROUP % count).replace("member.yaml", path),
        {
            "g": {
                "type": "OS::Heat::ResourceGroup", "id": "g-1", "status": "CREATE_COMPLETE", "properties": definition,
                "stack": {"name": "web-g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": members},
            },
            "all": ("all-1", {"value": [f"word{n}" for n in range(count)]}),
        },
        files={path: yaml.safe_load(MEMBER % 8)},
    )  # fmt: skip
