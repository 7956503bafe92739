"""What is computed from an id or an attribute is another value; what is the same value is still found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import hotlint

IDS: dict[str, Any] = {
    "a": {"type": "OS::Heat::SoftwareConfig", "properties": {"config": "x"}},
    "b": {"type": "OS::Heat::SoftwareConfig", "properties": {"config": "y"}},
    "pool": {"type": "pool.yaml"},
    "net": {"type": "OS::Neutron::Net"},
    "one": {"type": "OS::Neutron::Port", "properties": {"network": {"get_resource": "net"}}},
    "two": {"type": "OS::Neutron::Port", "properties": {"network": {"get_resource": "net"}}},
}
POOL = """\
heat_template_version: 2018-08-31
resources:
  a: {type: OS::Neutron::Port, properties: {network: n}}
  b: {type: OS::Neutron::Port, properties: {network: n}}
outputs:
  joined: {value: {list_join: [',', [{get_resource: a}, {get_resource: b}]]}}
  parts: {value: [{config: {get_resource: a}}]}
"""
PASSED = """\
heat_template_version: 2018-08-31
parameters: {text: {type: string}, list: {type: comma_delimited_list, default: []}}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: f
      image: i
      name: {get_param: text}
      networks: [{port: {str_split: [',', {get_param: text}, 0]}}, {port: {str_split: [',', {get_param: text}, 1]}}]
  other:
    type: OS::Nova::Server
    properties: {flavor: f, image: i, networks: [{network: n}], security_groups: {get_param: list}}
  groups:
    type: OS::Nova::Server
    properties: {flavor: f, image: i, networks: [{network: n}], security_groups: {str_split: [',', {get_param: text}]}}
