"""`hotlint plan`: what an update would do to a stack that runs, by its stored properties, attributes and states."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from recorded_case import HEAD, Running

NET = """resources:
  net: {type: OS::Neutron::Net, properties: {name: %s}}
  sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: %s}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: sub}}]}}
  note: {type: OS::Heat::Value, properties: {value: {get_attr: [port, mac_address]}}}
"""
RUNNING_NET = {
    "net": ("net-1", {"name": "a"}, {"name": "a", "subnets": ["sub-1"], "status": "ACTIVE"}),
    "sub": ("sub-1", {"network": "net-1", "cidr": "10.0.0.0/24"}, {"cidr": "10.0.0.0/24", "gateway_ip": "10.0.0.1"}),
    "port": ("port-1", {"network": "net-1", "fixed_ips": [{"subnet": "sub-1"}]}, {"mac_address": "fa:16", "status": "DOWN"}),
    "note": ("note-1", {"value": "fa:16"}, {"value": "fa:16"}),
}  # fmt: skip


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Running:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Running(tmp_path, capsys)


@pytest.fixture
def net(running: Running) -> Running:
    return running.runs(NET % ("a", "10.0.0.0/24"), RUNNING_NET)


def test_nothing_changes_where_the_template_stays(net: Running) -> None:
    assert net.actions(NET % ("a", "10.0.0.0/24")) == {}


def test_a_change_in_place_leaves_the_rest(net: Running) -> None:
    assert net.actions(NET % ("b", "10.0.0.0/24")) == {"net": "update"}


def test_a_replacement_is_followed_and_names_what_is_lost(net: Running) -> None:
    found = net.plan(NET % ("a", "10.1.0.0/24"))
    assert {r["path"][0]: r["action"] for r in found["resources"]} == {"sub": "replace", "port": "update"}
    assert [r["id"] for r in found["resources"]] == ["sub-1", "port-1"]
    code, output = net.run(NET % ("a", "10.1.0.0/24"))
    assert code == 0
    assert "[sub-1]" in output
    assert output.startswith("stack web (s-1), CREATE_COMPLETE, 4 resources, recorded now\n")


def test_what_follows_goes_on_through_attributes(net: Running) -> None:
    """A port that moves to another network is replaced, and has another MAC address afterwards."""
    moved = (NET % ("a", "10.0.0.0/24")).replace(
        "Port, properties: {network: {get_resource: net}", "Port, properties: {network: other"
    )
    assert net.actions(moved) == {"port": "replace", "note": "update"}


def test_an_id_that_is_written_out_is_the_one_that_runs(net: Running) -> None:
    written = (NET % ("a", "10.0.0.0/24")).replace(
        "Subnet, properties: {network: {get_resource: net}", "Subnet, properties: {network: net-1"
    )
    assert net.actions(written) == {}


def test_heat_compares_with_the_attribute_that_it_read_once(running: Running) -> None:
    """A network has no subnets when what depends on it is made, and Heat keeps that."""
    template = "resources:\n  net: {type: OS::Neutron::Net, properties: {name: %s}}\n  all: {type: OS::Heat::Value, properties: {value: {get_attr: [net, subnets]}}}\n"
    running.runs(
        template % "a", {"net": ("net-1", {"name": "a"}, {"subnets": ["sub-1"]}), "all": ("all-1", {"value": []})}
    )
    assert running.actions(template % "a") == {}
    assert running.actions(template % "b") == {"net": "update", "all": "update"}  # it is read anew


def test_templates_in_cloudformation_format_are_compared(running: Running) -> None:
    text = (
        "HeatTemplateFormatVersion: 2012-12-12\nParameters: {Name: {Type: String, Default: %s}}\nResources:\n"
        "  net: {Type: OS::Neutron::Net, Properties: {name: {Ref: Name}}}\n"
        "  sub: {Type: OS::Neutron::Subnet, Properties: {network: {Ref: net}, cidr: %s}}\n"
        "  all: {Type: OS::Heat::Value, Properties: {value: {'Fn::Join': [/, [{'Fn::GetAtt': [net, name]}, {Ref: sub}]]}}}\n"
    )
    first = ("a", "10.0.0.0/24")
    subnet = {"network": "net-1", "cidr": "10.0.0.0/24"}
    value = {"value": "a/sub-1"}
    made = {
        "net": ("net-1", {"name": "a"}, {"name": "a"}),
        "sub": ("sub-1", subnet, subnet),
        "all": ("all-1", value, value),
    }
    running.runs(text % first, made)
    assert running.actions(text % first) == {}
    assert running.actions(text % ("b", "10.0.0.0/24")) == {"net": "update", "all": "update"}
    assert running.actions(text % ("a", "10.1.0.0/24")) == {"sub": "replace", "all": "update"}


def test_addresses_follow_a_subnet_that_is_replaced(running: Running) -> None:
    more = "  ip: {type: OS::Heat::Value, properties: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}}\n  gate: {type: OS::Heat::Value, properties: {value: {get_attr: [sub, gateway_ip]}}}\n"
    running.runs(
        NET % ("a", "10.0.0.0/24") + more,
        {**RUNNING_NET, "ip": ("ip-1", {"value": "10.0.0.9"}), "gate": ("gate-1", {"value": "10.0.0.1"})},
    )
    assert running.actions(NET % ("a", "10.0.0.0/24") + more) == {}
    moved = running.actions(NET % ("a", "10.1.0.0/24") + more)
    assert moved == {"sub": "replace", "port": "update", "ip": "update", "gate": "update"}


GATEWAY = "  note: {type: OS::Heat::Value, properties: {value: {get_attr: [sub, gateway_ip]}}}\n"


def test_an_attribute_of_what_is_replaced_is_predicted(running: Running) -> None:
    def template(cidr: str) -> str:
        return "\n".join((NET % ("a", cidr)).splitlines()[:4]) + "\n" + GATEWAY

    note = ("note-1", {"value": "10.0.0.1"}, {"value": "10.0.0.1"})
    found = running.runs(template("10.0.0.0/24"), {**RUNNING_NET, "note": note}).plan(template("10.9.0.0/24"))
    (change,) = [change for change in found["resources"] if change["path"] == ["note"]]
    assert [(p["old"], p["new"]) for p in change["properties"]] == [("10.0.0.1", "10.9.0.1")]


def test_a_service_refuses_a_wider_subnet_beside_the_old_one(net: Running) -> None:
    code, output = net.run(NET % ("a", "10.0.0.0/16"))
    assert code == 1
    why = "Neutron refuses 10.0.0.0/16, which overlaps the old subnet 10.0.0.0/24: Heat deletes that only afterwards"
    assert f"      fails: {why}\n" in output
    assert net.run(NET % ("a", "10.9.0.0/24"))[0] == 0


def test_a_port_keeps_its_subnet(running: Running) -> None:
    """The ids of what runs lead to the resources of the stack."""
    port = "  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}\n"
    parts = (NET % ("a", "10.0.0.0/24")).splitlines(keepends=True)
    resources = {n: RUNNING_NET[n] for n in ("net", "sub")} | {"port": ("port-1", {"network": "net-1"}, {})}
    found = running.runs("".join(parts[:3]) + port, resources).plan("".join(parts[:2]) + port)
    (change,) = found["resources"]
    assert (change["path"], change["action"]) == (["sub"], "delete")
    assert change["fails"] == "Neutron refuses to delete it, since port 'port' stays and has an address of it"


def test_resources_come_and_go(net: Running) -> None:
    fewer = (
        "resources:\n  net: {type: OS::Neutron::Net, properties: {name: a}}\n  new: {type: OS::Heat::RandomString}\n"
    )
    assert net.actions(fewer) == {"sub": "delete", "port": "delete", "note": "delete", "new": "add"}


def test_a_condition_turns_a_resource_off(running: Running) -> None:
    template = "parameters: {wanted: {type: boolean, default: true}}\nconditions: {c: {get_param: wanted}}\nresources:\n  a: {type: OS::Heat::Value, condition: c, properties: {value: x}}\n"
    running.runs(template, {"a": ("a-1", {"value": "x"})}, environment={"parameters": {"wanted": True}})
    assert running.actions(template, "-P", "wanted=false") == {"a": "delete"}
    assert running.actions(template) == {}
    running.runs(template, {}, environment={"parameters": {"wanted": False}})
    assert running.actions(template) == {"a": "add"}


@pytest.mark.parametrize(
    ("state", "action"),
    [
        ({"status": "CREATE_FAILED", "id": "a-1"}, "replace"),
        ({"status": "UPDATE_FAILED", "id": "a-1", "reason": "it broke"}, "replace"),
        ({"status": "CHECK_FAILED", "id": "a-1"}, "replace"),
        ({"status": "INIT_COMPLETE", "id": ""}, "add"),
        ({"status": "CREATE_FAILED", "id": ""}, "add"),
        ({"status": "UPDATE_COMPLETE", "id": "a-1"}, None),
    ],
)
def test_what_failed_is_made_again(running: Running, state: dict[str, str], action: str | None) -> None:
    template = "resources:\n  a: {type: OS::Heat::TestResource, properties: {value: x}}\n"
    properties = {"properties": {"value": "x"}} if state["id"] else {}
    running.runs(template, {"a": {"type": "OS::Heat::TestResource", **properties, **state}})
    assert running.actions(template).get("a") == action
    assert state.get("reason", "") in running.run(template)[1]


def test_a_failed_replacement_is_replaced_again(running: Running) -> None:
    """Heat shows the new one, which has no id; that there was another one before is known from its events."""
    template = "resources:\n  a: {type: OS::Heat::TestResource, properties: {value: x}}\n"
    failed = {"type": "OS::Heat::TestResource", "status": "CREATE_FAILED", "id": "", "properties": {"value": "w"}}
    running.runs(template, {"a": failed})
    assert running.actions(template) == {"a": "replace"}


def test_what_was_deleted_by_hand_cannot_be_updated(running: Running) -> None:
    template = "resources:\n  v: {type: OS::Cinder::Volume, properties: {size: %d}}\n"
    running.runs(template % 1, {"v": ("v-1", {"size": 1}, {"size": None, "status": None})})
    assert "fails: it was deleted outside of Heat" in running.run(template % 2)[1]
    assert running.actions(template % 1) == {}


def test_what_uses_a_new_resource_changes(net: Running) -> None:
    moved = (NET % ("a", "10.0.0.0/24")).replace("[{subnet: {get_resource: sub}}]", "[{subnet: {get_resource: sub2}}]")
    assert net.actions(
        moved + "  sub2: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.5.0.0/24}}\n"
    ) == {"sub2": "add", "port": "update"}


def test_a_key_pair_that_is_made_again_keeps_its_name(running: Running) -> None:
    pair = "resources:\n  key: {type: OS::Nova::KeyPair, properties: {name: k, public_key: %s}}\n"
    template = pair + "  word: {type: OS::Heat::TestResource, properties: {value: {get_resource: key}}}\n"
    kept = {"key": ("k", {"name": "k", "public_key": "a"}, {"public_key": "a"}), "word": ("w-1", {"value": "k"}, {})}
    running.runs(template % "a", kept)
    assert running.actions(template % "b") == {"key": "replace"}
    assert running.actions(template.replace("name: k", "name: l") % "a") == {"key": "replace", "word": "update"}


@pytest.mark.parametrize(
    ("attributes", "action"),
    [
        ({"status": "ACTIVE"}, None),
        ({"status": "ERROR"}, "replace"),
        ({}, "replace"),
        ({"status": None, "name": None}, "replace"),
    ],
)
def test_a_failed_network_is_kept_while_it_exists(
    running: Running, attributes: dict[str, str], action: str | None
) -> None:
    template = "resources:\n  n: {type: OS::Neutron::Net, properties: {name: x}}\n"
    failed = {"type": "OS::Neutron::Net", "id": "n-1", "status": "UPDATE_FAILED", "properties": {"name": "x"}}
    running.runs(template, {"n": {**failed, "attributes": attributes}})
    assert running.actions(template).get("n") == action


MEMBER = (
    HEAD
    + "parameters: {x: {type: string}}\nresources:\n  r: {type: OS::Heat::RandomString, properties: {length: %d, salt: {get_param: x}}}\noutputs: {v: {value: {get_attr: [r, value]}}}\n"
)
GROUP = "resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: %d, resource_def: {type: member.yaml, properties: {x: '%%index%%'}}}}\n  all: {type: OS::Heat::Value, properties: {value: {get_attr: [g, v]}}}\n"


def group(running: Running, count: int) -> None:
    path = f"file://{running.folder}/member.yaml"
    (running.folder / "member.yaml").write_text(MEMBER % 8)
    members = {
        str(n): {
            "type": path, "id": f"m-{n}", "status": "CREATE_COMPLETE", "properties": {"x": str(n)}, "attributes": {"v": f"word{n}"},
            "stack": {
                "name": f"web-g-{n}", "id": f"m-{n}", "status": "CREATE_COMPLETE", "resources": {
                    "r": {"type": "OS::Heat::RandomString", "id": f"r-{n}", "status": "CREATE_COMPLETE", "properties": {"length": 8, "salt": str(n)}, "attributes": {"value": f"word{n}"}},
                },
            },
        }
        for n in range(count)
    }  # fmt: skip
    definition = {"count": count, "resource_def": {"type": path, "properties": {"x": "%index%"}}}
    running.runs(
        (GROUP % count).replace("member.yaml", path),
        {
            "g": {
                "type": "OS::Heat::ResourceGroup", "id": "g-1", "status": "CREATE_COMPLETE", "properties": definition,
                "stack": {"name": "web-g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": members},
            },
            "all": ("all-1", {"value": [f"word{n}" for n in range(count)]}),
        },
        files={path: yaml.safe_load(MEMBER % 8)},
    )  # fmt: skip


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


SECRET = "parameters: {pw: {type: string, hidden: true, default: hunter22}}\nresources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: pw}}}\n"


def test_hidden_values_are_compared_and_not_shown(running: Running) -> None:
    running.runs(SECRET, {"a": ("a-1", {"value": "hunter22"}, {"value": "hunter22"})})
    assert running.actions(SECRET) == {}
    code, output = running.run(SECRET, "-P", "pw=correct-horse", "--fail-on", "change")
    assert code == 1
    assert "a  OS::Heat::Value  is updated in place" in output
    assert "hunter22" not in output
    assert "correct-horse" not in output


def test_what_the_recording_hides_may_change(running: Running) -> None:
    running.runs(SECRET.replace(", default: hunter22", ""), {"a": ("a-1", {"value": "******"})})
    found = running.plan(SECRET, "-P", "pw=x")
    assert [r["action"] for r in found["resources"]] == ["unknown"]
    assert found["notes"] == ["hidden in the stack, so a new value cannot be recognized: 'pw'"]


def test_existing_keeps_the_values_of_the_stack(running: Running) -> None:
    template = "parameters: {p: {type: string, default: d}}\nresources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n"
    running.runs(template, {"a": ("a-1", {"value": "kept"})}, environment={"parameters": {"p": "kept"}})
    assert running.actions(template) == {"a": "update"}
    assert running.actions(template, "--existing") == {}
    assert running.actions(template, "--existing", "-P", "p=other") == {"a": "update"}


@pytest.mark.parametrize("stored", ["hunter22", "******"])
def test_existing_keeps_hidden_values(running: Running, stored: str) -> None:
    template = SECRET.replace(", default: hunter22", "")
    running.runs(template, {"a": ("a-1", {"value": stored})}, environment={"parameters": {"pw": "******"}})
    assert running.actions(template, "--existing") == {}
    assert running.run(template)[0] == 1  # without a value, Heat refuses it


def test_what_an_earlier_update_left_behind_is_deleted(net: Running) -> None:
    net.stack["resources"]["old"] = {"type": "OS::Heat::Value", "id": "old-1", "status": "DELETE_FAILED"}
    assert net.actions(NET % ("a", "10.0.0.0/24")) == {"old": "delete"}


@pytest.mark.parametrize(
    ("template", "level", "code"),
    [
        (NET % ("a", "10.0.0.0/24"), "change", 0),
        (NET % ("b", "10.0.0.0/24"), "replace", 0),
        (NET % ("b", "10.0.0.0/24"), "change", 1),
        (NET % ("a", "10.1.0.0/24"), "replace", 1),
        (NET % ("a", "10.1.0.0/24"), "delete", 0),
        ("resources:\n  net: {type: OS::Neutron::Net, properties: {name: a}}\n", "delete", 1),
    ],
)
def test_fail_on(net: Running, template: str, level: str, code: int) -> None:
    assert net.run(template, "--fail-on", level)[0] == code


def test_an_update_that_heat_refuses_fails(running: Running) -> None:
    template = "parameters: {p: {type: string, immutable: true}}\nresources: {}\n"
    running.runs(template, {}, environment={"parameters": {"p": "a"}})
    code, output = running.run(template, "-P", "p=b")
    assert code == 1
    assert "Heat refuses this update: parameter 'p': it is immutable" in output


def test_markdown_for_a_merge_request(net: Running) -> None:
    _, output = net.run(NET % ("a", "10.1.0.0/24"), "-f", "markdown")
    assert output.startswith("### What this does to the stack web\n\nstack web (s-1), CREATE\\_COMPLETE, 4 resources")
    assert "| `-/+` | `sub`<br>OS::Neutron::Subnet | **replace** | cidr cannot be updated |" in output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\n", "'web.stack.yaml' is not a recorded stack, which 'hotlint plan record STACK' writes"),
        ("recorded_stack: 2\n", "is of version 2 of the format, and this hotlint reads version 1"),
        ("recorded_stack: 1\nstack: []\n", "'stack' of the file must be a mapping"),
        ("recorded_stack: 1\nstack: {resources: {a: []}}\n", "'a' of stack must be a mapping"),
        ("recorded_stack: 1\nstack: {resources: {a: {type: []}}}\n", "'type' of resource 'a' must be a string"),
        ("{", "is not a recorded stack"),
    ],
)
def test_a_file_that_is_no_recording(net: Running, text: str, said: str) -> None:
    (net.folder / "new.yaml").write_text(HEAD)
    net.file()
    (net.folder / "web.stack.yaml").write_text(text)
    from hotlint.cli.main import main

    assert main(["plan", "--from", "web.stack.yaml", "new.yaml"]) == 2
    assert said in net.capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["web", "new.yaml"], "--cloud must name the cloud"),
        (["record"], "plan record takes one stack"),
        (["--from", "web.stack.yaml", "web", "new.yaml"], "plan takes TEMPLATE with --from"),
        (["--from", "missing.yaml", "new.yaml"], "cannot read 'missing.yaml'"),
        (["--from", "web.stack.yaml", "--cloud", "c", "new.yaml"], "exclude each other"),
    ],
)
def test_usage(net: Running, arguments: list[str], said: str) -> None:
    from hotlint.cli.main import main

    net.file()
    assert main(["plan", *arguments]) == 2
    assert said in net.capsys.readouterr().err


def test_inputs_that_replace_deployments_that_run(running: Running) -> None:
    """The members of a group run with the defaults that Heat has stored."""
    template = """parameters: {v: {type: string, default: a}}
