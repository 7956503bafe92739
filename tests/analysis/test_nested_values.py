"""Values on their way into nested stacks: lists that Heat joins, and defaults of an environment."""

from __future__ import annotations

from pathlib import Path
from time import sleep

from for_each import for_each

import hotlint
from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.nested_values import invalid_item, joined
from hotlint.language.values import Unknown, Value

V = "heat_template_version: 2018-08-31\n"
UNKNOWN = Unknown("only the cloud knows it")


@for_each(
    ("items", "value"),
    [
        ([], ""),
        (["a,b", "c"], "a,b,c"),
        (["a", None], "a,"),
        ([{"k": 1}, {"l": "x"}], ".member.0.k=1,.member.1.l=x"),
        (["a", UNKNOWN], ["a", UNKNOWN]),
    ],
)
def test_a_list_is_joined(items: list[Value], value: Value) -> None:
    assert joined(items) == value and invalid_item(items) is None


@for_each(
    ("items", "index"), [([80, "a"], 0), (["a", True], 1), (["a", ["b"]], 1), ([{"a": 1}, "b"], 1), (["a", {}], 1)]
)
def test_what_cannot_be_joined(items: list[Value], index: int) -> None:
    assert invalid_item(items) == index


def test_an_item_with_a_comma_becomes_two(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(
        V + "parameters: {l: {type: comma_delimited_list}}\noutputs: {o: {value: {get_param: l}}}\n"
    )
    (tmp_path / "t.yaml").write_text(
        V + "resources: {r: {type: c.yaml, properties: {l: ['a,b', c]}}}\noutputs: {it: {value: {get_attr: [r, o]}}}\n"
    )
    preview = hotlint.preview(tmp_path / "t.yaml")
    assert preview.to_dict()["outputs"]["it"]["value"] == ["a", "b", "c"]


def codes(folder: Path, environment: str, parameter: str) -> list[str]:
    (folder / "c.yaml").write_text(V + f"parameters: {{p: {parameter}}}\n")
    (folder / "t.yaml").write_text(V + "resources: {r: {type: c.yaml}}\n")
    (folder / "e.yaml").write_text(environment)
    report = hotlint.check(folder / "t.yaml", environments=[folder / "e.yaml"])
    return [d.code for d in report.diagnostics if d.severity == "error"]


def test_null_in_parameter_defaults_takes_the_default_of_a_nested_template(tmp_path: Path) -> None:
    assert codes(tmp_path, "parameter_defaults: {p: ~}\n", "{type: string, default: x}") == ["HOT504"]
    assert codes(tmp_path, "parameter_defaults: {p: y}\n", "{type: string}") == []


def test_constraints_hold_for_parameter_defaults_of_nested_templates(tmp_path: Path) -> None:
    limited = "{type: number, default: 1, constraints: [{range: {max: 5}}]}"
    assert codes(tmp_path, "parameter_defaults: {p: 9}\n", limited) == ["HOT643"]
    assert codes(tmp_path, "parameter_defaults: {p: 3}\n", limited) == []


def test_a_dry_run_is_not_charged_for_time_that_others_use() -> None:
    meter = Meter(Budget(seconds=0.05))
    for _ in range(3):
        meter.spend(1000)
        sleep(0.06)
    assert meter.seconds > 0
