"""`hotlint plan`: what an update would do to a stack that runs, by its stored properties, attributes and states."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import pytest
from recorded_case import NET, RUNNING_NET, Running


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


def test_a_check_that_failed_within_a_group_replaces_members_only(running: Running) -> None:
    """Heat replaces the whole group only where it was itself marked unhealthy."""
    template = "resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Heat::RandomString}}}\n"
    member = {"type": "OS::Heat::RandomString", "id": "r-1", "status": "CHECK_FAILED", "properties": {}}
    nested = {"name": "g", "id": "g-1", "resources": {"0": member}}
    group = {"type": "OS::Heat::ResourceGroup", "id": "g-1", "status": "CHECK_FAILED", "properties": {"count": 1}}
    running.runs(template, {"g": {**group, "stack": {**nested, "status": "CHECK_FAILED"}}}, status="CHECK_FAILED")
    assert running.actions(template) == {"g": "update", "g.0": "replace"}
    running.runs(template, {"g": {**group, "stack": {**nested, "status": "CREATE_COMPLETE"}}})
    assert running.actions(template) == {"g": "replace"}


@pytest.mark.parametrize(("status", "action"), [("UPDATE_FAILED", None), ("CHECK_FAILED", "replace")])
def test_a_stack_that_failed_is_updated(running: Running, status: str, action: str | None) -> None:
    inner = "{heat_template_version: 2018-08-31, resources: {r: {type: OS::Heat::RandomString}}}"
    template = f"resources:\n  s: {{type: OS::Heat::Stack, properties: {{template: '{inner}'}}}}\n"
    stack = {"type": "OS::Heat::Stack", "id": "s-9", "status": status, "properties": {"template": inner}}
    running.runs(template, {"s": stack})
    assert running.actions(template).get("s") == action


def test_the_generated_name_of_what_is_replaced_is_another_one(running: Running) -> None:
    """The cloud does not show it any more where the volume was deleted by hand, but a reader has it."""
    template = "resources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1}}\n  r: {type: OS::Heat::Value, properties: {value: {get_attr: [v, display_name]}}}\n"
    gone = {
        "type": "OS::Cinder::Volume",
        "id": "v-1",
        "status": "CHECK_FAILED",
        "properties": {"size": 1},
        "attributes": {"size": None},
    }
    running.runs(template, {"v": gone, "r": ("r-1", {"value": "web-v-abcdefghijkl"})})
    assert running.actions(template) == {"v": "replace", "r": "update"}


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


SERVER = """resources:
  server: {type: OS::Nova::Server, properties: {image: i, flavor: f, networks: [%s], key_name: %s}}
  address: {type: OS::Heat::Value, properties: {value: {get_attr: [server, addresses, n, 0, addr]}}}
  first: {type: OS::Heat::Value, properties: {value: {get_attr: [server, first_address]}}}
  version: {type: OS::Heat::Value, properties: {value: {get_attr: [server, addresses, n, 0, version]}}}
"""


@pytest.mark.parametrize(
    ("network", "action", "first"),
    [
        ("network: n", "update", {"first": "update"}),
        ("network: n, fixed_ip: 10.0.0.4", "unknown", {}),
        ("port: p", "unknown", {"first": "unknown"}),
    ],
)
def test_the_address_of_a_server_that_is_replaced(
    running: Running, network: str, action: str, first: dict[str, str]
) -> None:
    """Neutron draws it at random, where neither a port nor the template fixes it."""
    networks = [dict([pair.split(": ") for pair in network.split(", ")])]
    addresses = {"n": [{"addr": "10.0.0.4", "version": 4}]}
    running.runs(
        SERVER % (f"{{{network}}}", "a"),
        {
            "server": ("s-1", {"image": "i", "flavor": "f", "networks": networks, "key_name": "a"}, {"addresses": addresses}),
            "address": ("a", {"value": "10.0.0.4"}), "first": ("f", {"value": "10.0.0.4"}), "version": ("v", {"value": 4}),
        },
    )  # fmt: skip
    assert running.actions(SERVER % (f"{{{network}}}", "b")) == {
        "server": "replace", "address": action, **first, "version": "unknown",
    }  # fmt: skip


def test_attributes_that_heat_reads_anew(running: Running) -> None:
    """Heat keeps the size of a volume as it has read it, and reads its status in every update."""
    template = """resources:
  v: {type: OS::Cinder::Volume, properties: {size: 1}}
  status: {type: OS::Heat::Value, properties: {value: {get_attr: [v, status]}}}
  size: {type: OS::Heat::Value, properties: {value: {get_attr: [v, size]}}}
"""
    shown = {"id": "v-1", "links": [], "size": 3, "status": "in-use"}
    stored = {"status": ("s", {"value": "available"}), "size": ("z", {"value": "1"})}
    running.runs(template, {"v": ("v-1", {"size": 1}, shown), **stored})
    assert running.actions(template) == {"status": "update"}