resources:
  config: {type: OS::Heat::SoftwareConfig, properties: {inputs: [{name: a, replace_on_change: true}]}}
  one: {type: OS::Heat::SoftwareDeployment, properties: {config: {get_resource: config}, server: s, input_values: {a: {get_param: v}}}}
  all: {type: OS::Heat::SoftwareDeploymentGroup, properties: {config: {get_resource: config}, servers: {x: s}, input_values: {a: {get_param: v}}}}
"""
    stored = {"config": "config-1", "server": "s", "input_values": {"a": "a"}}
    member = {**stored, "actions": ["CREATE", "UPDATE"], "signal_transport": "CFN_SIGNAL", "name": None}
    deployment = {"type": "OS::Heat::SoftwareDeployment", "status": "CREATE_COMPLETE", "id": "d", "properties": member}
    nested = {"name": "all", "id": "n", "status": "CREATE_COMPLETE", "resources": {"x": deployment}}
    group = {"config": "config-1", "servers": {"x": "s"}, "input_values": {"a": "a"}}
    running.runs(
        template,
        {
            "config": ("config-1", {"inputs": [{"name": "a", "replace_on_change": True}]}),
            "one": ("one-1", stored),
            "all": {"type": "OS::Heat::SoftwareDeploymentGroup", "status": "CREATE_COMPLETE", "id": "n", "properties": group, "stack": nested},
        },
    )  # fmt: skip
    assert running.actions(template) == {}
    assert running.actions(template, "-P", "v=b") == {"one": "replace", "all": "update", "all.x": "replace"}


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


@pytest.mark.parametrize(
    ("change", "actions"),
    [
        (("name: b", "name: c"), {"s": "update", "s.other": "update"}),
        (("{get_resource: n}", "[{get_resource: n}, x]"), {"s": "update", "id": "update"}),
        (
            ("n: {type: OS::Neutron::Net}", "n: {type: OS::Neutron::ProviderNet, properties: {network_type: local}}"),
            {"s": "update", "s.n": "replace", "id": "update", "mtu": "unknown"},
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


def test_a_port_that_is_replaced_while_a_floating_ip_is_at_it(running: Running) -> None:
    """Heat takes the addresses of the old port before it creates the new one (prepare_for_replace of ports)."""
    template = """resources:
  port: {type: OS::Neutron::Port, properties: {network: %s}}
  float: {type: OS::Neutron::FloatingIP, properties: {floating_network: out, port_id: {get_resource: port}}}
"""
    running.runs(
        template % "a",
        {
            "port": ("p-1", {"network": "a"}, {"status": "DOWN"}),
            "float": ("f-1", {"floating_network": "out", "port_id": "p-1"}),
        },
    )
    found = running.plan(template % "b")
    assert [(r["path"], r["action"], "floating IP 'float' is associated" in r["fails"]) for r in found["resources"]] == [
        (["port"], "replace", True), (["float"], "update", False),
    ]  # fmt: skip
