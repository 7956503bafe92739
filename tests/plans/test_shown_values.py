"""What recorded resources show: attributes as get_attr yields them, addresses that change, and what differs in the cloud."""
# ruff: noqa: E501 - resources on one line

from __future__ import annotations

from typing import Any

from for_each import for_each
from recorded_resources import GONE, made, stack

from hotlint.language.values import OMITTED, Value
from hotlint.plans.attribute_sources import (
    follows,
    has_other_subnets,
    is_allocated,
    is_outside,
    mirrored_anywhere,
    mirrored_property,
)
from hotlint.plans.drift import Drift, DriftedProperty, drift
from hotlint.plans.shown_attributes import is_stored, shown_attribute

VOLUME = {
    "id": "1",
    "links": [],
    "name": "n",
    "description": "d",
    "metadata": {"a": "b"},
    "attachments": [1],
    "size": 3,
    "volume_image_metadata": {"x": 1},
    "status": "in-use",
}
SERVER: dict[str, Any] = {
    "id": "1", "links": [], "name": "n", "tags": ["t"], "accessIPv4": "4", "accessIPv6": "6", "OS-EXT-SRV-ATTR:instance_name": "i", "status": "A",
    "addresses": {"a": [{"addr": "10.0.0.1"}], "z": [], "b": [{"addr": "10.0.0.2"}, {"addr": "10.0.0.3"}]},
}  # fmt: skip


@for_each(
    ("type_", "shown", "expected"),
    [
        ("OS::Cinder::Volume", VOLUME, {
            "metadata": '{"a": "b"}', "metadata_values": {"a": "b"}, "attachments_list": [1], "display_name": "n", "display_description": "d",
            "size": "3", "attachments": [1], "volume_image_metadata": {"x": 1}, "other": OMITTED, "show": OMITTED,
        }),
        ("OS::Cinder::Volume", {"size": 3, "id": "1"}, {"size": 3, "metadata": OMITTED}),
        ("OS::Cinder::Volume", {"size": 3, "links": []}, {"size": 3, "display_name": OMITTED}),
        ("OS::Cinder::Volume", {"id": "1", "links": []}, {"size": OMITTED, "display_name": OMITTED, "metadata": "null"}),
        ("OS::Nova::Server", SERVER, {
            "first_address": "10.0.0.2", "addresses": SERVER["addresses"], "name": "n", "tags": ["t"], "accessIPv4": "4", "accessIPv6": "6",
            "instance_name": "i", "status": OMITTED, "networks": OMITTED,
        }),
        ("OS::Nova::Server", {**SERVER, "addresses": {}}, {"first_address": ""}),
        ("OS::Nova::Server", {**SERVER, "addresses": {"a": [{}]}}, {"first_address": ""}),
        ("OS::Nova::Server", {"id": "1", "links": []}, {"first_address": OMITTED, "instance_name": OMITTED, "name": OMITTED}),
        ("OS::Heat::Stack", {"outputs": [{"output_key": "a", "output_value": 1}, "x", {"output_key": "b"}], "stack_name": "n"}, {"outputs": {"a": 1, "b": None}, "stack_name": "n", "x": OMITTED}),
        ("OS::Heat::Stack", {"outputs": {"a": 1}}, {"outputs": {"a": 1}}),
        ("OS::Neutron::Net", {"id": "1", "links": [], "mtu": 5}, {"mtu": 5, "x": OMITTED}),
    ],
)  # fmt: skip
def test_attributes_as_get_attr_yields_them(type_: str, shown: dict[str, Any], expected: dict[str, Any]) -> None:
    found = made(type_, attributes=shown)
    assert {name: shown_attribute(found, name) for name in expected} == expected


def test_attributes_that_heat_keeps() -> None:
    volume = made("OS::Cinder::Volume")
    assert [is_stored(volume, path) for path in (["status"], ["size"], ["none"], [])] == [False, True, True, True]
    assert is_stored(made("A::B"), ["status"])


