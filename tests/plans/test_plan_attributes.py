"""Plans of what others read of groups, nested templates and stacks: attributes, ids and outputs."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from recorded_case import HEAD, Running

READERS = """parameters: {v: {type: string, default: a}}
resources:
  g: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 5, resource: {type: OS::Heat::TestResource, properties: {value: {get_param: v}}}%s}}
  refs: {type: OS::Heat::Value, properties: {value: {get_attr: [g, refs]}}}
  list: {type: OS::Heat::Value, properties: {value: {get_attr: [g, outputs_list, output]}}}
  size: {type: OS::Heat::Value, properties: {value: {get_attr: [g, current_size]}}}
  user: {type: OS::Heat::Value, properties: {value: {get_resource: g}}}
"""


def test_attributes_of_a_scaling_group_are_read_anew_from_its_members(running: Running) -> None:
    member = {
        "type": "OS::Heat::TestResource",
        "status": "CREATE_COMPLETE",
        "properties": {"value": "a"},
        "attributes": {"output": "a"},
    }
    nested = {
        "name": "g",
        "id": "g-1",
        "status": "CREATE_COMPLETE",
        "resources": {"z": {**member, "id": "m-1"}, "a": {**member, "id": "m-2"}},
    }
    group = {"min_size": 1, "max_size": 5, "resource": {"type": "OS::Heat::TestResource", "properties": {"value": "a"}}}
    running.runs(
        READERS % "",
        {
            "g": {"type": "OS::Heat::AutoScalingGroup", "status": "CREATE_COMPLETE", "id": "g-1", "properties": group, "stack": nested},
            "refs": ("r", {"value": ["m-1", "m-2"]}), "list": ("l", {"value": ["a", "a"]}),
            "size": ("n", {"value": 2}), "user": ("u", {"value": "g-1"}),
        },
    )  # fmt: skip
    assert running.actions(READERS % "") == {}
    assert running.actions(READERS % "", "-P", "v=b") == {
        "g": "update", "g.z": "update", "g.a": "update", "list": "update",
    }  # fmt: skip
    smaller = READERS % ", desired_capacity: 1"
    assert running.actions(smaller) == {
        "g": "update", "g.z": "delete", "refs": "update", "list": "update", "size": "update",
    }  # fmt: skip
    rolls = READERS % ", rolling_updates: {min_in_service: 2, max_batch_size: 2}"
    assert running.actions(rolls, "-P", "v=b") == {
        "g": "update", "g.z": "delete", "g.a": "delete", "g.2": "add", "g.3": "add", "refs": "update", "list": "update",
    }  # fmt: skip


def test_the_list_of_instances_of_a_group_that_stays(running: Running) -> None:
    template = """\
resources:
  launch: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: i, InstanceType: t}}
  g:
    type: OS::Heat::InstanceGroup
    properties: {LaunchConfigurationName: {get_resource: launch}, AvailabilityZones: [nova], Size: %d}
  all: {type: OS::Heat::Value, properties: {value: {get_attr: [g, InstanceList]}}}
"""
    member = {
        "type": "AWS::EC2::Instance",
        "status": "CREATE_COMPLETE",
        "id": "i-1",
        "properties": {"ImageId": "i", "InstanceType": "t"},
    }
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": {"a": member}}
    group = {"LaunchConfigurationName": "launch-1", "AvailabilityZones": ["nova"], "Size": 1}
    running.runs(
        template % 1,
        {
            "launch": ("launch-1", {"ImageId": "i", "InstanceType": "t"}, {}),
            "g": {
                "type": "OS::Heat::InstanceGroup", "status": "CREATE_COMPLETE", "id": "g-1", "properties": group, "stack": nested,
                "attributes": {"InstanceList": "10.0.0.1"},
            },
            "all": ("v", {"value": "10.0.0.1"}, {}),
        },
    )  # fmt: skip
    assert running.actions(template % 1) == {}
    assert running.actions(template % 2) == {"g": "update", "g.1": "add", "all": "update"}


def test_what_a_nested_template_or_a_stack_yields_stays_with_it(running: Running, tmp_path: Path) -> None:
    """The id of a nested template is its output OS::stack_id, or an address of the stack, which Heat has stored."""
    kid = {
        "heat_template_version": "2018-08-31",
        "parameters": {"t": {"type": "string"}},
        "resources": {"w": {"type": "OS::Heat::TestResource", "properties": {"value": {"get_param": "t"}}}},
    }
    with_id = {**kid, "outputs": {"OS::stack_id": {"value": {"get_resource": "w"}}}}
    (tmp_path / "kid.yaml").write_text(yaml.safe_dump(kid, sort_keys=False))
    (tmp_path / "own.yaml").write_text(yaml.safe_dump(with_id, sort_keys=False))
    template = """parameters: {v: {type: string, default: a}}
