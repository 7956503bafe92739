"""Paths to values of a dry run: how they are written, what they lead to, and which resources and outputs they pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

from hotlint.dry_run.stack_preview import Preview
from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.suites.dry_runs import DryRuns
from hotlint.suites.model import CaseInputs
from hotlint.suites.operators import path_problem
from hotlint.suites.paths import PathError, find, looked_at, split_path

OUTER = """\
heat_template_version: 2018-08-31
parameters: {p: {type: json, default: {a: [1, {b: 2}], '{c}': 3, 5: five}}}
conditions: {never: false}
resources:
  net: {type: OS::Neutron::Net}
  one: {type: OS::Heat::Value, properties: {value: {get_param: p}}, metadata: {m: 1}}
  off: {type: OS::Heat::Value, condition: never}
  inner: {type: inner.yaml}
  members: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: inner.yaml}}}
  open: {type: OS::Heat::ResourceGroup, properties: {count: {get_attr: [net, mtu]}, resource_def: {type: inner.yaml}}}
  gone: {type: gone.yaml}
outputs: {o: {value: {get_param: p}}, dark: {condition: never, value: 1}}
"""
INNER = "heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::Value, properties: {value: x}}}\noutputs: {i: {value: y}}\n"


@pytest.fixture
def preview(tmp_path: Path) -> Preview:
    """A preview of nested templates."""
    path = tmp_path / "outer.yaml"
    path.write_text(OUTER.replace(" off:", " 'off':"), encoding="utf-8")
    (tmp_path / "inner.yaml").write_text(INNER, encoding="utf-8")
    return DryRuns(ConfiguredSurroundings(SettingsScope(use_config=False))).preview(CaseInputs(str(path)))


def test_steps_of_a_path() -> None:
    written = {
        "": [], "a": ["a"], "a.b": ["a", "b"], "a.0": ["a", "0"], "a[0].b": ["a", 0, "b"], "a[ 10 ][2]": ["a", 10, 2],
        'a."b.c".d': ["a", "b.c", "d"], 'a["b.c"]': ["a", "b.c"], "a['b\"c']": ["a", 'b"c'], '"a"': ["a"],
        r'a."b\"c\\d"': ["a", 'b"c\\d'], r'a["b\"c"]': ["a", 'b"c'], 'a.""': ["a", ""], 'a[""]': ["a", ""], "a['']": ["a", ""],
        "a b.c-d": ["a b", "c-d"],
    }  # fmt: skip
    assert {path: split_path(path) for path in written} == written


@for_each("path", [".a", "[0]", "a.", "a..b", "a[", "a[x]", "a[0]b", 'a."b', 'a"b"', "a]", "a[-1]", "."])
def test_what_is_no_path(path: str) -> None:
    with pytest.raises(PathError) as caught:
        split_path(path)
    message = f"path '{path}' is not written as a path: names with dots between them, such as outputs.ip"
    assert str(caught.value) == path_problem(path) == message


def test_a_path_begins_with_a_section_and_a_name() -> None:
    begin = "must begin with parameters, conditions, resources or outputs"
    assert {
        path: path_problem(path)
        for path in ("", "output.o", "zzz", "parameters", "conditions.c", "resources", "outputs.o")
    } == {
        "": f"path '' {begin}",
        "output.o": f"path 'output.o' {begin} (did you mean 'outputs'?)",
        "zzz": f"path 'zzz' {begin}",
        "parameters": "path 'parameters' must name one of the parameters, such as parameters.NAME",
        "conditions.c": None,
        "resources": "path 'resources' must name one of the resources, such as resources.NAME",
        "outputs.o": None,
    }


def test_what_paths_lead_to(preview: Preview) -> None:
    values = {
        "parameters.p.a[1].b": 2, "parameters.p.a.0": 1, "parameters.p.5": "five", "parameters.p[5]": "five", "conditions.never": False,
        "outputs.o.a[0]": 1, "resources.one.type": "OS::Heat::Value", "resources.one.metadata": {"m": 1}, "resources.one.metadata.m": 1,
        "resources.one.properties.value.{c}": 3, "resources.inner.outputs.i": "y", "resources.inner.nested.outputs.i": "y",
        "resources.inner.resources.r.properties.value": "x", "resources.members.resources.1.outputs.i": "y",
        "resources.members.nested.1.resources.r.type": "OS::Heat::Value",
    }  # fmt: skip
    found = {path: find(preview, split_path(path)) for path in values}
    assert {path: one.value for path, one in found.items()} == values
    assert {(one.state, one.message, one.resource) for one in found.values()} == {("value", "", None)}


NOWHERE = {
    "output.o": "'output' is none of parameters, conditions, resources, outputs",
    "outputs": "'outputs' must be followed by a name",
    "parameters.q": "there is no parameter 'q'",
    "conditions.nevr": "there is no condition 'nevr' (did you mean 'never'?)",
    "resources.innr": "there is no resource 'innr' (did you mean 'inner'?)",
    "resources.one.typ": "'one' has no 'typ' (did you mean 'type'?); it has properties, metadata, type, nested",
    "resources.one.properties.valu": "properties of 'one' have no 'valu' (did you mean 'value'?)",
    "resources.one.metadata.n": "metadata of 'one' have no 'n'",
    "resources.one.metadata.m.x": "m is neither list nor mapping, which has no 'x'",
    "resources.one.nested": "resource 'one' is neither a nested stack nor a group",
    "resources.one.outputs.x": "resource 'one' is neither a nested stack nor a group",
    "resources.off": "the condition 'never' is false",
    "resources.off.type": "resource 'off' is disabled: the condition 'never' is false",
    "resources.members.resources.5": "there is no resource '5'",
    "resources.members.resources.0.outputs.j": "there is no output 'j'",
    "outputs.dark": "output 'dark' is disabled: the condition 'never' is false",
    "outputs.o.b": "outputs.o has no key 'b'",
    "outputs.o.a[2]": "outputs.o.a has no item 2: it has 2",
    "outputs.o.a.x": "outputs.o.a has no item x: it has 2",
    "outputs.o.a[1].{b}": "outputs.o.a[1] has no key '{b}'",
    "outputs.o.{c}.d": "outputs.o.{c} is neither list nor mapping, which has no 'd'",
}


@pytest.mark.parametrize("section", ["parameters", "conditions", "resources", "outputs"])
def test_why_paths_lead_nowhere(preview: Preview, section: str) -> None:
    messages = {path: message for path, message in NOWHERE.items() if path.startswith(section[:6])}
    found = {path: find(preview, split_path(path)) for path in messages}
    assert {path: one.message for path, one in found.items()} == messages
    assert {one.state for one in found.values()} == {"absent"}
    disabled = {path for path in ("resources.off", "resources.off.type", "outputs.dark") if path.startswith(section)}
    assert {path for path, one in found.items() if one.enabled is False} == disabled


def test_members_that_are_not_known_or_fail(preview: Preview) -> None:
    assert find(preview, split_path("resources.open.resources.0.outputs.i")).value == "y"
    unknown = find(preview, split_path("resources.open.resources.7"))
    assert (unknown.state, unknown.message) == ("unknown", "how many members there are is not known; one is shown")
    assert unknown.value.reason == unknown.message
    failing = find(preview, split_path("resources.gone.resources.7"))
    assert (failing.state, failing.value) == ("error", None)
    assert failing.message == "the template gone.yaml cannot be read"
    for path in ("resources.inner", "resources.members.resources.0", "resources.members.nested", "resources.one"):
        assert find(preview, split_path(path)).enabled is True
    assert find(preview, split_path("outputs.o")).enabled is True


@pytest.mark.parametrize(
    ("path", "passed"),
    [
        ("parameters.p", []), ("conditions.never", []), ("resources", []), ("outputs.o.a", ["outer output o"]),
        ("resources.one.properties.value", ["outer resource one"]), ("resources.nothing.x", ["outer resource nothing"]),
        ("resources.inner", ["outer resource inner"]), ("resources.inner.outputs", ["outer resource inner"]),
        ("resources.inner.outputs.i", ["outer resource inner", "inner output i"]),
        ("resources.inner.nested.resources.r.type", ["outer resource inner", "inner resource r"]),
        ("resources.members.resources.0", ["outer resource members"]),
        ("resources.members.resources.0.outputs.i", ["outer resource members", "inner output i"]),
        ("resources.members.nested.1.nested.resources.r", ["outer resource members", "inner resource r"]),
        ("resources.members.resources", ["outer resource members"]),
        ("resources.members.1.outputs.i", ["outer resource members", "inner output i"]),
        ("resources.members.resources.7.outputs.i", ["outer resource members"]),
    ],
)  # fmt: skip
def test_resources_and_outputs_on_the_way(preview: Preview, path: str, passed: list[str]) -> None:
    found = looked_at(preview, split_path(path))
    assert [f"{Path(template).stem} {kind} {name}" for template, kind, name in found] == passed