def test_attributes_that_show_a_property() -> None:
    paths: list[tuple[str, list[Value]]] = [
        ("OS::Neutron::Subnet", ["network_id"]), ("OS::Neutron::Subnet", ["network_id", 0]), ("OS::Neutron::Subnet", []), ("OS::Neutron::Subnet", ["x"]), ("A::B", ["name"]),
    ]  # fmt: skip
    assert [mirrored_property(*each) for each in paths] == ["network", "", "", "", ""]
    assert [mirrored_anywhere(name) for name in ("network_id", "output", "x")] == [{"network"}, {"value"}, set()]
    assert follows("A::B", "show", []) and follows("A::B", "a", ["a"]) and not follows("A::B", "a", ["b"])
    assert [follows("OS::Nova::Server", "addresses", changed) for changed in (["name", "networks"], ["name"], [])] == [
        True,
        False,
        False,
    ]


def test_attributes_that_follow_properties_of_other_names() -> None:
    following = {
        ("OS::Keystone::User", "default_project"): ["default_project_id"], ("OS::Neutron::Net", "qos_policy"): ["qos_policy_id"],
        ("OS::Neutron::Port", "fixed_ips"): ["subnets"], ("OS::Neutron::Port", "network"): ["network_id"], ("OS::Neutron::Port", "qos_policy"): ["qos_policy_id"],
        ("OS::Neutron::Subnet", "allocation_pools"): ["gateway_ip"], ("OS::Neutron::FloatingIP", "port_id"): ["fixed_ip_address", "router_id"],
        ("OS::Nova::Server", "networks"): ["accessIPv4", "accessIPv6", "addresses", "first_address"], ("OS::Octavia::Listener", "default_pool"): ["default_pool_id"],
    }  # fmt: skip
    names = sorted({name for listed in following.values() for name in listed})
    for (kind, property_), listed in following.items():
        assert [name for name in names if follows(kind, name, [property_])] == listed


@for_each(
    ("type_", "path", "given", "found"),
    [
        ("OS::Neutron::FloatingIP", ["floating_ip_address"], None, True),
        ("OS::Neutron::FloatingIP", ["floating_ip_address"], "10.0.0.1", False),
        ("OS::Neutron::FloatingIP", ["floating_ip_address"], "", False),
        ("OS::Neutron::FloatingIP", ["port_id"], None, False),
        ("OS::Neutron::Port", ["fixed_ips", 0, "ip_address"], [], True),
        ("OS::Neutron::Port", ["fixed_ips", 0, "ip_address"], [{"subnet": "s"}, {"ip_address": ""}], True),
        ("OS::Neutron::Port", ["fixed_ips", 0, "ip_address"], [{"subnet": "s"}, {"ip_address": "10.0.0.1"}], False),
        ("OS::Neutron::Port", ["fixed_ips", 0, "ip_address"], [{"subnet": "s"}, "x"], False),
        ("OS::Neutron::Port", ["fixed_ips", 0, "ip_address"], {"subnet": "s"}, False),
        ("OS::Neutron::Port", ["fixed_ips", 0, "subnet_id"], None, False),
        *(
            ("OS::Nova::Server", [name], [{"network": "n"}], True)
            for name in ("addresses", "first_address", "networks")
        ),
        *(("OS::Nova::Server", ["networks"], [{key: "x"}], False) for key in ("fixed_ip", "port")),
        *(
            ("OS::Nova::Server", ["addresses", "n", 0, name], [{"network": "n"}], False)
            for name in ("OS-EXT-IPS:type", "version")
        ),
        ("OS::Nova::Server", ["name"], None, False),
        ("A::B", ["networks"], None, False),
    ],
)
def test_addresses_that_neutron_chooses(type_: str, path: list[Value], given: Value, found: bool) -> None:
    asked: list[str] = []

    def ask(name: str) -> Value:
        asked.append(name)
        return given

    assert is_allocated(made(type_), path, ask) is found
    assert set(asked) <= {"floating_ip_address", "fixed_ips", "networks"}