resources:
  kid: {type: kid.yaml, properties: {t: {get_param: v}}}
  own: {type: own.yaml, properties: {t: {get_param: v}}}
  refs: {type: OS::Heat::Value, properties: {value: [{get_resource: kid}, {get_resource: own}]}}
  stack: {type: OS::Heat::Stack, properties: {template: {get_file: kid.yaml}, parameters: {t: x}}}
  out: {type: OS::Heat::Value, properties: {value: {get_attr: [stack, outputs, o]}}}
"""
    word = {"type": "OS::Heat::TestResource", "status": "CREATE_COMPLETE", "id": "w-1", "properties": {"value": "a"}}
    inner = {"name": "n", "id": "n-1", "status": "CREATE_COMPLETE", "resources": {"w": word}}
    nested = {"status": "CREATE_COMPLETE", "id": "n-1", "properties": {"t": "a"}, "stack": inner}
    shown = {"outputs": [{"output_key": "o", "output_value": "said"}]}
    running.runs(
        template,
        {
            "kid": {"type": "kid.yaml", **nested}, "own": {"type": "own.yaml", **nested},
            "refs": ("r", {"value": ["arn:1", "w-1"]}), "out": ("o", {"value": "said"}),
            "stack": ("s-1", {"template": json.dumps(kid), "parameters": {"t": "x"}}, shown),
        },
        files={"kid.yaml": kid, "own.yaml": with_id},
    )  # fmt: skip
    assert running.actions(template) == {}
    assert running.actions(template, "-P", "v=b") == {
        "kid": "update", "kid.w": "update", "own": "update", "own.w": "update",
    }  # fmt: skip


def test_the_id_of_a_nested_template_moves_with_what_it_names(running: Running, tmp_path: Path) -> None:
    """The output OS::stack_id is the id of a resource within, which the update replaces."""
    own = """\
parameters: {t: {type: string}}
resources: {w: {type: OS::Heat::RandomString, properties: {salt: {get_param: t}}}, port: {type: OS::Neutron::Port, properties: {network: {get_param: t}}}}
outputs: {OS::stack_id: {value: {get_resource: %s}}}
"""
    template = """parameters: {v: {type: string, default: a}}
resources:
  own: {type: own.yaml, properties: {t: {get_param: v}}}
  read: {type: OS::Heat::Value, properties: {value: {get_resource: own}}}
  same: {type: OS::Heat::TestResource, properties: {value: a, update_replace_value: {get_resource: own}}}
