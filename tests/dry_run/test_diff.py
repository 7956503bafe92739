"""What a change of a template would do to its resources, by Heat's rules for updates."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from diff_fixture import HEAD, actions, diff, folder, server

from hotlint.cli.main import main

__all__ = ["diff", "folder"]


@pytest.mark.parametrize(
    ("old", "new", "action"),
    [
        ({"flavor": "a"}, {"flavor": "a"}, None),
        ({"flavor": "a"}, {"flavor": "b"}, "update"),
        ({"flavor": "a"}, {"flavor": "b", "flavor_update_policy": "REPLACE"}, "replace"),
        ({"image": "a"}, {"image": "b"}, "update"),
        ({"image": "a"}, {"image": "b", "image_update_policy": "REPLACE"}, "replace"),
        ({"user_data": "a"}, {"user_data": "b"}, "replace"),
        (
            {"user_data": "a", "user_data_update_policy": "IGNORE"},
            {"user_data": "b", "user_data_update_policy": "IGNORE"},
            "update",
        ),
        ({"key_name": "a"}, {"key_name": "b"}, "replace"),
        ({"key_name": "a"}, {}, "replace"),
        ({"config_drive": "true"}, {"config_drive": "'true'"}, "update"),
        ({"flavor": "a"}, {"flavor": "{get_file: 'http://x/y'}"}, "unknown"),
    ],
)
def test_a_server(diff: Any, old: dict[str, str], new: dict[str, str], action: str | None) -> None:
    assert actions(diff(server(**old), server(**new))) == ({"s": action} if action else {})


@pytest.mark.parametrize(
    ("type_", "old", "new", "action"),
    [
        ("OS::Nova::KeyPair", "name: a", "name: b", "replace"),
        ("OS::Neutron::Port", "network: n, replacement_policy: REPLACE_ALWAYS", "network: n, replacement_policy: REPLACE_ALWAYS", "replace"),
        ("OS::Neutron::Port", "network: n, name: a", "network: n, name: b", "update"),
        ("OS::Heat::UpdateWaitConditionHandle", "", "", "replace"),
        ("OS::Heat::TestResource", "value: a, update_replace: true", "value: b, update_replace: true", "replace"),
        ("OS::Heat::TestResource", "value: a", "value: b", "update"),
        ("AWS::EC2::EIPAssociation", "EIP: a, InstanceId: i", "EIP: b, InstanceId: j", "replace"),
        ("AWS::EC2::EIPAssociation", "AllocationId: a, NetworkInterfaceId: i", "AllocationId: b", "update"),
        ("AWS::EC2::EIPAssociation", "EIP: a, InstanceId: i", "EIP: b, InstanceId: i", "update"),
        ("OS::Heat::None", "a: 1", "a: 2", None),
        ("OS::Heat::Stack", "template: a, context: {region_name: r}", "template: a, context: {region_name: s}", "replace"),
        ("OS::Heat::Stack", "template: a, timeout: 1", "template: a, timeout: 2", "update"),
        ("OS::Mistral::ExternalResource", "actions: {}, input: {a: 1, b: 1}, replace_on_change_inputs: [a]", "actions: {}, input: {a: 1, b: 2}, replace_on_change_inputs: [a]", "update"),
        ("OS::Mistral::ExternalResource", "actions: {}, input: {a: 1}, replace_on_change_inputs: [a]", "actions: {}, input: {a: 2}, replace_on_change_inputs: [a]", "replace"),
        ("AWS::EC2::Volume", "AvailabilityZone: a, Size: 1", "AvailabilityZone: b, Size: 1", "refuse"),
        ("Acme::Thing", "a: 1", "a: 2", "unknown"),
    ],
)  # fmt: skip
def test_rules_of_types(diff: Any, type_: str, old: str, new: str, action: str | None) -> None:
    text = "resources: {r: {type: '%s', properties: {%s}}}\n"
    assert actions(diff(text % (type_, old), text % (type_, new))) == ({"r": action} if action else {})


def test_resources_come_and_go_and_change_their_type(diff: Any) -> None:
    old = "resources: {a: {type: OS::Neutron::Net}, b: {type: OS::Neutron::Net}}\n"
    new = "resources: {b: {type: OS::Neutron::Router}, c: {type: OS::Neutron::Net}}\n"
    assert actions(diff(old, new)) == {"a": "delete", "b": "replace", "c": "add"}


def test_a_resource_without_a_type_has_a_mark_instead(diff: Any) -> None:
    found = diff("resources: {a: {properties: {}}, b: {type: [x]}}\n", "resources: {a: {properties: {x: 1}}, c: {}}\n")
    assert {".".join(r["path"]): r["type"] for r in found["resources"]} == {"a": "?", "b": "?", "c": "?"}


def test_conditions_switch_resources(diff: Any) -> None:
    text = "parameters: {x: {type: boolean, default: %s}}\nconditions: {c: {get_param: x}}\nresources: {a: {type: OS::Neutron::Net, condition: c}}\n"
    found = diff(text % "true", text % "false")
    assert actions(found) == {"a": "delete"}
    assert "the condition 'c' is false" in found["resources"][0]["why"]
    assert actions(diff(text % "false", text % "true")) == {"a": "add"}


def test_metadata_is_updated_in_place(diff: Any) -> None:
    text = "resources: {a: {type: OS::Neutron::Net, metadata: {k: %s}}}\n"
    assert actions(diff(text % 1, text % 2)) == {"a": "update"}


CHAIN = """\
parameters: {c: {type: string, default: %s}}
resources:
  net: {type: OS::Neutron::Net}
  sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: {get_param: c}}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: sub}}]}}
  gate: {type: OS::Neutron::RouterInterface, properties: {router: r, subnet: {get_resource: sub}}}
  after: {type: OS::Heat::Value, properties: {value: {get_attr: [gate, show]}}}
  kid: {type: child.yaml, properties: {subnet: {get_resource: sub}}}
