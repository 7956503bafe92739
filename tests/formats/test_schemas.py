"""The JSON Schemas of hotlint's own formats: they are the packaged ones, and hold what the readers take."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from for_each import for_each
from jsonschema import Draft202012Validator

import hotlint
from hotlint.formats.configuration import CONFIGURATION
from hotlint.formats.policies import POLICIES
from hotlint.formats.schema import schema, schema_text
from hotlint.formats.suite import SUITE

DATA = Path(hotlint.__file__).parent / "data"
FORMATS = {"config": CONFIGURATION, "suite": SUITE, "policies": POLICIES}
PLACES: dict[str, tuple[str, Callable[[Any], dict[str, Any]]]] = {
    "suite": ("suite", lambda entry: {"template": "a", "tests": [], **entry}),
    "matrix": ("suite", lambda entry: {"template": "a", "tests": [], "matrix": entry}),
    "test": ("suite", lambda entry: {"template": "a", "tests": [{"name": "a", **entry}]}),
    "error": ("suite", lambda entry: {"template": "a", "tests": [{"name": "a", "errors": [entry]}]}),
    "update": ("suite", lambda entry: {"template": "a", "tests": [{"name": "a", "update": entry}]}),
    "operators": ("suite", lambda entry: {"template": "a", "tests": [{"name": "a", "assert": {"outputs.a": entry}}]}),
    "file": ("policies", lambda entry: entry),
    "policy": ("policies", lambda entry: {
        "policies": [{"code": "A1", "resources": "*", "assert": True, "message": "m", **entry}]}),
    "tested": ("policies", lambda entry: {"tests": [{"name": "a", "policy": "A1", "template": "t", "expect": {}, **entry}]}),
}  # fmt: skip
"""Where an entry is put: the schema, and the smallest document that holds it."""


@pytest.mark.parametrize("name", FORMATS)
def test_the_packaged_schema(name: str) -> None:
    assert (DATA / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(FORMATS[name]), "`make docs`"
    Draft202012Validator.check_schema(schema(FORMATS[name]))


@for_each("path", sorted((DATA / "scaffolds").rglob("*.hot-test.yaml")), ids=lambda path: path.name)
def test_scaffolds_are_valid(path: Path) -> None:
    Draft202012Validator(schema(SUITE)).validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", sorted((DATA / "policies").glob("*.yaml")), ids=lambda path: path.name)
def test_packs_are_valid(path: Path) -> None:
    data = json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8")), default=str))
    Draft202012Validator(schema(POLICIES)).validate(data)


@for_each(
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
    assert not Draft202012Validator(schema(FORMATS[name])).is_valid(data)


@for_each(
    ("place", "key", "accepted", "refused"),
    [
        pytest.param("suite", "template", ["a.yaml"], [5, {}, None], id="file"),
        pytest.param("test", "name", ["a", 5, True], [[], {}, None], id="text"),
        pytest.param("test", "environments", ["a", [], ["a"]], [5, [5], {}, None], id="files"),
        pytest.param("update", "parameters", [{}, {"a": 1}], [[], "a", None], id="mapping"),
        pytest.param("update", "attributes", [{}, {"a": {"b": 1}}], [{"a": 1}, []], id="attributes"),
        pytest.param("suite", "matrix", [{}, {"parameters": {"a": [1]}}], [[], {"a": 1}], id="matrix"),
        pytest.param("matrix", "environments", [{"a": "b"}, {"a": ["b"]}], ["a", {"a": 5}, {"a": [5]}], id="object"),
        pytest.param("matrix", "parameters", [{"a": [1]}, {"a": [[]]}], [{"a": []}, {"a": 1}, []], id="alternatives"),
        pytest.param("test", "snapshot", [True, False], ["true", 1, None], id="boolean"),
        pytest.param("error", "line", [0, 5], [-1, 1.5, "1", None], id="number"),
        pytest.param("error", "message", ["^a"], [5, True, []], id="pattern"),
        pytest.param("operators", "same_as", ["outputs.a", "parameters[1]"], ["outputs", "a.outputs.b", 5], id="path"),
        pytest.param("operators", "one_of", [[1], [None, "a"]], [[], 5, {}], id="list"),
        pytest.param("operators", "equal", [None, {}, [], "a", 1], [], id="value"),
        pytest.param("operators", "unknown", [True, "a"], [1, None, []], id="flag"),
        pytest.param("operators", "enabled", [True, False, "unknown"], ["yes", None, 1.5], id="unknown"),
        pytest.param("update", "expect", [{}, {"a": "none", "b": "refuse"}], [{"a": "pass"}, []], id="effects"),
        pytest.param("update", "others", ["any", "none"], ["some", True, None], id="enum"),
        pytest.param("suite", "tests", [[], [{"name": "a"}]], [{}, [5], [{}]], id="tests"),
        pytest.param("test", "errors", [[], [{"code": "A"}]], [{}, [{}], ["A"], [{"cod": "A"}]], id="errors"),
        pytest.param("test", "update", [{}, {"refused": True}], [[], {"refuse": True}], id="update"),
        pytest.param("test", "assert", [{}, {"outputs.a": [1]}, {"outputs[0]": None}, {"conditions.a": {"equal": {}}}],
                     [[], {"a": 1}, {"outputs.a": {}}, {"outputs.a": {"is": 1}}], id="assertions"),
        pytest.param("file", "extends", ["a", ["a"]], [5, [5]], id="policies"),
        pytest.param("file", "disable", ["A1", ["A1"]], [{}], id="codes"),
        pytest.param("file", "policies", [[]], [{}, [{}], ["a"]], id="items"),
        pytest.param("policy", "resources", ["*", ["*"]], [5, None], id="globs"),
        pytest.param("policy", "when", ["a", True], [5, [], None], id="expression"),
        pytest.param("tested", "template", ["a", {}], [5, [], None], id="template"),
        pytest.param("tested", "expect", [{}, {"a": "pass", "b": "unknown"}], [{"a": "update"}, []], id="expectations"),
    ],
)  # fmt: skip
def test_each_kind_of_value(place: str, key: str, accepted: list[Any], refused: list[Any]) -> None:
    name, document = PLACES[place]
    validator = Draft202012Validator(schema(FORMATS[name]))
    assert [value for value in accepted if not validator.is_valid(document({key: value}))] == []
    assert [value for value in refused if validator.is_valid(document({key: value}))] == []