"""
BOTH = "list_join: [',', [{get_resource: a}], [{get_resource: b}]]"
SOURCES = {
    "an id": "get_resource: a",
    "an attribute": "get_attr: [a, config]",
    "both": BOTH,
    "an output": "get_attr: [pool, joined]",
    "part of an output": "str_split: [',', {get_attr: [pool, joined]}, 0]",
}
LISTS = {
    "str_split": "str_split: [',', {X}]",
    "yaql": "yaql: {expression: '$.data.split(\",\")', data: {X}}",
    "repeat": "repeat: {for_each: {<%i%>: {str_split: [',', {X}]}}, template: <%i%>}",
    "list_concat": "list_concat: [{str_split: [',', {X}]}, [default]]",
    "list_concat_unique": "list_concat_unique: [{str_split: [',', {X}]}, [{X}]]",
    "filter": "filter: [[''], {str_split: [',', {X}]}]",
    "if": "if: [{equals: [{get_param: flag}, '']}, [], {str_split: [',', {X}]}]",
    "digest": "str_split: [',', {digest: [md5, {X}]}]",
    "str_replace": "str_split: [',', {str_replace: {template: 'a,b', params: {b: {X}}}}]",
    "make_url": "str_split: ['/', {make_url: {host: {X}}}]",
}


def errors(folder: Path, resources: dict[str, Any], **parameters: Any) -> list[str]:
    """The codes of the errors of a template with these resources and those that it refers to."""
    (folder / "pool.yaml").write_text(POOL)
    (folder / "passed.yaml").write_text(PASSED)
    document = {
        "heat_template_version": "2018-08-31",
        "parameters": {"flag": {"type": "string"}, **parameters},
        "resources": {**IDS, **resources},
    }
    path = folder / "t.yaml"
    path.write_text(yaml.safe_dump(document))
    return [f"{found.code} {found.message}" for found in hotlint.check(path).diagnostics if found.severity == "error"]


def server(**properties: Any) -> dict[str, Any]:
    return {
        "type": "OS::Nova::Server",
        "properties": {"flavor": "f", "image": "i", "networks": [{"network": "n"}], **properties},
    }


def call(form: str, source: str) -> Any:
    return yaml.safe_load(form.replace("{X}", f"{{{SOURCES[source]}}}"))


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("function", LISTS)
def test_lists_that_are_computed(tmp_path: Path, function: str, source: str) -> None:
    items = call(LISTS[function], source)
    repeated = {"repeat": {"template": {"config": "<%c%>"}, "for_each": {"<%c%>": items}}}
    resources = {
        "list": server(security_groups=items),
        "value": {"type": "OS::Heat::Value", "properties": {"value": items}},
        "behind": server(security_groups={"get_attr": ["value", "value"]}),
        "mime": {"type": "OS::Heat::MultipartMime", "properties": {"parts": repeated}},
        "joined": server(name={"list_join": ["-", items]}),
        "passed": {"type": "passed.yaml", "properties": {"text": {"list_join": [",", items]}, "list": items}},
        "group": {
            "type": "OS::Heat::ResourceGroup",
            "properties": {
                "count": 1,
                "resource_def": {"type": "passed.yaml", "properties": {"text": {"list_join": [";", items]}}},
            },
        },
    }
    assert errors(tmp_path, resources) == []


@pytest.mark.parametrize("source", SOURCES)
def test_two_parts_are_two_values(tmp_path: Path, source: str) -> None:
    def port(index: int) -> dict[str, Any]:
        return {"port": call(f"str_split: [',', {{X}}, {index}]", source)}

    merged = {"map_merge": [call("yaql: {expression: 'dict(k => $.data)', data: {X}}", source), {"a": "b"}]}
    assert errors(tmp_path, {"server": server(networks=[port(0), port(1)], metadata=merged)}) == []


def test_parts_of_an_output_and_a_list(tmp_path: Path) -> None:
    parts = [{"get_attr": ["pool", "parts"]}, [{"config": {"get_resource": "a"}, "subtype": "x-shellscript"}]]
    mime = {"type": "OS::Heat::MultipartMime", "properties": {"parts": {"list_concat": parts}}}
    assert errors(tmp_path, {"mime": mime}) == []


@pytest.mark.parametrize(
    "port",
    [
        "get_resource: one", "if: [{equals: [1, 1]}, {get_resource: one}, x]", "list_join: ['', [{get_resource: one}]]",
        "str_split: [',', {get_attr: [pool, joined]}, 0]", "get_attr: [pool, joined]", "get_attr: [value, value]",
        "yaql: {expression: '$.data.toUpper()', data: {get_resource: one}}",
    ],
)  # fmt: skip
def test_the_same_value_twice(tmp_path: Path, port: str) -> None:
    given = {"port": yaml.safe_load(port)}
    value = {"type": "OS::Heat::Value", "properties": {"value": {"get_resource": "one"}}}
    found = errors(tmp_path, {"server": server(networks=[given, given]), "value": value})
    assert any(text.startswith("HOT551") and "given twice" in text for text in found)


def test_the_name_and_the_id_of_a_network_are_no_two_networks(tmp_path: Path) -> None:
    network = {"type": "string", "default": "public-net"}
    resources = {
        "subnet": {"type": "OS::Neutron::Subnet", "properties": {"network": {"get_resource": "net"}, "cidr": "10.0.0.0/24"}},
        "router": {
            "type": "OS::Neutron::Router",
            "properties": {"external_gateway_info": {"network": {"get_param": "name"}}},
        },
        "interface": {
            "type": "OS::Neutron::RouterInterface",
            "properties": {"router": {"get_resource": "router"}, "subnet": {"get_resource": "subnet"}},
        },
        "floating": {
            "type": "OS::Neutron::FloatingIP",
            "depends_on": "interface",
            "properties": {"floating_network": {"get_param": "id"}, "port_id": {"get_resource": "port"}},
        },
        "port": {
            "type": "OS::Neutron::Port",
            "properties": {"network": {"get_resource": "net"}, "fixed_ips": [{"subnet": {"get_resource": "subnet"}}]},
        },
    }  # fmt: skip
    id_ = {"type": "string", "default": "0b7a1f0e-93a6-4c09-a3c2-1a1b1c1d1e1f"}
    assert errors(tmp_path, resources, name=network, id=id_) == []


@pytest.mark.parametrize("other", [False, True])
def test_a_port_may_be_assigned_its_own_floating_ip(tmp_path: Path, other: bool) -> None:
    def floating(**given: Any) -> dict[str, Any]:
        return {"type": "OS::Neutron::FloatingIP", "properties": {"floating_network": "public", **given}}

    association = {
        "floatingip_id": {"get_resource": "second" if other else "first"},
        "port_id": {"get_resource": "one"},
    }
    resources = {
        "first": floating(port_id={"get_resource": "one"}),
        "second": floating(),
        "assigned": {"type": "OS::Neutron::FloatingIPAssociation", "properties": association},
    }
    assert any("gets the floating IP 'first' as well" in text for text in errors(tmp_path, resources)) is other


def test_what_is_no_list_stays_an_error(tmp_path: Path) -> None:
    (found,) = errors(tmp_path, {"server": server(security_groups={"get_resource": "a"})})
    assert found.startswith("HOT505") and "the ID of a resource is a string" in found


def test_a_name_and_an_id_of_two_parameters(tmp_path: Path) -> None:
    """One parameter may hold the name of a network, and another one its id."""
    router = {"external_gateway_info": {"network": {"get_param": "public_net"}}}
    resources = {
        "subnet": {
            "type": "OS::Neutron::Subnet",
            "properties": {"network": {"get_resource": "net"}, "cidr": "10.0.0.0/24"},
        },
        "router": {"type": "OS::Neutron::Router", "properties": router},
        "interface": {
            "type": "OS::Neutron::RouterInterface",
            "properties": {"router": {"get_resource": "router"}, "subnet": {"get_resource": "subnet"}},
        },
        "port": {
            "type": "OS::Neutron::Port",
            "properties": {"network": {"get_resource": "net"}, "fixed_ips": [{"subnet": {"get_resource": "subnet"}}]},
        },
        "floating": {
            "type": "OS::Neutron::FloatingIP",
            "properties": {"floating_network": {"get_param": "id"}, "port_id": {"get_resource": "port"}},
            "depends_on": "interface",
        },
    }
    name = {"type": "string", "default": "public"}
    assert errors(tmp_path, resources, public_net=name, id={"type": "string"}) == []
    assert (
        errors(
            tmp_path,
            resources,
            public_net=name,
            id={"type": "string", "default": "0b7a1f0e-93a6-4c09-a3c2-1a1b1c1d1e1f"},
        )
        == []
    )
    router["external_gateway_info"]["network"] = {"get_resource": "net"}
    found = errors(tmp_path, resources, public_net=name, id=name)
    assert any("has no gateway in the network of the floating IP" in text for text in found)
