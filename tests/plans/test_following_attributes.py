"""Attributes that follow properties of another name, and those of a group that follow what is updated in its members."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from recorded_case import HEAD, Running


@pytest.mark.parametrize(
    ("type_", "more", "property_", "values", "attribute"),
    [
        ("OS::Keystone::User", "name: a", "default_project", ("p", "q"), "default_project_id"),
        ("OS::Neutron::Net", "name: a", "qos_policy", ("p", "q"), "qos_policy_id"),
        ("OS::Neutron::Port", "network: n", "qos_policy", ("p", "q"), "qos_policy_id"),
        ("OS::Neutron::Port", "network: n", "fixed_ips", ([{"subnet": "s"}], [{"subnet": "t"}]), "subnets"),
        (
            "OS::Neutron::Subnet",
            "network: n, subnetpool: p, prefixlen: 24",
            "allocation_pools",
            ([{"start": "10.0.0.9", "end": "10.0.0.20"}], [{"start": "10.0.0.9", "end": "10.0.0.30"}]),
            "gateway_ip",
        ),
        ("OS::Nova::Server", "image: i, flavor: f", "networks", ([{"network": "n"}], [{"network": "m"}]), "addresses"),
        (
            "OS::Nova::Server",
            "image: i, flavor: f",
            "networks",
            ([{"network": "n"}], [{"network": "m"}]),
            "first_address",
        ),
        ("OS::Nova::Server", "image: i, flavor: f", "networks", ([{"network": "n"}], [{"network": "m"}]), "accessIPv4"),
        ("OS::Nova::Server", "image: i, flavor: f", "networks", ([{"network": "n"}], [{"network": "m"}]), "accessIPv6"),
        ("OS::Neutron::FloatingIP", "floating_network: n", "port_id", ("p", "q"), "fixed_ip_address"),
        ("OS::Neutron::FloatingIP", "floating_network: n", "port_id", ("p", "q"), "router_id"),
        (
            "OS::Octavia::Listener",
            "protocol: HTTP, protocol_port: 80, loadbalancer: l",
            "default_pool",
            ("p", "q"),
            "default_pool_id",
        ),
    ],
)
def test_an_attribute_that_follows_a_property_of_another_name(
    running: Running, type_: str, more: str, property_: str, values: tuple[object, object], attribute: str
) -> None:
    old, new = values
    template = f"""resources:
  it: {{type: {type_}, properties: {{{more}, {property_}: %s}}}}
  read: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [it, {attribute}]}}}}}}
  other: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [it, name]}}}}}}
"""
    given = {**yaml.safe_load(f"{{{more}}}"), property_: old}
    shown = {attribute: "shown", "name": "a", "status": "ACTIVE"}
    running.runs(
        template % json.dumps(old),
        {"it": ("it-1", given, shown), "read": ("r", {"value": "shown"}), "other": ("o", {"value": "a"})},
    )
    assert running.actions(template % json.dumps(old)) == {}
    assert running.actions(template % json.dumps(new)) == {"it": "update", "read": "unknown"}


KID = """parameters: {v: {type: string}, w: {type: string, default: x}}
resources: {t: {type: OS::Heat::TestResource, properties: {value: {get_param: v}}}}
outputs: {output: {value: {get_attr: [t, output]}}}
"""
TEST = {"type": "OS::Heat::TestResource", "status": "CREATE_COMPLETE", "id": "t-1"}


def _group(running: Running, member: dict[str, Any], property_: str) -> str:
    """Say that a group of one member runs, and a value that reads an attribute of it. Returns the template for other values."""
    template = f"""resources:
  g: {{type: OS::Heat::ResourceGroup, properties: {{count: 1, resource_def: {{type: '{member["type"]}', properties: {{%s}}}}}}}}
  read: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [g, output]}}}}}}