"""


def test_what_follows_from_a_replacement(folder: Path, diff: Any) -> None:
    (folder / "child.yaml").write_text(
        HEAD
        + "parameters: {subnet: {type: string}}\nresources: {if: {type: OS::Neutron::RouterInterface, properties: {router: r, subnet: {get_param: subnet}}}}\n"
    )
    found = diff(CHAIN % "10.0.0.0/24", CHAIN % "10.1.0.0/24")
    assert actions(found) == {
        "sub": "replace", "port": "update", "gate": "replace", "after": "unknown", "kid": "update", "kid.if": "replace",
    }  # fmt: skip
    why = {".".join(r["path"]): r["why"] for r in found["resources"]}
    assert why["port"] == "it holds the id of what is replaced"


def test_groups(diff: Any) -> None:
    text = "resources: {g: {type: OS::Heat::ResourceGroup, properties: {count: %s, resource_def: {type: OS::Nova::Server, properties: {flavor: %s, name: 'n%%index%%'}}}}}\n"
    assert actions(diff(text % (2, "a"), text % (3, "a"))) == {"g": "update", "g.2": "add"}
    assert actions(diff(text % (3, "a"), text % (2, "a"))) == {"g": "update", "g.2": "delete"}
    assert actions(diff(text % (2, "a"), text % (2, "b"))) == {"g": "update", "g.0": "update", "g.1": "update"}


def test_outputs(diff: Any) -> None:
    found = diff(
        "resources: {}\noutputs: {a: {value: 1}, b: {value: 1}}\n",
        "resources: {}\noutputs: {a: {value: 2}, c: {value: 1}}\n",
    )
    assert [(o["name"], o.get("old"), o.get("new")) for o in found["outputs"]] == [
        ("a", 1, 2),
        ("c", None, 1),
        ("b", 1, None),
    ]


def test_secrets_stay_redacted(diff: Any) -> None:
    text = "parameters: {p: {type: string, default: %s, hidden: true}}\nresources: {v: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}\n"
    found = diff(text % "secretone", text % "secrettwo")
    assert actions(found) == {"v": "update"}
    assert "secret" not in json.dumps(found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("type: OS::Neutron::Net", "type: OS::Neutron::Net, properties: {admin_state_up: true}"),
        ("type: OS::Neutron::Net", "type: OS::Neutron::Net, properties: {}"),
        ("type: OS::Neutron::Net", "type: OS::Neutron::Net, metadata: {}"),
        ("type: OS::Neutron::Net", "type: OS::Neutron::Net, depends_on: b"),
        ("type: OS::Neutron::Net, depends_on: [b, c]", "type: OS::Neutron::Net, depends_on: [c, b]"),
        ("type: OS::Neutron::Net", "type: OS::Neutron::Net, condition: yes"),
        ("type: OS::Neutron::Net, condition: one", "type: OS::Neutron::Net, condition: two"),
        ("type: OS::Neutron::Net", "type: OS::Neutron::Net, deletion_policy: Delete"),
    ],
)
def test_another_definition_with_the_same_values_is_an_update(diff: Any, old: str, new: str) -> None:
    text = "conditions: {one: {equals: [1, 1]}, two: {equals: [2, 2]}}\nresources: {a: {%s}, b: {type: OS::Heat::None}, c: {type: OS::Heat::None}}\n"
    assert actions(diff(text % old, text % new)) == {"a": "update"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("depends_on: b", "depends_on: [b]"),
        ("deletion_policy: delete", "deletion_policy: Delete"),
        ("description: one", "description: two"),
        ("condition: {equals: [1, 1]}", "condition: {equals: [2, 2]}"),
        ("properties: {name: a}", "properties: {name: {list_join: ['', [a]]}}"),
    ],
)
def test_what_heat_does_not_tell_apart_is_no_update(diff: Any, old: str, new: str) -> None:
    text = "resources: {a: {type: OS::Neutron::Net, %s}, b: {type: OS::Heat::None}}\n"
    assert actions(diff(text % old, text % new)) == {}


@pytest.mark.parametrize(
    ("type_", "properties", "target", "action"),
    [
        ("OS::Neutron::SecurityGroup", "", None, "update"),
        ("OS::Neutron::SecurityGroup", "", "rocky", None),
        ("OS::Neutron::SecurityGroup", "description: own", None, None),
        ("OS::Nova::Server", "flavor: f", None, None),
    ],
)
def test_a_description_is_the_property_of_that_name(
    folder: Path, diff: Any, type_: str, properties: str, target: str | None, action: str | None
) -> None:
    (folder / ".hotlint.yaml").write_text(f"target: {target}\n" if target else "{}\n")
    text = f"resources: {{a: {{type: {type_}, description: %s, properties: {{{properties}}}}}}}\n"
    assert actions(diff(text % "one", text % "two")) == ({"a": action} if action else {})


def test_an_external_id_must_not_change(diff: Any) -> None:
    text = "resources: {a: {type: OS::Neutron::Net, external_id: %s}}\n"
    assert actions(diff(text % "x", text % "y")) == {"a": "refuse"}


def test_nested_stacks_are_updated_though_nothing_in_them_changes(
    folder: Path, diff: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "child.yaml").write_text(HEAD + "resources: {n: {type: OS::Neutron::Net}}\n")
    text = "resources: {k: {type: child.yaml}, g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Neutron::Net}}}}\n"
    found = diff(text, text)
    assert actions(found) == {"k": "update", "g": "update"}
    assert all(r["idle"] for r in found["resources"]) and found["summary"] == {}
    assert main(["diff", "old.yaml", "new.yaml", "--fail-on", "change"]) == 0
    said = capsys.readouterr().out
    assert said == "No resource changes. Heat also updates 2 resources in which nothing changes.\n"


@pytest.mark.parametrize(("target", "action"), [("rocky", "replace"), ("ussuri", "update")])
def test_properties_are_updated_in_place_from_the_release_that_allows_it(
    folder: Path, diff: Any, target: str, action: str
) -> None:
    (folder / ".hotlint.yaml").write_text(f"target: {target}\n")
    text = "resources: {a: {type: OS::Neutron::IKEPolicy, properties: {encryption_algorithm: %s}}}\n"
    assert actions(diff(text % "3des", text % "aes-256")) == {"a": action}


DEPLOYED = """resources:
  server: {type: OS::Nova::Server, properties: {flavor: f, image: i}}
  config: {type: OS::Heat::SoftwareConfig, properties: {inputs: [{name: a, replace_on_change: %s, default: d}, {name: b}]}}
  one: {type: OS::Heat::SoftwareDeployment, properties: {config: {get_resource: config}, server: {get_resource: server}, input_values: {%s}}}
  all: {type: OS::Heat::SoftwareDeploymentGroup, properties: {config: {get_resource: config}, servers: {x: {get_resource: server}}, input_values: {%s}}}
