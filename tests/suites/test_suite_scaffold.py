"""The first suite for a template that exists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from for_each import for_each

from hotlint.dry_run.stack_preview import Preview
from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.suites.dry_runs import DryRuns
from hotlint.suites.model import CaseInputs
from hotlint.suites.scaffold import example_values, first_suite

HEAD = "heat_template_version: 2018-08-31\n"


def preview_of(folder: Path, text: str) -> Preview:
    """Return the preview of a template without values."""
    path = folder / "t.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return DryRuns(ConfiguredSurroundings(SettingsScope(use_config=False))).preview(CaseInputs(str(path)))


@for_each(
    ("parameter", "value"),
    [
        ("{type: string}", "example"),
        ("{type: string, constraints: [{length: {min: 8}}]}", "a-longer-example"),
        ("{type: string, constraints: [{allowed_pattern: '^[0-9.]+$'}]}", "10.0.0.1"),
        ("{type: string, constraints: [{allowed_pattern: '^[0-9./]+/[0-9]+$'}]}", "10.0.0.0/24"),
        ("{type: string, constraints: [{allowed_pattern: '^[0-9-]+$'}]}", "2020-01-01"),
        ("{type: string, constraints: [{allowed_pattern: '^[a-z.]+[.]$'}]}", "example.org."),
        ("{type: string, constraints: [{allowed_pattern: '^[0-9a-f:]+$'}]}", "fa:16:3e:00:00:01"),
        ("{type: string, constraints: [{allowed_pattern: '^none$'}]}", None),
        ("{type: string, constraints: [{allowed_values: [b, a]}]}", "b"),
        ("{type: number}", 1),
        ("{type: number, constraints: [{range: {min: 4, max: 6}}]}", 4),
        ("{type: number, constraints: [{range: {max: -4}}]}", -4),
        ("{type: number, constraints: [{range: {min: 1, max: 6}}, {range: {min: 5}}]}", 6),
        ("{type: boolean}", True),
        ("{type: json}", {}),
        ("{type: comma_delimited_list}", ["example"]),
        ("{type: string, default: x}", None),
        ("{type: zzz}", None),
        ("{type: string, constraints: [a, {description: b}]}", "example"),
        ("{type: string, constraints: {a: b}}", "example"),
    ],
)
def test_example_values(tmp_path: Path, parameter: str, value: Any) -> None:
    expected = {} if value is None else {"p": value}
    assert example_values(preview_of(tmp_path, f"parameters:\n  p: {parameter}\n")) == expected


PARTS = {
    "template": "template: t.yaml\n",
    "environments": "environments:\n- e.env\n",
    "parameters": "parameters:\n  p: 1\n\n",
    "assert": (
        "tests:\n- name: resources and outputs\n  assert:\n"
        "    resources.a_B-1: {type: 'OS::Heat::None'}\n"
        "    resources.\"1a\": {type: 'OS::Heat::None'}\n"
        "    resources._a: {enabled: false}\n"
        "    outputs.text: x\n"
        '    outputs."a b": 1.5\n'
    ),
    "snapshot": "- {name: the whole preview, snapshot: true}\n",
    "range": (
        "- name: low 0 is refused\n  parameters: {low: 0}\n  errors:\n  - {at: parameters.low}\n"
        "- name: high 4 is refused\n  parameters: {high: 4}\n  errors:\n  - {at: parameters.high}\n"
    ),
    "allowed_values": (
        "- name: word something else is refused\n  parameters: {word: something else}\n  errors:\n  - {at: parameters.word}\n"
    ),
}


@pytest.fixture
def text(tmp_path: Path) -> str:
    """The first suite of a template with all that a suite may assert."""
    preview = preview_of(
        tmp_path,
        "parameters:\n"
        "  low: {type: number, default: 2, constraints: [{range: {min: 1}}]}\n"
        "  high: {type: number, default: 2, constraints: [{range: {max: 3}}]}\n"
        "  part: {type: number, default: 0.5, constraints: [{range: {min: 0.25}}]}\n"
        "  word: {type: string, default: a, constraints: [{allowed_values: [a]}]}\n"
        "  size: {type: number, default: 1, constraints: [{allowed_values: [1]}]}\n"
        "conditions: {never: false}\n"
        "resources:\n"
        "  a_B-1: {type: OS::Heat::None}\n"
        "  1a: {type: OS::Heat::None}\n"
        "  _a: {type: OS::Heat::None, condition: never}\n"
        "outputs: {text: {value: x}, 'a b': {value: 1.5}, list: {value: []}, id: {value: {get_resource: 1a}}}\n",
    )
    return first_suite("t.yaml", ["e.env"], {"p": 1}, preview)


@pytest.mark.parametrize("part", PARTS)
def test_a_first_suite_has_each_part(text: str, part: str) -> None:
    assert PARTS[part] in text


def test_a_first_suite_has_nothing_else(text: str, tmp_path: Path) -> None:
    assert text == "".join(PARTS.values())
    assert first_suite("t.yaml", [], {}, preview_of(tmp_path, "")) == (
        "template: t.yaml\n\ntests:\n- {name: the whole preview, snapshot: true}\n"
    )
