"""The table of settings, as the schema, the options and the editor have them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import hotlint
from hotlint.linter.settings.keys import DEPLOYMENT, JINJA, KEYS, Key, editor_settings
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.schema import schema, schema_text

RECORDED = Path(__file__).parents[1] / "data" / "snapshots" / "commands"


def test_the_shipped_schema_is_that_of_the_table() -> None:
    shipped = Path(hotlint.__file__).parent / "data" / "config.schema.json"
    assert schema_text() == shipped.read_text(encoding="utf-8"), "`make docs`"


@pytest.mark.parametrize(
    ("settings", "is_valid"),
    [
        (None, True),
        ({}, True),
        ([], False),
        ({"target": 2025.1, "cloud": "c.yaml", "budget": 0.5, "resource_limit": -1, "discovery": False}, True),
        ({"target": ["rocky"]}, False),
        ({"cloud": 1}, False),
        ({"budget": 0}, False),
        ({"budget": "1"}, False),
        ({"resource_limit": -2}, False),
        ({"resource_limit": 1.5}, False),
        ({"discovery": "no"}, False),
        ({"environments": "a.env", "exclude": ["*.yaml", 1], "plugin_dirs": 5}, True),
        ({"environments": {"a": 1}}, False),
        ({"select": [["HOT3"]]}, False),
        ({"severity": {"HOT3": "info"}, "fail_on": "warning", "profile": "security"}, True),
        ({"severity": "info"}, False),
        ({"fail_on": "fatal"}, False),
        ({"list_indentation": "flush", "flow_spaces": "one"}, True),
        ({"list_indentation": "none"}, False),
        ({"policies": ["p.yaml", {"code": "A1"}]}, True),
        ({"policies": "p.yaml"}, False),
        ({"deployments": [{"name": "a", "template": "a.yaml", "environments": "e", "values": {}, "target": 24}]}, True),
        ({"deployments": [{"name": "a"}]}, False),
        ({"deployments": [{"template": "a"}]}, False),
        ({"deployments": [{"name": "a", "template": "a.yaml", "environment": "e"}]}, False),
        ({"jinja": {"files": "*.j2", "trim_blocks": False}}, True),
        ({"jinja": [{"variables": {"a": 1}}, {"search_path": ["a"], "variable_files": 1}]}, True),
        ({"jinja": "*.j2"}, False),
        ({"jinja": [{"variables": []}]}, False),
        ({"jinja": {"file": "*.j2"}}, False),
        ({"templates": {"*.yaml": {"ignore": "all"}}, "extends": "a"}, True),
        ({"templates": {"*.yaml": {"extends": "a"}}}, False),
        ({"templates": []}, False),
    ],
)
def test_what_the_schema_accepts(settings: object, is_valid: bool) -> None:
    assert jsonschema.Draft202012Validator(schema()).is_valid(settings) is is_valid


def test_examples_are_valid_and_set_their_key() -> None:
    made = schema()
    examples = [{name: example} for name, key in made["properties"].items() for example in key["examples"]]
    assert [next(iter(example)) for example in examples] == list(KEYS)
    validator = jsonschema.Draft202012Validator(made)
    assert [example for example in examples if not validator.is_valid(example)] == []
    assert [key.name for key in (*DEPLOYMENT, *JINJA) if key.example or key.default or key.option or key.editor] == []


def test_options_are_in_the_help_of_check() -> None:
    recorded = (RECORDED / "check.txt").read_text(encoding="utf-8").splitlines()
    wanted = []
    for key in KEYS.values():
        if key.option is not None:
            *flags, metavar = key.option.flags.split() if " " in key.option.flags else (key.option.flags, "")
            head = f"[{key.option.group or 'options'}] {' '.join(flags)} ("
            place = next(n for n, line in enumerate(recorded) if line.startswith(head))
            assert not metavar or f"metavar={metavar})" in recorded[place], key.name
            assert recorded[place + 1].startswith(f"    {key.option.help}"), key.name
            wanted.append(key.name)
    assert len(wanted) == 13


def test_the_words_and_the_description_of_a_key() -> None:
    key = Key("size", "choice of small large", "A size.")
    assert (key.choices, key.description) == (["small", "large"], "A size.")
    assert key._replace(default="small").description == "A size. Default: small."
    assert key._replace(kind="text").choices == []
    assert Key("a", "b", "c") == ("a", "b", "c", "", True, "", None, "")


def edited(options: Mapping[str, Any], *, trusted: bool = True) -> dict[str, Any]:
    """Return what the settings of an editor change."""
    settings = editor_settings(options, lambda path: f"/root/{path}", trusted=trusted)
    return {name: value for name, value in settings._asdict().items() if value != Settings()._asdict()[name]}


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ({}, {}),
        ({"target": "rocky", "ignores": ["a"]}, {"target": "rocky"}),
        ({"target": "cloud.yaml"}, {"target": "/root/cloud.yaml"}),
        ({"target": ""}, {}),
        ({"target": 2025.1}, {}),
        ({"cloud": "c"}, {"cloud": "/root/c"}),
        ({"cloud": ""}, {}),
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
    options = {"target": "rocky", "cloud": "c.yaml", "pluginDirs": ["p"], "ignore": ["HOT8"]}
    assert edited(options, trusted=False) == {"target": "rocky", "ignore": ("HOT8",)}
    assert set(edited(options)) == {"target", "cloud", "plugin_dirs", "ignore"}
