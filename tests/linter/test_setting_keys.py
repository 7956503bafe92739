"""The table of settings, as the schema, the options and the editor have them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from for_each import for_each

from hotlint.formats.configuration import CONFIGURATION, DEPLOYMENT, JINJA, KEYS
from hotlint.formats.schema import schema
from hotlint.formats.table import Key
from hotlint.linter.settings.editor import editor_settings
from hotlint.linter.settings.model import Settings

RECORDED = Path(__file__).parents[1] / "data" / "snapshots" / "commands"


ACCEPTED: dict[str, dict[str, list[object]]] = {
    "targets": {"target": [2025.1, "rocky", ["rocky", 2025.1]]},
    "file": {"cloud_snapshot": ["c.yaml"]},
    "boolean": {"discovery": [True, False]},
    "limit": {"resource_limit": [-1, 0, 10]},
    "seconds": {"budget": [0.5, 86_400]},
    "strings": {"known_types": ["A", ["A", 5]]},
    "paths": {"environments": ["a.env", [], ["a.env", 1]]},
    "folders": {"plugin_dirs": [5, ["a"]]},
    "globs": {"exclude": ["*.yaml", ["*.yaml", 1]]},
    "selectors": {"select": ["all", ["HOT3", 5]], "unfixable": ["all"]},
    "profiles": {"profile": ["security", ["security"]]},
    "policies": {"policies": [["p.yaml", {"code": "A1"}]]},
    "extends": {"extends": ["a", ["a", "b"]]},
    "severities": {"severity": [{}, {"HOT3": "info", "HOT4": "error"}]},
    "choice of ": {
        "list_indentation": ["indented", "flush", "keep"],
        "flow_spaces": ["one"],
        "fail_on": ["error", "warning", "info"],
    },
    "deployments": {
        "deployments": [[], [{"name": "a", "template": "a.yaml", "environments": "e", "values": {}, "target": 24}]]
    },
    "jinja": {
        "jinja": [
            {"files": "*.j2", "trim_blocks": False},
            [{"variables": {"a": 1}}, {"search_path": ["a"], "variable_files": 1}],
        ]
    },
    "templates": {"templates": [{}, {"*.yaml": {"ignore": "all"}}]},
}
REFUSED: dict[str, dict[str, list[object]]] = {
    "targets": {"target": [[["rocky"]], True, [True]]},
    "file": {"cloud_snapshot": [1, ["c.yaml"]]},
    "boolean": {"discovery": ["no", 0]},
    "limit": {"resource_limit": [-2, 1.5, "1"]},
    "seconds": {"budget": [0, "1"]},
    "strings": {"known_types": [{}, None, [["A"]]]},
    "paths": {"environments": [{"a": 1}, [True]]},
    "folders": {"plugin_dirs": [False]},
    "globs": {"exclude": [[None]]},
    "selectors": {"select": [[["HOT3"]]]},
    "profiles": {"profile": [{"security": 1}]},
    "policies": {"policies": ["p.yaml", [5]]},
    "extends": {"extends": [{}]},
    "severities": {"severity": ["info", {"HOT3": "none"}]},
    "choice of ": {"list_indentation": ["none"], "flow_spaces": ["flush", 1], "fail_on": ["fatal", ["error"]]},
    "deployments": {
        "deployments": [{}, [{"name": "a"}], [{"template": "a"}], [{"name": "a", "template": "b", "environment": "e"}]]
    },
    "jinja": {"jinja": ["*.j2", [{"variables": []}], {"file": "*.j2"}]},
    "templates": {"templates": [[], {"*.yaml": {"extends": "a"}}, {"*.yaml": 5}]},
}


@for_each("kind", ACCEPTED)
def test_what_the_schema_accepts_of_a_kind(kind: str) -> None:
    validator = jsonschema.Draft202012Validator(schema(CONFIGURATION))
    for values, is_valid in ((ACCEPTED[kind], True), (REFUSED[kind], False)):
        for name, tried in values.items():
            assert KEYS[name].kind == kind or KEYS[name].kind.startswith("choice of ")
            assert [value for value in tried if validator.is_valid({name: value}) is not is_valid] == []


def test_a_configuration_is_a_mapping_of_known_keys() -> None:
    validator = jsonschema.Draft202012Validator(schema(CONFIGURATION))
    tried: list[object] = [None, {}, [], "x", {"selct": []}]
    assert [validator.is_valid(value) for value in tried] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_examples_are_valid_and_set_their_key() -> None:
    made = schema(CONFIGURATION)
    examples = [{name: example} for name, key in made["properties"].items() for example in key["examples"]]
    assert [next(iter(example)) for example in examples] == list(KEYS)
    validator = jsonschema.Draft202012Validator(made)
    assert [example for example in examples if not validator.is_valid(example)] == []
    assert [
        key.name for key in (*DEPLOYMENT.keys, *JINJA.keys) if key.example or key.default or key.option or key.editor
    ] == []


@pytest.mark.parametrize("name", [name for name, key in KEYS.items() if key.option is not None])
def test_an_option_is_in_the_help_of_check(name: str) -> None:
    recorded = (RECORDED / "check.txt").read_text(encoding="utf-8").splitlines()
    option = KEYS[name].option
    assert option is not None
    words = option.flags.split()
    flags = [word for word in words if word.startswith("-")]
    place = next(
        n for n, line in enumerate(recorded) if line.startswith(f"[{option.group or 'options'}] {' '.join(flags)} (")
    )
    assert all(re.search(rf"metavar={word}[,)]", recorded[place]) for word in words if word not in flags)
    assert recorded[place + 1].startswith(f"    {option.help}")


EDITOR_SETTINGS: dict[str, tuple[object, dict[str, Any]]] = {
    "target": ("rocky", {"target": "rocky"}),
    "cloudSnapshot": ("c", {"cloud_snapshot": "/root/c"}),
    "pluginDirs": (["c"], {"plugin_dirs": ("/root/c",)}),
    "select": (["c"], {"select": ("c",)}),
    "ignore": (["c"], {"ignore": ("c",)}),
    "diagnostics.severity": ({"c": "info"}, {"severity": (("c", "info"),)}),
}


@for_each("name", EDITOR_SETTINGS)
def test_a_setting_that_editors_have(name: str) -> None:
    given, settings = EDITOR_SETTINGS[name]
    section, _, within = name.partition(".")
    assert edited({section: {within: given} if within else given}) == settings
    assert {key.editor for key in KEYS.values()} == {*EDITOR_SETTINGS, ""}


def test_the_words_and_the_description_of_a_key() -> None:
    key = Key("size", "choice of small large", "A size.")
    assert (key.choices, key.description) == (("small", "large"), "A size.")
    assert key._replace(default="small").description == "A size. Default: small."
    assert key._replace(kind="text").choices == ()


def edited(options: Mapping[str, Any], *, trusted: bool = True) -> dict[str, Any]:
    """Return what the settings of an editor change."""
    settings = editor_settings(options, lambda path: f"/root/{path}", trusted=trusted)
    return {name: value for name, value in settings.items() if value != Settings()._asdict()[name]}


@for_each(
    ("options", "settings"),
    [
        ({}, {}),
        ({"target": "rocky", "ignores": ["a"]}, {"target": "rocky"}),
        ({"target": "cloud.yaml"}, {"target": "/root/cloud.yaml"}),
        ({"target": ""}, {}),
        ({"target": 2025.1}, {}),
        ({"cloudSnapshot": "c"}, {"cloud_snapshot": "/root/c"}),
        ({"cloudSnapshot": ""}, {}),
        ({"pluginDirs": ["a", 5, "b"]}, {"plugin_dirs": ("/root/a", "/root/b")}),
        ({"pluginDirs": "a"}, {}),
        ({"select": ["HOT3", None], "ignore": ("HOT8",)}, {"select": ("HOT3",), "ignore": ("HOT8",)}),
        ({"select": [], "ignore": {"HOT8": 1}}, {}),
        (
            {"diagnostics": {"severity": {"HOT3": "info", "HOT4": "fatal", "X": "error"}}},
            {"severity": (("HOT3", "info"), ("X", "error"))},
        ),
        ({"diagnostics": {"severity": ["HOT3"]}}, {}),
        ({"diagnostics": "severity"}, {}),
        ({"severity": {"HOT3": "info"}, "profile": ["security"], "environments": ["a"], "budget": "5"}, {}),
    ],
)
def test_settings_of_an_editor(options: dict[str, Any], settings: dict[str, Any]) -> None:
    assert edited(options) == settings


def test_an_untrusted_workspace_names_no_files() -> None:
    options = {"target": "rocky", "cloudSnapshot": "c.yaml", "pluginDirs": ["p"], "ignore": ["HOT8"]}
    assert edited(options, trusted=False) == {"target": "rocky", "ignore": ("HOT8",)}
    assert set(edited(options)) == {"target", "cloud_snapshot", "plugin_dirs", "ignore"}
