"""Plans of what is inside: members of groups, nested templates and stacks."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path

import yaml
from recorded_case import GROUP, MEMBER, Running, group


def test_a_group_that_stays_is_only_touched(running: Running) -> None:
    group(running, 2)
    assert running.actions(GROUP % 2) == {}
    assert {r["path"][-1] for r in running.plan(GROUP % 2)["resources"]} == {"g", "0", "1"}


def test_a_group_grows_and_shrinks(running: Running) -> None:
    group(running, 2)
    assert running.actions(GROUP % 3) == {"g": "update", "g.2": "add", "all": "update"}
    assert running.actions(GROUP % 1) == {"g": "update", "g.1": "delete", "all": "update"}


def test_a_change_in_a_nested_template_is_followed(running: Running) -> None:
    group(running, 1)
    (running.folder / "member.yaml").write_text(MEMBER % 9)
    assert running.actions(GROUP % 1) == {"g": "update", "g.0": "update", "g.0.r": "replace", "all": "update"}


def test_a_plan_does_not_read_the_old_files_from_disk(running: Running, tmp_path: Path) -> None:
    group(running, 1)
    running.stack["files"] = {}  # as in releases before Ocata
    code, output = running.run(GROUP % 1)
    assert (code, "Traceback" in output) == (0, False)


SCALING = "resources:\n  g: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 5, desired_capacity: 3, resource: {type: OS::Heat::TestResource, properties: {value: %s}}}}\n"


def test_members_of_an_autoscaling_group_are_those_that_run(running: Running) -> None:
    """They are called at random, and scaling has made them two."""
    member = {"type": "OS::Heat::TestResource", "status": "CREATE_COMPLETE", "properties": {"value": "a"}}
    definition = {
        "min_size": 1,
        "max_size": 5,
        "desired_capacity": 3,
        "resource": {"type": "OS::Heat::TestResource", "properties": {"value": "a"}},
    }
    within = {
        "name": "web-g",
        "id": "g-1",
        "status": "CREATE_COMPLETE",
        "resources": {"x7f": {**member, "id": "m-1"}, "y2a": {**member, "id": "m-2"}},
    }
    running.runs(
        SCALING % "a",
        {
            "g": {
                "type": "OS::Heat::AutoScalingGroup",
                "id": "g-1",
                "status": "CREATE_COMPLETE",
                "properties": definition,
                "stack": within,
            }
        },
    )
    kept = SCALING.replace("desired_capacity: 3, ", "")
    assert running.actions(kept % "a") == {"g": "update"}
    assert running.actions(kept % "b") == {"g": "update", "g.x7f": "update", "g.y2a": "update"}
    assert running.actions(SCALING % "a") == {"g": "update", "g.2": "add"}  # any update gives it that size again
    smaller = SCALING.replace("desired_capacity: 3", "desired_capacity: 1")
    assert running.actions(smaller % "a") == {"g": "update", "g.x7f": "delete"}


def test_a_stack_whose_inside_is_not_known_is_compared_by_its_templates(running: Running) -> None:
    inner = (
        "{heat_template_version: 2018-08-31, resources: {r: {type: OS::Heat::RandomString, properties: {length: %d}}}}"
    )
    template = "resources:\n  s: {type: OS::Heat::Stack, properties: {template: '%s'}}\n"
    running.runs(template % (inner % 8), {"s": ("s-9", {"template": inner % 8})})
    assert running.actions(template % (inner % 8)) == {}
    assert running.actions(template % (inner % 9)) == {"s": "update", "s.r": "replace"}


NUMBERED = """resources:
  g:
    type: OS::Heat::ResourceGroup
    properties: {count: 3, resource_def: {type: OS::Heat::RandomString}%s}
  gone: {type: OS::Heat::Value, properties: {value: {get_attr: [g, removed_rsrc_list]}}}
