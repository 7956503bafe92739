"""Resources are judged in the whole stack: members of groups with one another, nested stacks with what is around them.

Heat 27 and the services of a real cloud (2026.2) were asked for each verdict.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint

HEAD = "heat_template_version: 2018-08-31\nresources:\n"
NET = (
    "  net: {type: 'OS::Neutron::Net'}\n"
    "  sub: {type: 'OS::Neutron::Subnet', properties: {network: {get_resource: net}, cidr: 10.9.0.0/29}}\n"
)
PORT = (
    "heat_template_version: 2018-08-31\nparameters: {net: {type: string}, sub: {type: string}, ip: {type: string}}\nresources:\n"
    "  p: {type: 'OS::Neutron::Port', properties: {network: {get_param: net}, fixed_ips: [{subnet: {get_param: sub}, "
    "ip_address: {get_param: ip}}]}}\n"
)


def group(kind: str, properties: str, count: int = 2) -> str:
    definition = f"{{type: '{kind}', properties: {properties}}}"
    return f"  g: {{type: 'OS::Heat::ResourceGroup', properties: {{count: {count}, resource_def: {definition}}}}}\n"


def pair(kind: str, first: str, second: str, more: str = "") -> str:
    return f"  a: {{type: '{kind}', properties: {first}}}\n  b: {{type: '{kind}', {more}properties: {second}}}\n"


def codes(folder: Path, resources: str) -> list[str]:
    (folder / "port.yaml").write_text(PORT)
    (folder / "t.yaml").write_text(HEAD + resources)
    return [f"{d.code} {d.message}" for d in hotlint.check(folder / "t.yaml").diagnostics if d.severity == "error"]


_PORT = "{net: {get_resource: net}, sub: {get_resource: sub}, ip: 10.9.0.%s}"
_OWN = "{network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: sub}}]}"
_SERVER = "  server: {type: 'OS::Nova::Server', properties: {image: i, flavor: f, networks: [{network: {get_resource: net}}]}}\n"
_BALANCER = "  lb: {type: 'OS::Octavia::LoadBalancer', properties: {vip_subnet: {get_resource: sub}}}\n"
_FLOATING = (
    "  float: {type: 'OS::Neutron::FloatingIP', properties: {floating_network: public, port_id: {get_attr: %s}}}\n"
)
_ROUTER = (
    "  router: {type: 'OS::Neutron::Router', properties: {external_gateway_info: {network: public}}}\n"
    "  interface: {type: 'OS::Neutron::RouterInterface', properties: {router: {get_resource: router}, subnet: {get_resource: sub}}}\n"
)
_DATA = (
    "  s: {type: 'OS::Nova::Server', properties: {image: i, flavor: f, networks: [{network: n}], %suser_data: '%s'}}\n"
)
_MEMBER_PORT = "{image: i, flavor: f, networks: [{port: {get_attr: [g, %s]}}]}"
_RULES = (
    "  q: {type: 'OS::Neutron::QoSPolicy'}\n"
    "  most: {type: 'OS::Neutron::QoSBandwidthLimitRule', properties: {policy: {get_resource: q}, max_kbps: 10}}\n"
    "  least: {type: 'OS::Neutron::QoSMinimumBandwidthRule', %sproperties: {policy: {get_resource: q}, min_kbps: 20}}\n"
)


@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        (group("OS::Keystone::Project", "{name: team}"), "members 0 and 1 of 'g'"),
        (group("OS::Nova::Flavor", "{name: f, ram: 1, vcpus: 1}"), "members 0 and 1 of 'g'"),
        (NET + group("port.yaml", _PORT % "3"), "10.9.0.3 is given to port 'g/1/p' as well"),
        (NET + group("port.yaml", _PORT % "9"), "10.9.0.9 is outside of subnet 'sub'"),
        (NET + group("OS::Neutron::Port", _OWN, 6), "subnet 'sub' has 5 addresses to give away, and 6 are needed"),
        (pair("OS::Cinder::VolumeType", "{name: f}", "{name: f}"), "volume type 'b' has the same name"),
        (pair("port.yaml", _PORT % "3", _PORT % "3") + NET, "10.9.0.3 is given to port 'b/p' as well"),
        (_RULES % "depends_on: most, ", "the policy would demand 20 kbit/s and allow 10 kbit/s"),
        (NET + _SERVER + _FLOATING % "[server, addresses, net, 0, port]", "an interface of subnet 'sub'"),
        (NET + _BALANCER + _FLOATING % "[lb, vip_port_id]", "an interface of subnet 'sub'"),
        (_DATA % ("", "x" * 48_000), "with what Heat adds for HEAT_CFNTOOLS at least 72536 bytes in base64"),
        (_DATA % ("user_data_format: RAW, ", "x" * 49_153), "65540 bytes in base64"),
    ],
)
def test_what_the_services_refuse(tmp_path: Path, resources: str, expected: str) -> None:
    found = codes(tmp_path, resources)
    assert found
    assert expected in found[0]


@pytest.mark.parametrize(
    "resources",
    [
        group("OS::Keystone::Project", "{name: 'team-%index%'}"),
        NET + group("port.yaml", _PORT % "%index%", 0),
        NET + group("port.yaml", _PORT % "3", 1),
        NET + group("OS::Neutron::Port", _OWN, 5),
        pair("OS::Cinder::VolumeType", "{name: f}", "{name: F}"),
        pair("OS::Neutron::Net", "{name: f}", "{name: f}"),
        _RULES % "",
        NET + _ROUTER + _SERVER + _FLOATING % "[server, addresses, net, 0, port]",
        NET + _ROUTER + _BALANCER + _FLOATING % "[lb, vip_port_id]",
        NET + _BALANCER + _FLOATING % "[lb, vip_address]",
        _DATA % ("", "x" * 42_000),
        _DATA % ("user_data_format: RAW, ", "x" * 49_000),
        group("OS::Neutron::Port", "{network: n}")
        + group("OS::Nova::Server", _MEMBER_PORT % "resource.%index%").replace("  g:", "  h:"),
    ],
)
def test_what_the_services_take(tmp_path: Path, resources: str) -> None:
    assert codes(tmp_path, resources) == []


FLOATING, GATEWAY = (
    "  o: {type: 'OS::Neutron::FloatingIP', properties: {floating_network: %s}}\n",
    "OS::Neutron::RouterGateway",
)
PAIRS = {
    "port": ("  o: {type: 'OS::Neutron::Port', properties: {network: %s}}\n", "OS::Neutron::Subnet"),
    "server": (
        "  o: {type: 'OS::Nova::Server', properties: {image: i, flavor: f, networks: [{network: %s}]}}\n",
        "OS::Neutron::Subnet",
    ),
    "router": (
        "  o: {type: 'OS::Neutron::Router', properties: {external_gateway_info: {network: %s}}}\n",
        "OS::Neutron::Subnet",
    ),
    "address": (FLOATING, GATEWAY),
}
NETWORKS = {
    "id": "{get_resource: net}",
    "id of another": "{get_resource: net2}",
    "name": "public",
    "name of the resource": "net",
}
OPEN = {
    *((owner, "name of the resource") for owner in ("port", "router", "address")),
    ("address", "id"), ("address", "id of another"),
}  # fmt: skip
"""Where Heat adds no dependency: it compares null, which is the id of each network then, with a name, or skips it."""


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("owner", PAIRS)
def test_dependencies_that_heat_adds_close_cycles(tmp_path: Path, owner: str, network: str) -> None:
    text, other = PAIRS[owner]
    its = "public" if network == "name" else "{get_resource: net}"
    given = f"{{network: {its}, cidr: 10.0.0.0/24}}" if other != GATEWAY else f"{{router_id: r, network: {its}}}"
    resources = "  net: {type: 'OS::Neutron::Net'}\n  net2: {type: 'OS::Neutron::Net'}\n" + text % NETWORKS[network]
    found = codes(tmp_path, f"{resources}  t: {{type: '{other}', depends_on: o, properties: {given}}}\n")
    assert any(one.startswith("HOT307") for one in found) == ((owner, network) not in OPEN)


@pytest.mark.parametrize(
    ("sender", "severity"),
    [
        ("{type: 'OS::Nova::Server', depends_on: w, properties: {flavor: f, image: i, networks: [{network: n}], user_data: %s}}", "error"),
        ("{type: 'OS::Heat::Value', depends_on: w, properties: {value: %s}}", "warning"),
        ("{type: server.yaml, depends_on: w, properties: {notify: %s}}", "error"),
        ("{type: server.yaml, depends_on: w, properties: {shown: %s}}", "warning"),
    ],
)  # fmt: skip
def test_a_wait_is_in_vain_for_certain_where_a_server_sends_the_signal(
    sender: str, severity: str, tmp_path: Path
) -> None:
    (tmp_path / "server.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {notify: {type: string, default: x}, shown: {type: string, default: x}}\n"
        "resources:\n  v: {type: 'OS::Heat::Value', properties: {value: {get_param: shown}}}\n"
        "  s: {type: 'OS::Nova::Server', properties: {flavor: f, image: i, networks: [{network: n}], user_data: {get_param: notify}}}\n"
        "outputs: {show: {value: x}}\n"
    )
    (tmp_path / "t.yaml").write_text(
        HEAD + "  h: {type: 'OS::Heat::WaitConditionHandle'}\n"
        "  w: {type: 'OS::Heat::WaitCondition', properties: {handle: {get_resource: h}, timeout: 60}}\n"
        f"  s: {sender % '{get_attr: [h, curl_cli]}'}\n"
        "outputs: {o: {value: {get_attr: [s, show]}}}\n"
    )
    found = [d.severity for d in hotlint.check(tmp_path / "t.yaml").diagnostics if d.code == "HOT309"]
    assert found == [severity], "with a value, a person may send the signal"


_TEAM = (
    "  role: {type: 'OS::Keystone::Role', properties: {name: operators}}\n"
    "  domain: {type: 'OS::Keystone::Domain'}\n"
    "  project: {type: 'OS::Keystone::Project', properties: {domain: {get_resource: domain}}}\n"
    "  team: {type: 'OS::Keystone::Group', properties: {domain: {get_resource: domain}}}\n"
    "  roles: {type: 'OS::Keystone::GroupRoleAssignment', properties: {group: {get_resource: team}, roles: [{role: operators, %s}]}}\n"
)
_INTERFACE = (
    "  router: {type: 'OS::Neutron::Router', properties: {external_gateway_info: {network: public}}}\n"
    "  interface: {type: 'OS::Neutron::RouterInterface', properties: {router: {get_resource: router}, subnet: {get_resource: sub}}}\n"
)


@pytest.mark.parametrize(
    ("resources", "wanted"),
    [
        (_TEAM % "project: {get_resource: project}", "info HOT519"),
        (_TEAM % "project: admin", "warning HOT519"),
        (
            NET + _INTERFACE + "  in: {type: float.yaml, depends_on: sub, properties: {net: {get_resource: net}}}\n",
            "info HOT553",
        ),
    ],
)
def test_a_race_that_the_first_wins_but_on_a_slow_cloud_is_an_info(tmp_path: Path, resources: str, wanted: str) -> None:
    (tmp_path / "float.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {net: {type: string}}\nresources:\n"
        "  port: {type: 'OS::Neutron::Port', properties: {network: {get_param: net}}}\n"
        "  float: {type: 'OS::Neutron::FloatingIP', properties: {floating_network: public, port_id: {get_resource: port}}}\n"
    )
    (tmp_path / "t.yaml").write_text(HEAD + resources)
    found = hotlint.check(tmp_path / "t.yaml").diagnostics
    assert wanted in [f"{d.severity} {d.code}" for d in found]
