"""Mistakes against the snapshot of a cloud, found without any network: names, addresses, sizes, types, quotas."""

# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest
from for_each import for_each

import hotlint
from hotlint.cli.main import main

RECORDED = Path(__file__).parent / "made-up.yaml"
HEAD = "heat_template_version: 2018-08-31\n"
SERVER = "type: OS::Nova::Server, properties: "
NET = "networks: [{network: web}]"
GOOD_SERVER = f"{{{SERVER}{{image: cirros, flavor: m1.small, {NET}}}}}"


@pytest.fixture(autouse=True)
def without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("the network is off")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def findings(folder: Path, text: str, setting: str = "cloud_snapshot", environment: str | None = None) -> list[str]:
    config = folder / ".hotlint.yaml"
    config.write_text(f"{setting}: cloud.yaml\n")
    shutil.copyfile(RECORDED, folder / "cloud.yaml")
    (folder / "t.yaml").write_text(text)
    environments = []
    if environment is not None:
        (folder / "env.yaml").write_text(environment)
        environments = [str(folder / "env.yaml")]
    report = hotlint.check(str(folder / "t.yaml"), environments=environments, config=str(config))
    return [f"{d.code} {d.message}" for d in report.diagnostics]


def resources(*texts: str) -> str:
    return HEAD + "resources:\n" + "".join(f"  r{n}: {text}\n" for n, text in enumerate(texts))


def port(fixed_ips: str, network: str = "web") -> str:
    return f"{{type: OS::Neutron::Port, properties: {{network: {network}, fixed_ips: [{fixed_ips}]}}}}"


