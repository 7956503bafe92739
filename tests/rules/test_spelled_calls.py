"""Values of a group's members that spell function calls: Heat makes a template of the members, which has them as calls."""

from __future__ import annotations

from pathlib import Path

from for_each import for_each

import hotlint

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  q: {type: json, default: %s}
  given: {type: string}
resources:
  other: {type: OS::Heat::RandomString}
  webs: %s
"""
SERVER = (
    "type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}], metadata: {k: {get_param: q}}}"
)
PLAIN = "type: OS::Heat::Value, properties: {value: [{get_param: q}, {get_param: given}]}"
GROUP = "{type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {%s}}}"
SCALING = "{type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 1, resource: {%s}}}"
CHAIN = (
    "{type: OS::Heat::ResourceChain, "
    "properties: {resources: [OS::Nova::Server], resource_properties: {flavor: f, image: i, metadata: {k: {get_param: q}}}}}"
)


def errors(folder: Path, value: str, group: str, target: str = "") -> list[str]:
    """Return the codes of the errors in a template whose group has a value."""
    path, config = folder / "t.yaml", folder / ".hotlint.yaml"
    path.write_text(TEMPLATE % (value, group))
    config.write_text(f"target: {target}\n" if target else "{}\n")
    found = hotlint.check(path, config=config).diagnostics
    return [d.code for d in found if d.severity == "error"]


@for_each(
    ("value", "found"),
    [
        ("{a: {get_attr: [other, value]}}", ["HOT613"]),
        ("{a: {get_resource: other}}", ["HOT613"]),
        ("{a: {get_resource: webs}}", ["HOT613"]),
        ("{a: {get_param: q}}", ["HOT613"]),
        ("{a: {list_join: [1, 2, 3]}}", ["HOT613"]),
        ("{a: {Ref: x}}", ["HOT613"]),
        ("{a: {get_param: 'OS::stack_name'}}", []),
        ("{a: {list_join: ['-', [a, b]]}}", []),
        ("{a: {if: [no, 1, 2]}}", []),  # the version of that template has no such function
        ("{a: {get_param: x, get_attr: y}}", []),
    ],
)
def test_a_value_that_spells_a_call(tmp_path: Path, value: str, found: list[str]) -> None:
    for group in (GROUP % SERVER, SCALING % SERVER, CHAIN):
        assert errors(tmp_path, value, group) == found, group


def test_a_call_that_heat_makes_when_it_creates_the_member(tmp_path: Path) -> None:
    assert errors(tmp_path, "{a: {get_param: q}}", GROUP % PLAIN) == ["HOT555"]
    assert errors(tmp_path, "{a: {get_param: q}}", (GROUP % PLAIN).replace("count: 2", "count: 0")) == []


@for_each(("target", "found"), [("rocky", ["HOT613"]), ("stein", [])])
def test_a_numbered_group_of_rocky_takes_no_parameter_there(tmp_path: Path, target: str, found: list[str]) -> None:
    assert errors(tmp_path, "{a: {get_param: 'OS::stack_name'}}", GROUP % PLAIN, target) == found


def test_the_values_of_members(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(TEMPLATE % ("{a: {list_join: ['-', [x, '%index%']]}, b: [{get_param: x}]}", GROUP % PLAIN))
    resources = hotlint.preview(path).to_dict()["resources"]["webs"]["nested"]["resources"]
    assert resources["1"]["properties"]["value"]["value"] == "<unknown>"  # its second part fails
    path.write_text(TEMPLATE % ("{a: {list_join: ['-', [x, '%index%']]}}", GROUP % PLAIN))
    resources = hotlint.preview(path).to_dict()["resources"]["webs"]["nested"]["resources"]
    assert resources["1"]["properties"]["value"]["value"] == [{"a": "x-1"}, "<../given>"]
