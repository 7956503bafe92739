"""`hotlint diff`: what a change would do, by Heat's rules for updates."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def diff(folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def made(old: str, new: str, *args: str) -> dict[str, Any]:
        (folder / "old.yaml").write_text(HEAD + old)
        (folder / "new.yaml").write_text(HEAD + new)
        assert main(["diff", "old.yaml", "new.yaml", "-f", "json", *args]) in (0, 1)
        return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]

    return made


def actions(found: dict[str, Any]) -> dict[str, str]:
    return {".".join(r["path"]): r["action"] for r in found["resources"]}


def server(**properties: str) -> str:
    listed = ", ".join(f"{k}: {v}" for k, v in properties.items())
    return f"resources: {{s: {{type: OS::Nova::Server, properties: {{{listed}}}}}}}\n"


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


def test_text_and_markdown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(HEAD + server(flavor="a", user_data='"one\\ntwo\\n"'))
    (folder / "b.yaml").write_text(HEAD + server(flavor="b", user_data='"one\\n```\\nthree|\\n"'))
    main(["diff", "a.yaml", "b.yaml"])
    text = capsys.readouterr().out
    assert text.startswith("-/+ s  OS::Nova::Server  is replaced (a new user_data replaces")
    assert "        - two\n        + ```\n        + three|\n" in text
    assert "\n1 resource: 1 replaced. Unavailable: 's' until its replacement has started. Lost: " in text
    main(["diff", "a.yaml", "b.yaml", "-f", "markdown"])
    comment = capsys.readouterr().out
    assert "| `-/+` | `s`<br>OS::Nova::Server | **replace** |" in comment
    assert "````diff" in comment


def test_exit_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(HEAD + server(flavor="a"))
    (folder / "b.yaml").write_text(HEAD + server(flavor="b"))
    assert main(["diff", "a.yaml", "b.yaml"]) == 0
    assert main(["diff", "a.yaml", "b.yaml", "--exit-code"]) == 1
    assert main(["diff", "a.yaml", "a.yaml", "--exit-code"]) == 0
    assert main(["diff", "a.yaml", "nothing.yaml"]) == 2


def test_git_revisions_with_what_they_refer_to(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*args: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *args], check=True, capture_output=True)

    (folder / "sub").mkdir()
    (folder / "sub" / "t.yaml").write_text(
        HEAD
        + "parameters: {f: {type: string}}\nresources: {k: {type: child.yaml}, s: {type: OS::Nova::Server, properties: {flavor: {get_param: f}}}}\n"
    )
    (folder / "sub" / "child.yaml").write_text(HEAD + server(flavor="a"))
    (folder / "e.yaml").write_text("parameters: {f: one}\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    (folder / "sub" / "child.yaml").write_text(HEAD + server(flavor="b"))
    (folder / "e.yaml").write_text("parameters: {f: two}\n")
    assert main(["diff", "HEAD:sub/t.yaml", "sub/t.yaml", "-e", "e.yaml", "-f", "json"]) == 0
    assert actions(json.loads(capsys.readouterr().out)) == {"k": "update", "k.s": "update", "s": "update"}
    assert main(["diff", "HEAD:sub/none.yaml", "sub/t.yaml"]) == 2
    assert "file 'sub/none.yaml' does not exist in HEAD" in capsys.readouterr().err
    assert main(["diff", "nothing:sub/t.yaml", "sub/t.yaml"]) == 2
    assert "unknown revision nothing" in capsys.readouterr().err


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
    assert main(["diff", "old.yaml", "new.yaml", "--exit-code"]) == 0
    said = capsys.readouterr().out
    assert said == "No resource changes. Heat also updates 2 resources in which nothing changes.\n"


@pytest.mark.parametrize(
    ("type_", "old", "new", "environment", "refused"),
    [
        ("string", "a", "b", None, True),
        ("string", "a", "a", None, False),
        ("string", "1", "'1'", None, False),
        ("number", "1", "'1'", None, False),
        ("number", "1", "2", "1", False),
        ("number", "1", "1", "'1'", True),
        ("boolean", "true", "false", "true", False),
        ("comma_delimited_list", "'a,b'", "[a, b]", None, False),
        ("comma_delimited_list", "'a,b'", "'a,b'", "'a,b'", True),
        ("comma_delimited_list", "'a,b'", "'a,b'", "[a, b]", False),
        ("json", "{a: 1}", "{a: 2}", None, True),
        ("json", "{a: 1}", "{a: 2}", "{a: 1}", False),
    ],
)
def test_an_immutable_parameter_refuses_the_update(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    type_: str,
    old: str,
    new: str,
    environment: str | None,
    refused: bool,
) -> None:
    text = f"{HEAD}parameters: {{p: {{type: {type_}, immutable: true, default: %s}}}}\n"
    (folder / "old.yaml").write_text(text % old)
    (folder / "new.yaml").write_text(text % new)
    (folder / "none.yaml").write_text("{}\n")
    (folder / "new.env").write_text(f"parameters: {{p: {environment}}}\n" if environment is not None else "{}\n")
    args = ["diff", "old.yaml", "new.yaml", "--old-environment", "none.yaml", "-e", "new.env"]
    assert main([*args, "-f", "json"]) == refused
    found = json.loads(capsys.readouterr().out)
    assert [reason.partition(",")[0] for reason in found["refused"]] == ["parameter 'p': it is immutable"] * refused
    main(args)
    assert ("Heat refuses this update as a whole." in capsys.readouterr().out) is refused


def test_a_hidden_immutable_parameter_is_not_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{HEAD}parameters: {{p: {{type: string, immutable: true, hidden: true, default: %s}}}}\n"
    (folder / "old.yaml").write_text(text % "secretone")
    (folder / "new.yaml").write_text(text % "secrettwo")
    assert main(["diff", "old.yaml", "new.yaml"]) == 1
    said = capsys.readouterr().out
    assert "parameter 'p': it is immutable" in said and "secret" not in said


@pytest.mark.parametrize("command", [["preview", "new.yaml"], ["graph", "new.yaml"], ["diff", "new.yaml", "new.yaml"]])
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("nope=1", "a value is given for an undefined parameter"),
        ("count=many", "'many' is not a number"),
        ("count=0", "is below the minimum"),
        ("count=2", None),
    ],
)
def test_given_values_are_refused_as_check_does(
    folder: Path, capsys: pytest.CaptureFixture[str], command: list[str], given: str, reason: str | None
) -> None:
    (folder / "new.yaml").write_text(
        f"{HEAD}parameters: {{count: {{type: number, default: 1, constraints: [range: {{min: 1}}]}}}}\n"
    )
    assert main([*command, "-P", given]) == (reason is not None)
    said = "".join(capsys.readouterr())
    assert (reason or "") in said and ("refuse" in said or "hotlint: " in said) is (reason is not None)
    assert main(["check", "new.yaml", "-P", given, "--no-cache"]) == (reason is not None)


def test_a_parameter_without_a_value_is_refused_with_an_environment(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "new.yaml").write_text(f"{HEAD}parameters: {{p: {{type: string}}}}\n")
    (folder / "none.yaml").write_text("{}\n")
    for command in (["preview", "new.yaml"], ["graph", "new.yaml"], ["diff", "new.yaml", "new.yaml"]):
        assert main(command) == 0
        assert main([*command, "-e", "none.yaml"]) == 1
        assert "it has neither a default nor a given value" in "".join(capsys.readouterr())


@pytest.mark.parametrize(("target", "action"), [("rocky", "replace"), ("ussuri", "update")])
def test_properties_are_updated_in_place_from_the_release_that_allows_it(
    folder: Path, diff: Any, target: str, action: str
) -> None:
    (folder / ".hotlint.yaml").write_text(f"target: {target}\n")
    text = "resources: {a: {type: OS::Neutron::IKEPolicy, properties: {encryption_algorithm: %s}}}\n"
    assert actions(diff(text % "3des", text % "aes-256")) == {"a": action}


def test_a_value_that_only_one_side_hides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = "heat_template_version: 2018-08-31\nparameters:\n  p: {type: string, default: hunter22}\nresources:\n"
    shown += "  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n"
    hidden = shown.replace("hunter22}", "hunter22, hidden: true}").replace("{get_param: p}", "other")
    (tmp_path / "shown.yaml").write_text(shown)
    (tmp_path / "hidden.yaml").write_text(hidden)
    for pair in (("shown.yaml", "hidden.yaml"), ("hidden.yaml", "shown.yaml")):
        main(["diff", *(str(tmp_path / name) for name in pair)])
        output = capsys.readouterr().out
        assert "******" in output
        assert "hunter22" not in output


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


def test_an_update_that_heat_refuses_when_it_validates_the_template(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `hotlint check` does, for errors that the old template does not have."""
    text = (
        HEAD
        + "resources: {g: {type: OS::Heat::ResourceGroup, properties: {count: 1, %s resource_def: {type: OS::Heat::RandomString}}}, x: {type: Acme::Thing}}\n"
    )
    (folder / "old.yaml").write_text(text % "")
    (folder / "new.yaml").write_text(text % "removal_policies: [{resource_list: 5}],")
    assert main(["diff", "old.yaml", "new.yaml", "-f", "json"]) == 1
    (refused,) = json.loads(capsys.readouterr().out)["refused"]
    assert refused.startswith("resource 'g': ")
    assert main(["diff", "new.yaml", "new.yaml"]) == 0
    assert main(["diff", "new.yaml", "old.yaml"]) == 0