"""
    (tmp_path / "own.yaml").write_text(HEAD + own % "port")
    within = {
        "w": {"type": "OS::Heat::RandomString", "status": "CREATE_COMPLETE", "id": "w-1", "properties": {"salt": "a"}},
        "port": {"type": "OS::Neutron::Port", "status": "CREATE_COMPLETE", "id": "p-1", "properties": {"network": "a"}},
    }
    inner = {"name": "n", "id": "n-1", "status": "CREATE_COMPLETE", "resources": within}
    running.runs(
        template,
        {
            "own": {"type": "own.yaml", "status": "CREATE_COMPLETE", "id": "n-1", "properties": {"t": "a"}, "stack": inner},
            "read": ("r", {"value": "p-1"}), "same": ("t", {"value": "a", "update_replace_value": "p-1"}),
        },
        files={"own.yaml": yaml.safe_load(HEAD + own % "port")},
    )  # fmt: skip
    assert running.actions(template) == {}
    assert running.actions(template, "-P", "v=b") == {
        "own": "update", "own.w": "replace", "own.port": "replace", "read": "update", "same": "replace",
    }  # fmt: skip


@pytest.mark.parametrize(("change", "read"), [("flavor: b", {}), ("flavor: a, name: c", {"read": "update"})])
def test_attributes_of_members_that_the_update_leaves(running: Running, change: str, read: dict[str, str]) -> None:
    template = """resources:
  g: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Nova::Server, properties: {image: i, networks: [{network: n}], %s}}}}
  read: {type: OS::Heat::Value, properties: {value: {get_attr: [g, name]}}}
"""
    given = {"image": "i", "networks": [{"network": "n"}], "flavor": "a"}
    member = {"type": "OS::Nova::Server", "status": "CREATE_COMPLETE", "id": "s-1", "properties": given}
    group = {"count": 1, "resource_def": {"type": "OS::Nova::Server", "properties": given}}
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": {"0": member}}
    running.runs(
        template % "flavor: a",
        {
            "g": {"type": "OS::Heat::ResourceGroup", "status": "CREATE_COMPLETE", "id": "g-1", "properties": group, "stack": nested},
            "read": ("r", {"value": ["web-g-0"]}),
        },
    )  # fmt: skip
    assert running.actions(template % change) == {"g": "update", "g.0": "update", **read}


@pytest.mark.parametrize(
    ("change", "actions"),
    [
        (("name: b", "name: c"), {"s": "update", "s.other": "update"}),
        (("{get_resource: n}", "[{get_resource: n}, x]"), {"s": "update", "id": "update", "all": "update"}),
        (
            ("n: {type: OS::Neutron::Net}", "n: {type: OS::Neutron::ProviderNet, properties: {network_type: local}}"),
            {"s": "update", "s.n": "replace", "id": "update", "mtu": "unknown", "all": "update"},
        ),
    ],
)
def test_outputs_of_a_stack_whose_template_changes(
    running: Running, tmp_path: Path, change: tuple[str, str], actions: dict[str, str]
) -> None:
    inner = """\
resources:
  n: {type: OS::Neutron::Net}
  other: {type: OS::Neutron::Net, properties: {name: b}}
outputs: {id: {value: {get_resource: n}}, mtu: {value: {str_replace: {template: m-M, params: {M: {get_attr: [n, mtu]}}}}}}
"""
    template = """\
resources:
  s: {type: OS::Heat::Stack, properties: {template: {get_file: inner.yaml}}}
  id: {type: OS::Heat::Value, properties: {value: {get_attr: [s, outputs, id]}}}
  mtu: {type: OS::Heat::Value, properties: {value: {get_attr: [s, outputs, mtu]}}}
  name: {type: OS::Heat::Value, properties: {value: {get_attr: [s, stack_name]}}}
  all: {type: OS::Heat::Value, properties: {value: {get_attr: [s, outputs]}}}
"""
    (tmp_path / "inner.yaml").write_text(HEAD + inner)
    old = {"heat_template_version": "2018-08-31", **yaml.safe_load(inner)}
    shown = {
        "outputs": [{"output_key": "id", "output_value": "n-1"}, {"output_key": "mtu", "output_value": "m-1450"}],
        "stack_name": "web-s",
    }
    running.runs(
        template,
        {
            "s": ("s-1", {"template": json.dumps(old)}, shown),
            "id": ("i", {"value": "n-1"}),
            "mtu": ("m", {"value": "m-1450"}),
            "name": ("n", {"value": "web-s"}),
            "all": ("a", {"value": {"id": "n-1", "mtu": "m-1450"}}),
        },
        files={"inner.yaml": old},
    )
    assert running.actions(template) == {}
    (tmp_path / "inner.yaml").write_text(HEAD + inner.replace(*change))
    assert running.actions(template) == actions


def test_ids_of_the_members_of_a_group_stay_while_they_are_updated(running: Running) -> None:
    template = """\
