"""The dry runs of a suite: made once for equal values, and messages where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hotlint.dry_run.errors import errors
from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.suites.dry_runs import DryRuns, NoDryRunError
from hotlint.suites.model import CaseInputs
from hotlint.suites.paths import find, split_path

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  a: {type: string}
  secret: {type: string, default: hunter2, hidden: true}
conditions: {maybe: {equals: [{get_param: 'OS::project_id'}, x]}}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}}
outputs:
  a: {value: {get_param: a}}
  secret: {value: {get_param: secret}}
  gateway: {value: {get_attr: [subnet, gateway_ip]}}
  more: {value: {list_concat: [[1, 2], {get_attr: [net, subnets]}]}}
  merged: {value: {map_merge: [{a: {b: 1}}, {get_attr: [net, show]}]}}
  either: {value: {if: [maybe, {a: 1}, {a: 2}]}}
  none: {value: null}
"""


@pytest.fixture
def runs() -> DryRuns:
    """Dry runs without configurations."""
    return DryRuns(ConfiguredSurroundings(SettingsScope(use_config=False)))


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The path of the template, relative to the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("t.yaml").write_text(TEMPLATE, encoding="utf-8")
    return "t.yaml"


def test_a_dry_run_is_made_once_for_equal_values(runs: DryRuns, template: str) -> None:
    one = runs.preview(CaseInputs(template, (), {"a": "x"}, {"net": {"mtu": 1}}))
    assert runs.preview(CaseInputs(template, (), {"a": "x"}, {"net": {"mtu": 1}})) is one
    others = [
        CaseInputs(template), CaseInputs(template, (), {"a": "y"}, {"net": {"mtu": 1}}), CaseInputs(template, (), {"a": "x"}),
    ]  # fmt: skip
    assert len({id(runs.preview(other)) for other in [*others, *others]}) == 3
    assert runs.redacting(one) is runs.redacting(one) is not one
    assert runs.files() == {os.path.abspath(template)}


def test_hidden_values_are_compared_and_redacted(runs: DryRuns, template: str) -> None:
    preview = runs.preview(CaseInputs(template))
    assert preview.outputs()["secret"].value == "hunter2"
    assert runs.redacting(preview).outputs()["secret"].value == "******"


def test_values_may_be_missing_unless_all_are_given(runs: DryRuns, template: str) -> None:
    assert list(errors(runs.preview(CaseInputs(template)))) == []
    context = runs.context(CaseInputs(template), complete=True)
    assert (context.evaluation.inputs.complete, context.offline) == (True, True)
    context = runs.context(CaseInputs(template), offline=False)
    assert (context.evaluation.inputs.complete, context.offline) == (False, False)
    assert runs.preview(CaseInputs(template)).outputs()["gateway"].value == "10.1.0.1"


def test_below_what_is_known_in_part(runs: DryRuns, template: str) -> None:
    preview = runs.preview(CaseInputs(template))
    subnets = "the attribute 'subnets' of 'net' is known once it is created"
    show = "the attribute 'show' of 'net' is known once it is created"
    either = "it depends on the condition 'maybe'"
    given = "no value is given for the parameter 'a'"
    expected = {
        "outputs.more": ("unknown", subnets), "outputs.more[1]": ("value", ""), "outputs.more[2]": ("unknown", subnets),
        "outputs.more[9].x": ("unknown", subnets),
        "outputs.merged.a": ("unknown", show), "outputs.merged.z": ("unknown", show), "outputs.either": ("unknown", either),
        "outputs.either.a": ("unknown", either), "outputs.either.b": ("unknown", either),
        "outputs.a": ("unknown", given), "outputs.a.b": ("unknown", given),
        "outputs.none": ("value", ""), "outputs.none.x": ("absent", "outputs.none is null, which has no 'x'"),
        "outputs.gateway.x": ("absent", "outputs.gateway is a string, which has no 'x'"),
    }  # fmt: skip
    found = {path: find(preview, split_path(path)) for path in expected}
    assert {path: (one.state, one.message) for path, one in found.items()} == expected


@pytest.mark.parametrize(
    ("files", "inputs", "message"),
    [
        ({}, CaseInputs("gone.yaml"), "'gone.yaml' cannot be read: No such file or directory"),
        ({"x": "a: 1\n"}, CaseInputs("x"), "'x' is not a HOT template: it has no heat_template_version"),
        ({"x": ""}, CaseInputs("x"), "'x' is not a HOT template: it has no heat_template_version"),
        ({"x": "a: 1\nb: [\nc: 1\n"}, CaseInputs("x"), "x:2: `[` is not closed with `]`"),
        ({"x": b"a: 1\nb: \xff"}, CaseInputs("x"), "'x' or an environment cannot be read: it is not UTF-8 text (line 2)"),
        ({}, CaseInputs("t.yaml", ("e.env",)), "'e.env' cannot be read: No such file or directory"),
        ({}, CaseInputs("t.yaml", ("e.env",), {"a": "x"}), "'e.env' cannot be read: No such file or directory"),
        ({"e.env": b"\xff"}, CaseInputs("t.yaml", ("e.env",)),
         "'t.yaml' or an environment cannot be read: it is not UTF-8 text (line 1)"),
    ],
)  # fmt: skip
def test_why_there_is_no_dry_run(
    runs: DryRuns, template: str, files: dict[str, str | bytes], inputs: CaseInputs, message: str
) -> None:
    for name, content in files.items():
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(NoDryRunError) as caught:
        runs.preview(inputs)
    assert str(caught.value) == message


def test_a_message_names_a_file_as_the_suite_does(tmp_path: Path) -> None:
    """The paths of the command are relative, those of an editor are not."""
    (tmp_path / "x.yaml").write_text("a: 1\n", encoding="utf-8")
    runs = DryRuns(ConfiguredSurroundings(SettingsScope(use_config=False)), str(tmp_path / "tests/x.hot-test.yaml"))
    with pytest.raises(NoDryRunError, match="^'../x.yaml' is not a HOT template"):
        runs.preview(CaseInputs(str(tmp_path / "x.yaml")))