"""


def test_a_group_remembers_the_names_that_it_has_removed(running: Running) -> None:
    """Heat keeps the names that removal policies have removed, whatever the template says afterwards."""
    members = {n: {"type": "OS::Heat::RandomString", "id": f"m-{n}", "status": "CREATE_COMPLETE"} for n in "023"}
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": members}
    group = {"count": 3, "resource_def": {"type": "OS::Heat::RandomString"}}
    running.runs(
        NUMBERED % "",
        {
            "g": {
                "type": "OS::Heat::ResourceGroup", "id": "g-1", "status": "CREATE_COMPLETE", "properties": group, "stack": nested,
                "attributes": {"removed_rsrc_list": ["1"]},
            },
            "gone": ("v", {"value": ["1"]}),
        },
    )  # fmt: skip
    assert running.actions(NUMBERED % "") == {}
    more = ", removal_policies: [{resource_list: ['%s']}]"
    assert running.actions(NUMBERED % (more % "7")) == {"g": "update"}  # no member is called so
    taken = {"g": "update", "g.0": "delete", "g.4": "add", "gone": "update"}
    assert running.actions(NUMBERED % (more % "0")) == running.actions(NUMBERED % (more % "m-0")) == taken
    anew = {"g": "update", "g.1": "add", "g.3": "delete", "gone": "update"}
    assert running.actions(NUMBERED % ", removal_policies_mode: update") == anew


def test_a_hidden_value_that_stays_changes_nothing_in_a_stack(running: Running, tmp_path: Path) -> None:
    """What is in an OS::Heat::Stack is compared by its templates, with the hidden value that Heat has stored as a property."""
    inner = {
        "heat_template_version": "2018-08-31",
        "parameters": {"t": {"type": "string"}},
        "resources": {"w": {"type": "OS::Heat::TestResource", "properties": {"value": {"get_param": "t"}}}},
        "outputs": {"said": {"value": {"get_attr": ["w", "output"]}}},
    }
    (tmp_path / "inner.yaml").write_text(yaml.safe_dump(inner, sort_keys=False))
    template = """\
parameters: {pw: {type: string, hidden: true}}
resources:
  s: {type: OS::Heat::Stack, properties: {template: {get_file: inner.yaml}, parameters: {t: {get_param: pw}}}}
  read: {type: OS::Heat::Value, properties: {value: {get_attr: [s, outputs, said]}}}
"""
    stored = {"template": json.dumps(inner), "parameters": {"t": "hunter22"}}
    shown = {"outputs": [{"output_key": "said", "output_value": "hunter22"}]}
    path = f"file://{tmp_path}/inner.yaml"
    running.runs(
        template.replace("inner.yaml", path),
        {"s": ("s-9", stored, shown), "read": ("v", {"value": "hunter22"})},
        files={path: inner},
        environment={"parameters": {"pw": "******"}},
    )
    assert running.actions(template, "-P", "pw=hunter22") == {}
    changed = running.actions(template, "-P", "pw=another1")
    assert changed["s"] == changed["s.w"] == "update" and "read" in changed
    assert "hunter22" not in running.run(template, "-P", "pw=another1")[1]


def test_a_stack_is_updated_also_where_its_parameters_may_stay(running: Running) -> None:
    """Heat updates such a resource in every update, so that its action is certain."""
    template = """\
parameters: {size: {type: number, default: 8}}
resources:
  r: {type: OS::Heat::RandomString, properties: {length: {get_param: size}}}
  n: {type: OS::Neutron::Net, properties: {name: {get_resource: r}}}
  s: {type: OS::Heat::Stack, properties: {template: "%s", parameters: {t: {get_attr: [n, tenant_id]}}}}
"""
    inner = "{heat_template_version: 2018-08-31, parameters: {t: {type: string}}, resources: {}}"
    net = {"type": "OS::Neutron::Net", "id": "n-1", "status": "CHECK_FAILED", "properties": {"name": "r"}}
    running.runs(
        template % inner,
        {
            "r": ("r", {"length": 8}), "n": {**net, "attributes": {"tenant_id": "p-1"}},
            "s": ("s-9", {"template": inner, "parameters": {"t": "p-1"}}, {"outputs": []}),
        },
    )  # fmt: skip
    assert running.actions(template % inner) == {"n": "replace", "s": "update"}


def test_new_metadata_of_members_updates_them(running: Running) -> None:
    template = """resources:
  g: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Heat::RandomString%s}}}
"""
    member = {"type": "OS::Heat::RandomString", "id": "r-1", "status": "CREATE_COMPLETE", "properties": {}}
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": {"0": member}}
    group = {"count": 1, "resource_def": {"type": "OS::Heat::RandomString"}}
    running.runs(
        template % "",
        {
            "g": {
                "type": "OS::Heat::ResourceGroup",
                "id": "g-1",
                "status": "CREATE_COMPLETE",
                "properties": group,
                "stack": nested,
            }
        },
    )
    assert running.actions(template % "") == {}
    assert running.actions(template % ", metadata: {m: a}") == {"g": "update", "g.0": "update"}