resources:
  g: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Neutron::Net, properties: {name: %s}}}}
  all: {type: OS::Heat::Value, properties: {value: {get_attr: [g, refs]}}}
"""
    member = {"type": "OS::Neutron::Net", "status": "CREATE_COMPLETE", "id": "n-1", "properties": {"name": "a"}}
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": {"0": member}}
    properties = {"count": 1, "resource_def": {"type": "OS::Neutron::Net", "properties": {"name": "a"}}}
    kind = {"type": "OS::Heat::ResourceGroup", "status": "CREATE_COMPLETE", "id": "g-1"}
    group = {**kind, "properties": properties, "stack": nested}
    running.runs(template % "a", {"g": group, "all": ("v", {"value": ["n-1"]})})
    assert running.actions(template % "b") == {"g": "update", "g.0": "update"}


@pytest.mark.parametrize(
    ("ref", "read"), [("arn:openstack:heat::p:stacks/web-g-0/k-1", {}), ("s-1", {"read": "update"})]
)
def test_ids_of_members_in_which_something_is_replaced(
    running: Running, tmp_path: Path, ref: str, read: dict[str, str]
) -> None:
    """The id of a nested stack stays, and that of a resource in it, which the output OS::stack_id names, does not."""
    kid = "parameters: {t: {type: string}}\nresources: {w: {type: OS::Heat::RandomString, properties: {salt: {get_param: t}}}}\n"
    kid += "" if read == {} else "outputs: {OS::stack_id: {value: {get_resource: w}}}\n"
    (tmp_path / "kid.yaml").write_text(HEAD + kid)
    template = """resources:
  g: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: kid.yaml, properties: {t: %s}}}}
  read: {type: OS::Heat::Value, properties: {value: {get_attr: [g, refs]}}}
"""
    file = f"file://{tmp_path}/kid.yaml"
    word = {"type": "OS::Heat::RandomString", "status": "CREATE_COMPLETE", "id": "s-1", "properties": {"salt": "a"}}
    inner = {"name": "k", "id": "k-1", "status": "CREATE_COMPLETE", "resources": {"w": word}}
    member = {"type": file, "status": "CREATE_COMPLETE", "id": "k-1", "properties": {"t": "a"}, "stack": inner}
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": {"0": member}}
    group = {"count": 1, "resource_def": {"type": file, "properties": {"t": "a"}}}
    running.runs(
        (template % "a").replace("kid.yaml", file),
        {
            "g": {
                "type": "OS::Heat::ResourceGroup", "status": "CREATE_COMPLETE", "id": "g-1", "properties": group, "stack": nested,
                "attributes": {"refs": [ref]},
            },
            "read": ("r", {"value": [ref]}),
        },
        files={file: yaml.safe_load(HEAD + kid)},
    )  # fmt: skip
    assert running.actions(template % "a") == {}
    assert running.actions(template % "b") == {"g": "update", "g.0": "update", "g.0.w": "replace", **read}


@pytest.mark.parametrize("steps", ["outputs", "outputs, said"])
def test_an_output_of_a_stack_follows_its_parameter(running: Running, tmp_path: Path, steps: str) -> None:
    inner = {
        "heat_template_version": "2018-08-31",
        "parameters": {"t": {"type": "string"}},
        "resources": {
            "w": {"type": "OS::Heat::TestResource", "properties": {"value": {"get_param": "t"}}},
            "kept": {"type": "OS::Heat::RandomString"},
        },
        "outputs": {"said": {"value": {"get_attr": ["w", "output"]}}, "kept": {"value": {"get_resource": "kept"}}},
    }
    (tmp_path / "inner.yaml").write_text(yaml.safe_dump(inner, sort_keys=False))
    template = f"""resources:
  s: {{type: OS::Heat::Stack, properties: {{template: {{get_file: inner.yaml}}, parameters: {{t: %s}}}}}}
  read: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [s, {steps}]}}}}}}
