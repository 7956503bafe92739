"""The JSON Schemas of suites and of files of policies: they are the packaged ones, and hold what the readers take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import hotlint
from hotlint.suites.schema import policy_schema, schema_text, suite_schema

DATA = Path(hotlint.__file__).parent / "data"
SCHEMAS = {"suite": suite_schema(), "policies": policy_schema()}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_packaged_schema(name: str) -> None:
    assert (DATA / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(SCHEMAS[name]), "`make docs`"
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("path", sorted((DATA / "scaffolds").rglob("*.hot-test.yaml")), ids=lambda path: path.name)
def test_scaffolds_are_valid(path: Path) -> None:
    Draft202012Validator(SCHEMAS["suite"]).validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", sorted((DATA / "policies").glob("*.yaml")), ids=lambda path: path.name)
def test_packs_are_valid(path: Path) -> None:
    data = json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8")), default=str))
    Draft202012Validator(SCHEMAS["policies"]).validate(data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("suite", {"template": "a"}),
        ("suite", {"template": "a", "tests": [{}]}),
        ("suite", {"template": "a", "tests": [{"name": "a", "assert": {"a": 1}}]}),
        ("suite", {"template": "a", "tests": [{"name": "a", "assert": {"outputs.a": {"equl": 1}}}]}),
        ("suite", {"template": "a", "tests": [{"name": "a", "update": {"expect": {"a": "chang"}}}]}),
        ("suite", {"template": "a", "tests": [{"name": "a", "errors": [{}]}]}),
        ("suite", {"template": "a", "tests": [{"name": "a", "matrix": {"parameters": {"a": []}}}]}),
        ("policies", {"policies": [{"code": "A1", "assert": "true", "message": "m"}]}),
        (
            "policies",
            {"policies": [{"code": "A1", "resources": "*", "outputs": "*", "assert": "true", "message": "m"}]},
        ),
        ("policies", {"tests": [{"name": "a", "policy": "A1", "template": "t", "expect": {"a": "pas"}}]}),
    ],
)
def test_mistakes_are_refused(name: str, data: dict[str, Any]) -> None:
    assert not Draft202012Validator(SCHEMAS[name]).is_valid(data)
