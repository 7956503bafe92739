"""Plans of stacks of which people deleted things by hand: Heat shows few attributes, and finds nothing to update."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from recorded_case import HEAD, Running

from hotlint.cli.main import main

SERVER = """resources:
  server: {type: OS::Nova::Server, properties: {image: i, flavor: f, networks: [{network: n}], metadata: {a: %s}}}
  user: {type: OS::Heat::TestResource, properties: {value: {get_resource: server}}}
"""
GONE_SERVER = {
    "name": "web-server-x", "os_collect_config": {"cfn": {"path": "server.Metadata"}}, "accessIPv4": "", "addresses": "",
    "console_urls": "", "first_address": "", "instance_name": "", "networks": "", "tags": "",
}  # fmt: skip
"""What Heat 27 shows of a server that Nova does not have any more: it knows its name and metadata itself."""


def server(status: str, shown: dict[str, Any]) -> dict[str, Any]:
    properties = {"image": "i", "flavor": "f", "networks": [{"network": "n"}], "metadata": {"a": "x"}}
    return {"type": "OS::Nova::Server", "id": "s-1", "status": status, "properties": properties, "attributes": shown}


@pytest.mark.parametrize(("shown", "action"), [(GONE_SERVER, "replace"), ({"status": "ACTIVE", "name": "x"}, "update")])
def test_a_failed_server_is_replaced_where_nova_does_not_have_it(
    running: Running, shown: dict[str, Any], action: str
) -> None:
    resources = {"server": server("UPDATE_FAILED", shown), "user": ("t", {"value": "s-1"})}
    running.runs(SERVER % "x", resources, status="UPDATE_FAILED", reason="it broke")
    found = running.actions(SERVER % "y")
    assert found["server"] == action
    assert ("user" in found) == (action == "replace")


def test_a_server_that_nova_does_not_have_cannot_be_updated(running: Running) -> None:
    running.runs(SERVER % "x", {"server": server("CREATE_COMPLETE", GONE_SERVER), "user": ("t", {"value": "s-1"})})
    assert running.plan(SERVER % "y")["resources"][0]["fails"].startswith("it was deleted outside of Heat")
    assert running.actions(SERVER % "x") == {}


@pytest.mark.parametrize(
    ("type_", "shown"),
    [
        ("OS::Neutron::SecurityGroup", {"show": None}),
        ("OS::Neutron::Net", {"name": None, "segments": [], "status": None}),
        ("OS::Nova::KeyPair", {"public_key": "ssh-ed25519 AAAA", "private_key": ""}),
    ],
)
def test_what_is_not_in_the_cloud_any_more_is_named(running: Running, type_: str, shown: dict[str, Any]) -> None:
    template = f"resources:\n  it: {{type: {type_}, properties: {{name: a}}}}\n"
    running.runs(template, {"it": ("it-1", {"name": "a"}, shown)})
    assert main(["plan", "--from", running.file()]) == 0
    assert "it  " + type_ + "  is not in the cloud any more" in running.capsys.readouterr().out


def test_a_reader_keeps_what_it_has_read_of_what_is_gone(running: Running) -> None:
    """The size follows from a property, so that the dry run predicts it; Heat keeps what it has read."""
    template = """resources:
  v: {type: OS::Cinder::Volume, properties: {size: 1}}
  r: {type: OS::Heat::Value, properties: {value: {get_attr: [v, size]}}}
"""
    running.runs(template, {"v": ("v-1", {"size": 1}, {"size": None, "status": None}), "r": ("r-1", {"value": "1"})})
    assert running.actions(template) == {}


NODE = """resources:
  port: {type: OS::Neutron::Port, properties: {network: n}}
  server: {type: OS::Nova::Server, properties: {image: i, flavor: f, networks: [{port: {get_resource: port}}]}}