"""
    shown = {"outputs": [{"output_key": "said", "output_value": "a"}, {"output_key": "kept", "output_value": "r4"}]}
    read = "a" if "said" in steps else {"said": "a", "kept": "r4"}
    file = f"file://{tmp_path}/inner.yaml"
    running.runs(
        (template % "a").replace("inner.yaml", file),
        {
            "s": ("s-1", {"template": json.dumps(inner), "parameters": {"t": "a"}}, shown),
            "read": ("r", {"value": read}),
        },
        files={file: inner},
    )
    assert running.actions(template % "a") == {}
    assert running.actions(template % "b") == {"s": "update", "s.w": "update", "read": "update"}


@pytest.mark.parametrize(
    ("attribute", "property_", "values"),
    [
        ("display_name", "name", ("v0", "v1")),
        ("display_description", "description", ("d0", "d1")),
        ("metadata_values", "metadata", ({"a": "0"}, {"a": "1"})),
    ],
)
def test_an_attribute_with_another_name_than_its_property(
    running: Running, attribute: str, property_: str, values: tuple[object, object]
) -> None:
    old, new = values
    template = "resources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1, %s: %s}}\n  r: {type: OS::Heat::Value, properties: {value: {get_attr: [v, %s]}}}\n"
    running.runs(
        template % (property_, json.dumps(old), attribute),
        {"v": ("v-1", {"size": 1, property_: old}, {attribute: old}), "r": ("r-1", {"value": old})},
    )
    assert running.actions(template % (property_, json.dumps(old), attribute)) == {}
    assert running.actions(template % (property_, json.dumps(new), attribute)) == {"v": "update", "r": "update"}


def test_the_id_of_what_runs_is_that_of_a_new_resource_as_well(running: Running) -> None:
    """The subnet is added anew, and shows the id of its network, which stays: what reads it does not change."""
    id_ = "9d3b7c6e-0a52-4d8c-9c1e-5f6a7b8c9d0e"
    template = """resources:
  net: {type: OS::Neutron::Net}
  sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}}
  reader: {type: OS::Heat::Value, properties: {value: {get_attr: [sub, network_id]}}}
"""
    gone = {"type": "OS::Neutron::Subnet", "id": "", "status": "DELETE_COMPLETE", "attributes": {}}
    running.runs(
        template, {"net": (id_, {}, {"name": "n"}), "sub": gone, "reader": ("r-1", {"value": id_}, {"value": id_})}
    )
    assert running.actions(template) == {"sub": "add"}


@pytest.mark.parametrize(("size", "action"), [(2, None), (3, "update"), (None, "update")])
def test_the_size_of_a_group_that_is_replaced(running: Running, size: int | None, action: str | None) -> None:
    """A new group has the size that it asks for, or the smallest one."""
    desired = f", desired_capacity: {size}" if size else ""
    member = {"type": "OS::Heat::TestResource", "status": "CREATE_COMPLETE", "properties": {}}
    nested = {
        "name": "g",
        "id": "g-1",
        "status": "CREATE_COMPLETE",
        "resources": {n: {**member, "id": n} for n in "ab"},
    }
    group = {"min_size": 1, "max_size": 5, "resource": {"type": "OS::Heat::TestResource"}, "desired_capacity": 2}
    reason = "it does not work"
    running.runs(
        READERS % ", desired_capacity: 2",
        {
            "g": {"type": "OS::Heat::AutoScalingGroup", "status": "CHECK_FAILED", "reason": reason, "id": "", "properties": group, "stack": nested},
            "size": ("n", {"value": 2}),
        },
    )  # fmt: skip
    found = running.actions(READERS % desired)
    assert (found["g"], found.get("size")) == ("replace", action)