OWN_NET = (
    "{type: OS::Neutron::Net}",
    "{type: OS::Neutron::Subnet, properties: {network: {get_resource: r0}, cidr: 10.9.0.0/24}}",
)
MISTAKES = {
    "image": (resources(f"{{{SERVER}{{image: ciros, flavor: m1.small, {NET}}}}}"), "HOT521", "has no image 'ciros' (did you mean 'cirros'?)"),
    "image-id": (resources(f"{{{SERVER}{{image: i-9, flavor: m1.small, {NET}}}}}"), "HOT521", "has no image 'i-9'"),
    "image-status": (resources(f"{{{SERVER}{{image: old, flavor: m1.small, {NET}}}}}"), "HOT521", "is deactivated, not active"),
    "image-twice": (resources(f"{{{SERVER}{{image: twin-image, flavor: m1.small, {NET}}}}}"), "HOT522", "2 images 'twin-image'; use an id (i-4, i-5)"),
    "flavor": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.smal, {NET}}}}}"), "HOT521", "has no flavor 'm1.smal' (did you mean 'm1.small'?)"),
    "flavor-ram": (resources(f"{{{SERVER}{{image: ubuntu-24.04, flavor: m1.tiny, {NET}}}}}"), "HOT524", "512 MiB of memory, and image 'ubuntu-24.04' requires 1 GiB"),
    "key": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, key_name: bob, {NET}}}}}"), "HOT521", "has no key pair 'bob'"),
    "server-network": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, networks: [{{network: wbe}}]}}}}"), "HOT521", "'network' of OS::Nova::Server: cloud 'made-up' has no network 'wbe'"),
    "server-zone": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, availability_zone: az9, {NET}}}}}"), "HOT521", "has no availability zone 'az9'"),
    "server-zone-off": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, availability_zone: 'az2:host', {NET}}}}}"), "HOT521", "'az2' of cloud 'made-up' is not available"),
    "server-group": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, security_groups: [defualt], {NET}}}}}"), "HOT521", "has no security group 'defualt'"),
    "server-subnet": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, networks: [{{network: web, subnet: web-v5}}]}}}}"), "HOT521", "has no subnet 'web-v5'"),
    "server-address": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, networks: [{{network: web, fixed_ip: 10.7.0.9}}]}}}}"), "HOT523", "10.7.0.9 is outside of subnets"),
    "server-address-used": (resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, networks: [{{network: web, fixed_ip: 10.1.0.11}}]}}}}"), "HOT523", "10.1.0.11 is already in use in subnet 'web-v4'"),
    "member-image": (resources(f"{{type: OS::Heat::ResourceGroup, properties: {{count: 2, resource_def: {{{SERVER}{{image: ciros, flavor: m1.small, {NET}}}}}}}}}"), "HOT521", "has no image 'ciros'"),
    "port-network": (resources("{type: OS::Neutron::Port, properties: {network: nope}}"), "HOT521", "has no network 'nope'"),
    "port-network-twice": (resources("{type: OS::Neutron::Port, properties: {network: twin}}"), "HOT522", "2 networks 'twin'"),
    "port-subnet": (resources(port("{subnet: web-v9}")), "HOT521", "has no subnet 'web-v9' (did you mean"),
    "port-group": (resources("{type: OS::Neutron::Port, properties: {network: web, security_groups: [open]}}"), "HOT521", "has no security group 'open'"),
    "address-outside": (resources(port("{subnet: web-v4, ip_address: 10.1.1.5}")), "HOT523", "10.1.1.5 is outside of subnet 'web-v4' (10.1.0.0/24)"),
    "address-used": (resources(port("{ip_address: 10.1.0.10}")), "HOT523", "10.1.0.10 is already in use"),
    "address-gateway": (resources(port("{ip_address: 10.1.0.1}")), "HOT523", "10.1.0.1 is already in use"),
    "address-first": (resources(port("{ip_address: 10.1.0.0}")), "HOT523", "is the network address"),
    "address-last": (resources(port("{ip_address: 10.1.0.255}")), "HOT523", "is the broadcast address"),
    "address-v6": (resources(port('{subnet: web-v6, ip_address: "2001:db8:1::5"}')), "HOT523", "is outside of subnet 'web-v6'"),
    "address-version": (resources(port("{subnet: web-v6, ip_address: 10.1.0.77}")), "HOT523", "is outside of subnet 'web-v6'"),
    "address-twice": (resources(port("{ip_address: 10.1.0.50}"), port("{ip_address: 10.1.0.50}")), "HOT523", "is given to resource 'r0' as well"),
    "subnet-of-other": (resources(port("{subnet: public-v4}")), None, ""),
    "subnet-mismatch": (resources(port("{subnet: public-v4, ip_address: 203.0.113.9}")), "HOT523", "subnet 'public-v4' is of network 'public', not of 'web'"),
    "own-subnet": (resources(*OWN_NET, "{type: OS::Neutron::Port, properties: {network: {get_resource: r0}, fixed_ips: [{subnet: {get_resource: r1}, ip_address: 10.8.0.4}]}}"), "HOT523", "10.8.0.4 is outside of subnet 'r1' (10.9.0.0/24)"),
    "overlap": (resources("{type: OS::Neutron::Subnet, properties: {network: web, cidr: 10.1.0.128/25}}"), "HOT523", "10.1.0.128/25 overlaps subnet 'web-v4'"),
    "overlap-own": (resources(*OWN_NET, "{type: OS::Neutron::Subnet, properties: {network: {get_resource: r0}, cidr: 10.9.0.0/16}}"), "HOT523", "10.9.0.0/16 overlaps subnet 'r1'"),
    "router": (resources("{type: OS::Neutron::RouterInterface, properties: {router: egde, subnet: web-v4}}"), "HOT521", "has no router 'egde' (did you mean 'edge'?)"),
    "router-gateway": (resources("{type: OS::Neutron::Router, properties: {external_gateway_info: {network: web}}}"), "HOT525", "network 'web' of cloud 'made-up' is not external; use one that is (public)"),
    "router-gateway-none": (resources("{type: OS::Neutron::Router, properties: {external_gateway_info: {network: pubilc}}}"), "HOT521", "has no network 'pubilc'"),
    "floating": (resources("{type: OS::Neutron::FloatingIP, properties: {floating_network: web}}"), "HOT525", "is not external"),
    "floating-none": (resources("{type: OS::Neutron::FloatingIP, properties: {floating_network: ext}}"), "HOT521", "has no network 'ext'"),
    "floating-address": (resources("{type: OS::Neutron::FloatingIP, properties: {floating_network: public, floating_ip_address: 192.0.2.1}}"), "HOT523", "is outside of subnet 'public-v4'"),
    "volume-type": (resources("{type: OS::Cinder::Volume, properties: {size: 1, volume_type: sdd}}"), "HOT521", "has no volume type 'sdd'"),
    "volume-image": (resources("{type: OS::Cinder::Volume, properties: {size: 20, image: ubuntu}}"), "HOT521", "has no image 'ubuntu'"),
    "volume-zone": (resources("{type: OS::Cinder::Volume, properties: {size: 20, availability_zone: nowa}}"), "HOT521", "has no availability zone 'nowa'"),
    "role": (resources("{type: OS::Keystone::UserRoleAssignment, properties: {user: u, roles: [{role: membre, project: p}]}}"), "HOT521", "has no role 'membre' (did you mean 'member'?)"),
    "zone": (resources("{type: OS::Designate::RecordSet, properties: {zone: example.com., type: A, records: [192.0.2.1]}}"), "HOT521", "has no DNS zone 'example.com.'"),
    "parameter-default": (HEAD + "parameters:\n  image: {type: string, default: ciros, constraints: [{custom_constraint: glance.image}]}\n", "HOT521", "default of parameter 'image': cloud 'made-up' has no image 'ciros'"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake(name: str, tmp_path: Path) -> None:
    text, code, phrase = MISTAKES[name]
    found = [f for f in findings(tmp_path, text) if f.startswith("HOT52")]
    if code is None:
        assert found == []
        return
    assert len(found) == 1
    assert found[0].startswith(code) and phrase in found[0]


def test_a_mistake_in_an_environment(tmp_path: Path) -> None:
    text = HEAD + (
        "parameters:\n  image: {type: string, constraints: [{custom_constraint: glance.image}]}\n"
        f"resources:\n  s: {{{SERVER}{{image: {{get_param: image}}, flavor: m1.small, {NET}}}}}\n"
    )
    found = findings(tmp_path, text, environment="parameters: {image: debian}\n")
    assert found == ["HOT521 parameter 'image' from env.yaml:1: cloud 'made-up' has no image 'debian'"]


GOOD = {
    "server": resources(GOOD_SERVER),
    "ids": resources(f"{{{SERVER}{{image: i-2, flavor: '2', networks: [{{network: n-web}}], key_name: ann}}}}"),
    "made-here": resources("{type: OS::Neutron::Net, properties: {name: mine}}", "{type: OS::Neutron::Port, properties: {network: mine}}"),
    "key-made-here": resources("{type: OS::Nova::KeyPair, properties: {name: k}}", f"{{{SERVER}{{image: cirros, flavor: m1.small, key_name: k, {NET}}}}}"),
    "reference": resources("{type: OS::Neutron::Net}", "{type: OS::Neutron::Port, properties: {network: {get_resource: r0}}}"),
    "no-key": resources(f"{{{SERVER}{{image: cirros, flavor: m1.small, key_name: '', {NET}}}}}"),
    "unknown": HEAD + f"parameters: {{image: {{type: string}}}}\nresources:\n  s: {{{SERVER}{{image: {{get_param: image}}, flavor: m1.small, {NET}}}}}\n",
    "not-listed": resources("{type: OS::Neutron::Port, properties: {network: web, qos_policy: any}}"),
    "disabled": HEAD + "conditions: {no: {equals: [a, b]}}\nresources:\n  p: {type: OS::Neutron::Port, condition: no, properties: {network: nope}}\n",
    "free-address": resources(port("{subnet: web-v4, ip_address: 10.1.0.12}"), port('{ip_address: "2001:db8::77"}')),
    "outside-pool": resources(port("{subnet: web-v4, ip_address: 10.1.0.250}")),
    "floating": resources("{type: OS::Neutron::FloatingIP, properties: {floating_network: public}}"),
    "own": resources(*OWN_NET, "{type: OS::Neutron::Port, properties: {network: {get_resource: r0}, fixed_ips: [{ip_address: 10.9.0.4}]}}"),
    "two-families": resources(*OWN_NET, '{type: OS::Neutron::Subnet, properties: {network: {get_resource: r0}, ip_version: 6, cidr: "2001:db8:9::/64"}}'),
    "either": HEAD + "parameters: {big: {type: boolean}}\nconditions: {big: {get_param: big}}\nresources:\n"
    f"  s: {{{SERVER}{{image: cirros, flavor: {{if: [big, m1.huge, m1.small]}}, {NET}}}}}\n",
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_nothing_to_report(name: str, tmp_path: Path) -> None:
    assert [f for f in findings(tmp_path, GOOD[name]) if f.startswith("HOT52")] == []


def test_the_same_mistake_in_forty_places_is_one_finding(tmp_path: Path) -> None:
    text = resources(*["{type: OS::Neutron::Port, properties: {network: nope}}"] * 40)
    assert len([f for f in findings(tmp_path, text) if f.startswith("HOT521")]) == 1


def test_severity_may_be_error(tmp_path: Path) -> None:
    config = tmp_path / ".hotlint.yaml"
    shutil.copyfile(RECORDED, tmp_path / "cloud.yaml")
    config.write_text("cloud_snapshot: cloud.yaml\nseverity: {missing-in-cloud: error}\n")
    (tmp_path / "t.yaml").write_text(resources("{type: OS::Neutron::Port, properties: {network: nope}}"))
    found = hotlint.check(str(tmp_path / "t.yaml"), config=str(config)).diagnostics
    assert [(d.code, d.severity) for d in found] == [("HOT521", "error")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (resources("{type: OS::Zaqar::Queue}"), "HOT501 unknown resource type 'OS::Zaqar::Queue' in cloud 'made-up'"),
        (resources("{type: OS::Nova::Sever}"), "HOT501 unknown resource type 'OS::Nova::Sever' (did you mean"),
        ("heat_template_version: 2018-03-02\n", "HOT102 version '2018-03-02' is not one of cloud 'made-up'"),
    ],
)
def test_types_and_versions_of_a_target(text: str, said: str, tmp_path: Path) -> None:
    assert any(f.startswith(said) for f in findings(tmp_path, text, "target"))
    assert not any(f.startswith(said) for f in findings(tmp_path, text, "cloud_snapshot")) or "Sever" in said


def test_a_type_that_only_the_cloud_knows(tmp_path: Path) -> None:
    assert findings(tmp_path, resources("{type: 'Acme::Own::Thing', properties: {a: 1}}"), "target") == []


@pytest.mark.parametrize("text", ["a: b\n", "[", "snapshot: 9\n"])
def test_a_broken_snapshot_is_a_finding_of_the_run(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cloud.yaml").write_text(text)
    (tmp_path / ".hotlint.yaml").write_text("cloud_snapshot: cloud.yaml\n")
    (tmp_path / "t.yaml").write_text(resources("{type: OS::Neutron::Port, properties: {network: nope}}"))
    main(["check", "t.yaml", "-f", "json"])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert [d["code"] for d in found] == ["HOT092"]
    assert "is not a snapshot of a cloud" in found[0]["message"]


def test_a_changed_snapshot_counts_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / ".hotlint.yaml").write_text("cloud_snapshot: cloud.yaml\nseverity: {HOT521: error}\n")
    (tmp_path / "t.yaml").write_text(resources("{type: OS::Neutron::Port, properties: {network: new}}"))
    snapshot = tmp_path / "cloud.yaml"
    snapshot.write_text("snapshot: 1\ncloud: c\nnetworks: []\n")
    assert main(["check", "t.yaml"]) == 1
    assert main(["check", "t.yaml"]) == 1
    snapshot.write_text("snapshot: 1\ncloud: c\nnetworks: [{name: new, id: n1}]\n")
    assert main(["check", "t.yaml"]) == 0


def quota(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    (tmp_path / "t.yaml").write_text(text)
    code = main(["preview", str(tmp_path / "t.yaml"), "--quota", "-f", "json", "--target", str(RECORDED)])
    report = json.loads(capsys.readouterr().out)
    return code, {f"{q['service']} {q['name']}": q for q in report["quotas"]} | {"uncounted": report["uncounted"]}


def group(count: str, member: str) -> str:
    return f"{{type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {member}}}}}"


@for_each(
    ("text", "name", "needed", "excess"),
    [
        (resources(*[GOOD_SERVER] * 5), "compute instances", 5, 1),
        (resources(group("3", f"{{{SERVER}{{image: cirros, flavor: m1.large, {NET}}}}}")), "compute cores", 12, 4),
        (resources(group("3", f"{{{SERVER}{{image: cirros, flavor: m1.large, {NET}}}}}")), "compute ram", 24576, 4096),
        (resources(group("120", GOOD_SERVER)), "compute instances", 120, 116),
        (resources(group("2", group("3", "{type: OS::Neutron::Port, properties: {network: web}}"))), "network ports", 6, 2),
        (resources("{type: OS::Neutron::Router}", "{type: OS::Neutron::Router}"), "network routers", 2, 1),
        (resources(*["{type: OS::Neutron::FloatingIP, properties: {floating_network: public}}"] * 2), "network floating_ips", 2, 1),
        (resources("{type: OS::Cinder::Volume, properties: {size: 150}}"), "block_storage gigabytes", 150, 50),
        (resources(*["{type: OS::Cinder::Volume, properties: {size: 1}}"] * 3), "block_storage volumes", 3, 1),
        (resources(*["{type: OS::Neutron::SecurityGroup}"] * 2), "network security_groups", 2, 1),
        (resources(*["{type: OS::Neutron::SecurityGroup, properties: {rules: [{}, {}, {}, {}]}}"] * 2), "network security_group_rules", 12, 2),
        (resources(*["{type: OS::Neutron::Net}"] * 7), "network networks", 7, 1),
    ],
)  # fmt: skip
def test_a_quota_that_does_not_suffice(
    text: str, name: str, needed: int, excess: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, report = quota(tmp_path, text, capsys)
    assert (code, report[name]["needed"], report[name]["excess"]) == (1, needed, excess)


def test_what_is_not_known_of_a_sum_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = HEAD + (
        "parameters: {n: {type: number}, extra: {type: boolean}, f: {type: string}}\nconditions: {extra: {get_param: extra}}\n"
        "resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: {get_param: n}, resource_def: "
        "{type: OS::Cinder::Volume, properties: {size: 1}}}}\n"
        "  r: {type: OS::Neutron::Router, condition: extra}\n"
        f"  s: {{{SERVER}{{image: cirros, flavor: {{get_param: f}}, networks: [{{port: x}}]}}}}\n"
        "  a: {type: 'Acme::Own::Thing'}\n  e: {type: OS::Neutron::Net, external_id: n-web}\n"
    )
    code, report = quota(tmp_path, text, capsys)
    assert code == 0
    assert report["block_storage volumes"]["unknown"] == ["how many members 'g' has is not known"]
    assert report["network routers"]["unknown"] == ["whether 'r' exists is not known"]
    assert report["compute cores"]["unknown"] == ["its flavor is not known ('s')"]
    assert (report["compute instances"]["needed"], report["compute instances"]["exact"]) == (1, True)
    assert report["network ports"]["needed"] == report["network networks"]["needed"] == 0
    assert report["uncounted"] == ["a (Acme::Own::Thing)"]
    main(["preview", str(tmp_path / "t.yaml"), "--quota", "--target", str(RECORDED)])
    assert "compute cores: its flavor is not known ('s')" in capsys.readouterr().out


def test_nested_templates_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "web.yaml").write_text(HEAD + f"parameters: {{size: {{type: number}}}}\nresources:\n  s: {GOOD_SERVER}\n"
        "  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}\n")  # fmt: skip
    text = resources("{type: web.yaml, properties: {size: 7}}", group("2", "{type: web.yaml, properties: {size: 5}}"))
    _, report = quota(tmp_path, text, capsys)
    assert report["compute instances"]["needed"] == 3
    assert report["block_storage gigabytes"]["needed"] == 17


def test_quota_needs_a_snapshot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.yaml").write_text(HEAD)
    assert main(["preview", str(tmp_path / "t.yaml"), "--quota", "--no-config"]) == 2
    assert "--quota needs the snapshot of a cloud" in capsys.readouterr().err


def test_several_security_groups_of_a_name_may_be_of_several_projects(tmp_path: Path) -> None:
    snapshot = (
        "snapshot: 1\ncloud: admin\nnetworks:\n- {name: web, id: n1}\n"
        "security_groups:\n- {name: default, id: a}\n- {name: default, id: b}\n"
    )
    (tmp_path / "admin.yaml").write_text(snapshot)
    (tmp_path / ".hotlint.yaml").write_text("cloud_snapshot: admin.yaml\n")
    groups = "networks: [{network: web}], security_groups: [default]"
    server, own = f"{{{SERVER}{{image: i, flavor: f, {groups}}}}}", "properties: {network: web, security_groups: [%s]}"
    ports = [f"{{type: OS::Neutron::Port, {own % name}}}" for name in ("default", "defualt")]
    (tmp_path / "t.yaml").write_text(resources(server, *ports))
    report = hotlint.check(str(tmp_path / "t.yaml"), config=str(tmp_path / ".hotlint.yaml"))
    found = [(d.code, d.span.start_line) for d in report.diagnostics if d.severity != "info"]
    assert found == [("HOT521", 4)]
