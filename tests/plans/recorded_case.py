"""A stack as it runs, which the tests plan updates of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\n"


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