"""


@pytest.mark.parametrize(
    ("flag", "old", "new", "action"),
    [
        ("true", "a: 1", "a: 1", None),
        ("true", "a: 1", "a: 2", "replace"),
        ("'True'", "a: 1", "", "replace"),
        ("true", "a: d, b: 1", "b: 1", "update"),
        ("true", "a: 1, b: 1", "a: 1, b: 2", "update"),
        ("false", "a: 1", "a: 2", "update"),
        ("true", "a: {get_file: 'http://x/y'}", "a: 2", "unknown"),
    ],
)
def test_inputs_that_replace_a_deployment(diff: Any, flag: str, old: str, new: str, action: str | None) -> None:
    found = actions(diff(DEPLOYED % (flag, old, old), DEPLOYED % (flag, new, new)))
    assert (found.get("one"), found.get("all.x")) == (action, action)


def test_a_new_config_replaces_what_its_inputs_replace(diff: Any) -> None:
    """The flags are those of the new config; an input that the old one did not have replaces nothing."""
    old, new = DEPLOYED % ("false", "a: 1", "a: 1"), DEPLOYED % ("true", "a: 2", "a: 1")
    assert actions(diff(old, new)) == {"config": "replace", "one": "replace", "all": "update", "all.x": "update"}
    added = (DEPLOYED % ("true", "", "")).replace("[{name: a, replace_on_change: true, default: d}, ", "[")
    assert actions(diff(added, DEPLOYED % ("true", "", "")))["one"] == "update"


def test_the_config_of_a_deployment_may_come_from_elsewhere(folder: Path, diff: Any) -> None:
    child = "parameters: {c: {type: string}, v: {type: string}}\nresources: {d: {type: OS::Heat::StructuredDeployment, properties: {config: {get_param: c}, server: s, input_values: {a: {get_param: v}}}}}\n"
    (folder / "child.yaml").write_text(HEAD + child)
    text = "resources:\n  config: {type: OS::Heat::StructuredConfig, properties: {inputs: [{name: a, replace_on_change: true}]}}\n  kid: {type: child.yaml, properties: {c: {get_resource: config}, v: %s}}\n"
    assert actions(diff(text % 1, text % 2)) == {"kid": "update", "kid.d": "replace"}
    text = "resources: {d: {type: OS::Heat::SoftwareDeployment, properties: {config: 6ba7b810-9dad-11d1-80b4-00c04fd430c8, server: s, input_values: {a: %s}}}}\n"
    found = diff(text % 1, text % 2)
    assert actions(found) == {"d": "unknown"}
    assert "replace_on_change" in found["resources"][0]["why"]


SCALED = "resources: {g: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 9, desired_capacity: %s, rolling_updates: {min_in_service: %s, max_batch_size: %s}, resource: {type: OS::Heat::TestResource, properties: {value: %s}}}}}\n"


@pytest.mark.parametrize(
    ("before", "after", "in_service", "batch", "members"),
    [
        (3, 3, 0, 1, {"g.0": "update", "g.1": "update", "g.2": "update"}),
        (3, 3, 3, 1, {"g.0": "delete", "g.1": "update", "g.3": "add"}),  # 2 keeps the old definition, as in Heat
        (1, 1, 1, 2, {"g.0": "delete", "g.1": "add"}),
        (4, 4, 2, 2, {"g.0": "update", "g.1": "update", "g.2": "update", "g.3": "update"}),
        (2, 4, 0, 1, {"g.0": "update", "g.1": "update", "g.2": "add", "g.3": "add"}),
        (3, 1, 0, 1, {"g.0": "delete", "g.1": "delete", "g.2": "update"}),
    ],
)
def test_a_rolling_update_creates_and_deletes_members(
    diff: Any, before: int, after: int, in_service: int, batch: int, members: dict[str, str]
) -> None:
    found = diff(SCALED % (before, in_service, batch, "a"), SCALED % (after, in_service, batch, "b"))
    assert actions(found) == {"g": "update", **members}
    assert "a rolling update in" in found["resources"][0]["why"]


def test_a_group_without_a_new_definition_only_changes_its_size(diff: Any) -> None:
    assert actions(diff(SCALED % (3, 2, 1, "a"), SCALED % (2, 2, 1, "a"))) == {"g": "update", "g.0": "delete"}
    assert actions(diff(SCALED % (3, 2, 1, "a"), SCALED % (4, 2, 1, "a"))) == {"g": "update", "g.3": "add"}


def test_an_instance_group_updates_members_only_with_a_policy(diff: Any) -> None:
    text = "resources:\n  c: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: i, InstanceType: %s}}\n  g: {type: AWS::AutoScaling::AutoScalingGroup, %s properties: {AvailabilityZones: [], MinSize: 2, MaxSize: 3, LaunchConfigurationName: {get_resource: c}}}\n"
    policy = "update_policy: {AutoScalingRollingUpdate: {MaxBatchSize: 2}},"
    assert actions(diff(text % ("a", ""), text % ("b", ""))) == {"c": "replace", "g": "update"}
    assert actions(diff(text % ("a", policy), text % ("b", policy))) == {
        "c": "replace", "g": "update", "g.0": "update", "g.1": "update",
    }  # fmt: skip