@for_each(
    ("before", "after", "found"),
    [
        ([{"subnet": "a"}], [{"subnet": "b"}], True),
        ([{"subnet_id": "a"}], [{"subnet": "b"}, {"subnet": "a"}], False),
        ([{"subnet": "a"}, {"subnet": "b"}], [{"subnet_id": "c"}], True),
        ([{"ip_address": "a"}], [{"subnet": "b"}], False),
        ([{"subnet": "a"}], [{"ip_address": "b"}, "x"], False),
        (None, [{"subnet": "b"}], False),
        ([{"subnet": "a"}], "b", False),
    ],
)
def test_a_port_that_moves_to_other_subnets(before: Value, after: Value, found: bool) -> None:
    assert has_other_subnets(made(properties={"fixed_ips": before}), after) is found
    assert not has_other_subnets(made(), after)


def test_addresses_outside_of_a_network() -> None:
    pairs = [
        ("10.0.0.1", "10.0.0.7/24"),
        ("10.0.1.1", "10.0.0.7/24"),
        ("x", "10.0.0.0/24"),
        ("10.0.0.1", "x"),
        (None, None),
    ]
    assert [is_outside(*pair) for pair in pairs] == [False, True, False, False, False]


def test_what_differs_in_the_cloud() -> None:
    stored = {"name": "n", "shared": True, "mtu": 5, "admin_state_up": "True", "port_security_enabled": None}
    net = made(
        "OS::Neutron::Net",
        "n-1",
        properties=stored,
        attributes={"name": "m", "shared": False, "mtu": "5", "admin_state_up": True, "port_security_enabled": True},
    )
    subnet = made(
        "OS::Neutron::Subnet",
        properties={"dns_nameservers": ["b", "a"], "name": "", "gateway_ip": "", "host_routes": [1, 2]},
        attributes={"dns_nameservers": ["a", "b"], "name": None, "gateway_ip": "x", "host_routes": [1]},
    )
    server = made(
        "OS::Nova::Server",
        properties={"name": "******", "metadata": {"a": 1, "b": {"c": "2"}}, "key_name": "k"},
        attributes={
            "name": "x",
            "show": {"name": "x", "metadata": {"a": "1", "b": {"c": 2}, "own": 1}, "key_name": "a******"},
        },
    )
    volume = made(
        "OS::Cinder::Volume",
        properties={"metadata": {"a": 1, "b": 1}, "size": 0, "name": "v"},
        attributes={"metadata": {"a": 1}, "size": "", "name": False},
    )
    found = drift(
        stack(
            net=net,
            inner=made(stack=stack(gone=made("OS::Neutron::Port", "p-1", **GONE))),
            subnet=subnet,
            server=server,
            volume=volume,
            off=net._replace(status="DELETE_COMPLETE"),
            bare=made("OS::Neutron::Net", attributes={"name": "x"}),
        ),
        ("outer",),
    )
    assert found == (
        Drift(("outer", "net"), "OS::Neutron::Net", "n-1", (DriftedProperty("name", "n", "m"), DriftedProperty("shared", True, False))),
        Drift(("outer", "inner", "gone"), "OS::Neutron::Port", "p-1"),
        Drift(("outer", "subnet"), "OS::Neutron::Subnet", "a-1", (DriftedProperty("gateway_ip", "", "x"), DriftedProperty("host_routes", [1, 2], [1]))),
        Drift(("outer", "volume"), "OS::Cinder::Volume", "a-1", (DriftedProperty("name", "v", False), DriftedProperty("size", 0, ""), DriftedProperty("metadata", {"a": 1, "b": 1}, {"a": 1}))),
    )  # fmt: skip
    assert [each.name for each in found] == ["outer.net", "outer.inner.gone", "outer.subnet", "outer.volume"]
    assert drift(stack(net=net))[0].path == ("net",)