"""
    given = {property_: "a"}
    shown = {"status": "CREATE_COMPLETE", "properties": given, "attributes": {"output": "a"}}
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": {"0": {**member, **shown}}}
    group = {"count": 1, "resource_def": {"type": member["type"], "properties": given}}
    running.runs(
        template % f"{property_}: a",
        {
            "g": {
                "type": "OS::Heat::ResourceGroup", "status": "CREATE_COMPLETE", "id": "g-1", "properties": group, "stack": nested,
                "attributes": {"output": ["a"]},
            },
            "read": ("r", {"value": ["a"]}),
        },
        files={member["type"]: yaml.safe_load(HEAD + KID)} if member["type"].startswith("file:") else {},
    )  # fmt: skip
    assert running.actions(template % f"{property_}: a") == {}
    return template


def test_an_attribute_of_a_group_follows_a_property_of_its_members(running: Running) -> None:
    template = _group(running, TEST, "value")
    changed = {"g": "update", "g.0": "update"}
    assert running.actions(template % "value: a, action_wait_secs: {update: 1}") == changed
    assert running.actions(template % "value: b") == {**changed, "read": "update"}


def test_an_attribute_of_a_group_follows_what_changes_in_nested_templates(running: Running, tmp_path: Path) -> None:
    (tmp_path / "kid.yaml").write_text(HEAD + KID)
    inner = {**TEST, "properties": {"value": "a"}, "attributes": {"output": "a"}}
    stack = {"name": "k", "id": "k-1", "status": "CREATE_COMPLETE", "resources": {"t": inner}}
    template = _group(running, {"type": f"file://{tmp_path}/kid.yaml", "id": "k-1", "stack": stack}, "v")
    changed = {"g": "update", "g.0": "update"}
    assert running.actions(template % "v: a, w: b") == changed
    assert running.actions(template % "v: b") == {**changed, "g.0.t": "update", "read": "update"}


PORTS = """resources:
  g:
    type: OS::Heat::ResourceGroup
    properties: {count: %d, resource_def: {type: OS::Neutron::Port, properties: {network: n, name: '%s%%index%%'}}}
  text: {type: OS::Heat::Value, properties: {value: {list_join: ['-', [%s, %s]]}}}
"""
NAME, ADDRESS = "{get_attr: [g, resource.0.name]}", "{get_attr: [g, resource.1, fixed_ips, 0, ip_address]}"
ALL_NAMES, ADDRESSES = (
    "{list_join: [',', {get_attr: [g, name]}]}",
    "{list_join: [',', {get_attr: [g, fixed_ips, 0, ip_address]}]}",
)


@pytest.mark.parametrize(
    ("count", "prefix", "users", "change"),
    [
        (2, "p", (NAME, ADDRESS), None),
        (2, "p", (ALL_NAMES, ADDRESSES), None),
        (3, "p", (NAME, ADDRESS), None),
        (2, "q", (NAME, ADDRESS), ("update", "q0-10.0.0.1")),
        (2, "q", (ALL_NAMES, ADDRESSES), ("update", "q0,q1-10.0.0.0,10.0.0.1")),
        (2, "p", ("{get_attr: [g, resource.0.show]}", "{get_attr: [g, resource.1.show]}"), ("unknown", None)),
    ],
)
def test_attributes_of_a_group_are_those_of_its_members(
    running: Running, count: int, prefix: str, users: tuple[str, str], change: tuple[str, str | None] | None
) -> None:
    """Two unknown parts of a text cannot be told from what is stored; the members show both."""
    ports = {
        str(n): {
            "type": "OS::Neutron::Port", "id": f"p-{n}", "status": "CREATE_COMPLETE", "properties": {"network": "n", "name": f"p{n}"},
            "attributes": {"name": f"p{n}", "fixed_ips": [{"ip_address": f"10.0.0.{n}"}]},
        }
        for n in (0, 1)
    }  # fmt: skip
    definition = {"type": "OS::Neutron::Port", "properties": {"network": "n", "name": "p%index%"}}
    group = {
        "type": "OS::Heat::ResourceGroup", "id": "g-1", "status": "CREATE_COMPLETE", "properties": {"count": 2, "resource_def": definition},
        "stack": {"name": "web-g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": ports},
    }  # fmt: skip
    stored = "p0,p1-10.0.0.0,10.0.0.1" if users[0] == ALL_NAMES else "p0-10.0.0.1"
    running.runs(PORTS % (2, "p", *users), {"g": group, "text": ("t-1", {"value": stored}, {"value": stored})})
    found = {r["path"][-1]: r for r in running.plan(PORTS % (count, prefix, *users))["resources"] if not r["idle"]}
    if change is None:
        assert "text" not in found
    else:
        new = found["text"]["properties"][0]["new"]
        assert (found["text"]["action"], new if change[1] else None) == change