"""
GONE_PORT = {
    "port": {
        "type": "OS::Neutron::Port", "id": "p-1", "status": "CREATE_COMPLETE", "properties": {"network": "n"},
        "attributes": {"fixed_ips": None, "status": None, "mac_address": None},
    },
    "server": {
        "type": "OS::Nova::Server", "id": "s-1", "status": "CREATE_COMPLETE", "attributes": {"status": "ACTIVE"},
        "properties": {"image": "i", "flavor": "f", "networks": [{"port": "p-1"}]},
    },
}  # fmt: skip
LOST = "Heat looks for 'port', its port, which was deleted outside of Heat"


def test_a_server_whose_port_is_gone_fails_in_every_update(running: Running) -> None:
    """Heat resolves the port of a server whenever it compares the server."""
    running.runs(NODE, GONE_PORT)
    found = running.plan(NODE)["resources"]
    assert [(r["path"], r["action"], r["fails"]) for r in found] == [(["server"], "update", LOST)]
    assert running.run(NODE)[0] == 1


def test_a_nested_server_whose_port_is_gone(running: Running) -> None:
    kid = {**yaml.safe_load(HEAD + NODE), "parameters": {"t": {"type": "string"}}}
    (running.folder / "kid.yaml").write_text(yaml.safe_dump(kid, sort_keys=False))
    template = "resources:\n  a: {type: OS::Heat::TestResource, properties: {value: %s}}\n  kid: {type: kid.yaml, properties: {t: x}}\n"
    inner = {"name": "kid", "id": "k-1", "status": "CREATE_COMPLETE", "resources": GONE_PORT}
    nested = {"type": "kid.yaml", "id": "k-1", "status": "CREATE_COMPLETE", "properties": {"t": "x"}, "stack": inner}
    running.runs(template % "x", {"a": ("a-1", {"value": "x"}), "kid": nested}, files={"kid.yaml": kid})
    found = running.plan(template % "y")["resources"]
    assert [(".".join(r["path"]), r["action"], r["fails"]) for r in found] == [
        ("a", "update", ""), ("kid", "update", ""), ("kid.server", "update", LOST),
    ]  # fmt: skip


def test_what_is_updated_is_validated(running: Running) -> None:
    """Heat does not look up the port of a floating IP that stays, but validates it where something else changes."""
    template = (
        NODE
        + "  float: {type: OS::Neutron::FloatingIP, properties: {floating_network: n, port_id: {get_resource: port}, description: %s}}\n"
    )
    template = template.replace(
        "  server: {type: OS::Nova::Server, properties: {image: i, flavor: f, networks: [{port: {get_resource: port}}]}}\n",
        "",
    )
    float_ = (
        "f-1",
        {"floating_network": "n", "port_id": "p-1", "description": "a"},
        {"port_id": None, "status": "DOWN"},
    )
    running.runs(template % "a", {"port": GONE_PORT["port"], "float": float_})
    assert running.actions(template % "a") == {}
    lost = running.plan(template % "b")["resources"][0]["fails"]
    assert lost == "Heat looks for 'port', its port_id, which was deleted outside of Heat"


@pytest.mark.parametrize(("port_id", "fails"), [("id-port", True), (None, False)])
def test_a_floating_ip_that_is_not_associated_any_more_needs_no_address(
    running: Running, port_id: str | None, fails: bool
) -> None:
    # Heat has replaced the association before: it made the new one, and disassociated the address with the old one.
    template = """
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.%d.0.0/24}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: subnet}}]}}
  address: {type: OS::Neutron::FloatingIP, properties: {floating_network: public}}
  at:
    type: OS::Neutron::FloatingIPAssociation
    properties: {floatingip_id: {get_resource: address}, port_id: {get_resource: port}}
"""
    running.runs(
        template % 1,
        {
            "net": ("id-net", {}, {}),
            "subnet": ("id-subnet", {"network": "id-net", "cidr": "10.1.0.0/24"}, {}),
            "port": ("id-port", {"network": "id-net", "fixed_ips": [{"subnet": "id-subnet"}]}, {}),
            "address": ("id-address", {"floating_network": "public"}, {"port_id": port_id}),
            "at": ("id-address:1", {"floatingip_id": "id-address", "port_id": "id-port"}, {}),
        },
    )
    found = {r["path"][0]: r["fails"] for r in running.plan(template % 2)["resources"] if r["fails"]}
    assert ("port" in found) == fails, found


GONE = {
    "OS::Neutron::Net": {"name": None, "status": None},
    "OS::Neutron::Port": {"mac_address": None, "status": None},
    "OS::Neutron::Router": {"name": None, "status": None},
    "OS::Neutron::SecurityGroup": {"show": None},
    "OS::Neutron::Subnet": {"cidr": None},
}


@pytest.mark.parametrize(
    ("type_", "gone", "property_"),
    [
        ("OS::Neutron::Port", "Net", "network: GONE"),
        ("OS::Neutron::Port", "Subnet", "network: n, fixed_ips: [{subnet: GONE}]"),
        ("OS::Neutron::RouterInterface", "Router", "router: GONE, subnet: n"),
        ("OS::Neutron::RouterInterface", "Subnet", "router: n, subnet: GONE"),
        ("OS::Neutron::RouterInterface", "Port", "router: n, port: GONE"),
        ("OS::Neutron::SecurityGroupRule", "SecurityGroup", "security_group: GONE"),
        ("OS::Neutron::SecurityGroupRule", "SecurityGroup", "security_group: n, remote_group: GONE"),
        ("OS::Neutron::Subnet", "Net", "cidr: 10.0.0.0/24, network: GONE"),
        ("OS::Neutron::Trunk", "Port", "port: GONE"),
        (
            "OS::Neutron::Trunk",
            "Port",
            "port: n, sub_ports: [{segmentation_id: 5, segmentation_type: vlan, port: GONE}]",
        ),
        ("OS::Nova::Server", "Net", "image: i, flavor: f, networks: [{network: GONE}]"),
        ("OS::Nova::Server", "Subnet", "image: i, flavor: f, networks: [{network: n, subnet: GONE}]"),
        ("OS::Nova::Server", "Port", "image: i, flavor: f, networks: [{port: GONE}]"),
    ],
)
def test_what_heat_looks_up_in_every_update(running: Running, type_: str, gone: str, property_: str) -> None:
    needs = {"Port": "network: n", "Subnet": "network: n, cidr: 10.0.0.0/24"}.get(gone, "")
    template = (
        f"resources:\n  it: {{type: OS::Neutron::{gone}, properties: {{{needs}}}}}\n"
        f"  user: {{type: {type_}, properties: {{{property_.replace('GONE', '{get_resource: it}')}}}}}\n"
    )
    properties = yaml.safe_load("{" + property_.replace("GONE", "it-1") + "}")
    shown = GONE[f"OS::Neutron::{gone}"]
    running.runs(
        template, {"it": ("it-1", yaml.safe_load(f"{{{needs}}}"), shown), "user": ("u-1", properties, {"status": "x"})}
    )
    found = running.plan(template)["resources"]
    name = property_.partition("GONE")[0].rpartition(":")[0].replace("{", " ").split()[-1]
    assert [(r["path"], r["fails"]) for r in found] == [
        (["user"], f"Heat looks for 'it', its {name}, which was deleted outside of Heat")
    ]
