"""What a plan says of the facts of a cloud, and of what services refuse of what an update creates or changes."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from for_each import for_each
from recorded_case import Running

CLOUD = """snapshot: 1
cloud: office
flavors:
- {name: m1.tiny, vcpus: 1, ram: 512, disk: 1, id: '1'}
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
images:
- {name: cirros, status: active, id: i-1}
- {name: ubuntu, status: active, min_disk: 10, min_ram: 2048, id: i-2}
networks:
- {name: web, external: false, id: n-1}
"""
SERVER = (
    "resources:\n  server: {type: OS::Nova::Server, properties: {image: %s, flavor: %s, networks: [{network: web}]}}\n"
)
GROUP = "  rule: {type: OS::Neutron::SecurityGroup, properties: {rules: [{protocol: gre, port_range_min: 80, port_range_max: 80}]}}\n"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Running:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cloud.yaml").write_text(CLOUD)
    (tmp_path / ".hotlint.yaml").write_text("cloud_snapshot: cloud.yaml\n")
    runs: dict[str, Any] = {
        "server": ("s-1", {"image": "cirros", "flavor": "m1.tiny", "networks": [{"network": "web"}]}, {})
    }
    return Running(tmp_path, capsys).runs(SERVER % ("cirros", "m1.tiny"), runs)


def test_a_flavor_that_is_too_small_for_the_image(server: Running) -> None:
    found = server.plan(SERVER % ("ubuntu", "m1.tiny"))
    assert [reason.partition(": ")[0] for reason in found["refused"]] == ["resource 'server'"]
    assert "'m1.tiny' has 512 MiB of memory, and image 'ubuntu' requires 2 GiB" in found["refused"][0]
    assert server.plan(SERVER % ("ubuntu", "m1.small"))["refused"] == []


def test_a_flavor_that_is_too_small_for_a_boot_device(server: Running) -> None:
    """Heat does not look at the images of devices: Nova refuses the server, half way."""
    device = "[{boot_index: 0, image: ubuntu, volume_size: 10, delete_on_termination: true}]"
    given = f"{{flavor: m1.tiny, networks: [{{network: web}}], block_device_mapping_v2: {device}}}"
    second = f"  two: {{type: OS::Nova::Server, properties: {given}}}\n"
    found = server.plan(SERVER % ("cirros", "m1.tiny") + second)
    assert found["refused"] == []
    assert ["image 'ubuntu' requires 2 GiB" in r["fails"] for r in found["resources"]] == [True]


@pytest.mark.parametrize(("status", "fails"), [("UPDATE_FAILED", True), ("UPDATE_COMPLETE", False)])
def test_what_a_service_has_refused_before_is_named_again(server: Running, status: str, fails: bool) -> None:
    """After a failed update, the template of the stack has the value that the service refuses; the snapshot is not too old then."""
    device = "[{boot_index: 0, image: %s, volume_size: 10, delete_on_termination: true}]"
    template = "resources:\n  two: {type: OS::Nova::Server, properties: {flavor: m1.tiny, networks: [{network: web}], block_device_mapping_v2: %s}}\n"
    runs = {
        "flavor": "m1.tiny",
        "networks": [{"network": "web"}],
        "block_device_mapping_v2": yaml.safe_load(device % "cirros"),
    }
    server.runs(template % device % "ubuntu", {"two": ("s-2", runs, {"status": "ACTIVE"})}, status=status)
    found = server.plan(template % device % "ubuntu")["resources"]
    assert ["image 'ubuntu' requires 2 GiB" in r["fails"] for r in found] == [fails]


def test_an_image_that_the_cloud_does_not_have(server: Running) -> None:
    assert "no image 'ubunt'" in server.plan(SERVER % ("ubunt", "m1.tiny"))["refused"][0]


def test_what_the_snapshot_did_not_have_before_is_accepted(server: Running) -> None:
    """A snapshot may be out of date: Heat has accepted the old template."""
    (server.folder / "cloud.yaml").write_text(CLOUD.replace("cirros", "other"))
    assert server.plan(SERVER % ("cirros", "m1.small"))["refused"] == []


def test_what_a_service_refuses_of_a_new_resource(server: Running) -> None:
    code, output = server.run(SERVER % ("cirros", "m1.tiny") + GROUP)
    assert code == 1
    assert "fails: 'port_range_min' of resource 'rule'" in output and "The update fails at 'rule'." in output


def test_a_value_that_stays_is_not_sent_again(server: Running) -> None:
    runs = {
        **server.stack["resources"],
        "rule": {"type": "OS::Neutron::SecurityGroup", "id": "g-1", "status": "CREATE_COMPLETE", "properties": {
            "rules": [{"protocol": "gre", "port_range_min": 80, "port_range_max": 80}]}},
    }  # fmt: skip
    server.runs(SERVER % ("cirros", "m1.tiny") + GROUP, runs)
    found = server.plan(SERVER % ("cirros", "m1.tiny") + GROUP.replace("{rules", "{name: x, rules"))
    assert [(r["path"], r["action"], r["fails"]) for r in found["resources"]] == [(["rule"], "update", "")]


def test_a_member_of_a_nested_template(server: Running) -> None:
    (server.folder / "node.yaml").write_text(
        "heat_template_version: 2018-08-31\n" + GROUP.replace("  rule", "resources: {rule").rstrip() + "}\n"
    )
    nested = "  node: {type: node.yaml}\n"
    found = server.plan(SERVER % ("cirros", "m1.tiny") + nested)
    assert ["'port_range_min'" in r["fails"] for r in found["resources"]] == [True]


@for_each(("size", "fails"), [(1, True), (2, False), (3, False), ("{get_param: size}", False)])
def test_a_volume_gets_no_smaller(
    size: object, fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    volume = "parameters: {size: {type: number, default: 2}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: %s}}\n"
    running = Running(tmp_path, capsys).runs(volume % 2, {"v": ("v-1", {"size": 2}, {})})
    code, output = running.run(volume % size)
    assert (code, "Heat makes no volume smaller, and this one goes from 2 to 1 GiB" in output) == (int(fails), fails)


@pytest.mark.parametrize(
    ("before", "after", "status", "why"),
    [
        (
            "m1.small",
            "m1.tiny",
            "CREATE_COMPLETE",
            "Nova makes no disk smaller, and 'm1.tiny' has 1 GiB, 'm1.small' 20 GiB",
        ),
        ("m1.small", "m1.tiny", "UPDATE_COMPLETE", ""),  # it may have been created with m1.tiny
        (
            "m1.small",
            "m1.tiny",
            "UPDATE_FAILED, stored CREATE_COMPLETE",
            "Nova makes no disk smaller, and 'm1.tiny' has 1 GiB, 'm1.small' 20 GiB",
        ),
        ("m1.tiny", "m1.small", "CREATE_COMPLETE", ""),
        (
            "m1.small",
            "m1.none",
            "UPDATE_COMPLETE",
            "Nova resizes no server to a flavor without a disk, and 'm1.none' has none",
        ),
    ],
)
def test_a_disk_gets_no_smaller(server: Running, before: str, after: str, status: str, why: str) -> None:
    (server.folder / "cloud.yaml").write_text(
        CLOUD.replace("images:", "- {name: m1.none, vcpus: 1, ram: 2048, disk: 0, id: '3'}\nimages:")
    )
    status, _, stored = status.partition(", stored ")
    server.runs(SERVER % ("cirros", before), {"server": {
        "type": "OS::Nova::Server", "id": "s-1", "status": status, "stored": stored, "attributes": {"status": "ACTIVE"},
        "properties": {"image": "cirros", "flavor": before, "networks": [{"network": "web"}]},
    }})  # fmt: skip
    assert [r["fails"] for r in server.plan(SERVER % ("cirros", after))["resources"]] == [why]


def test_a_disk_gets_no_smaller_after_a_failure_with_hidden_parameters(server: Running) -> None:
    """What the update that failed did not reach may be made of a hidden parameter, and is not shown."""
    template = "parameters: {secret: {type: string, hidden: true, default: x}}\n" + SERVER % ("cirros", "m1.tiny")
    server.runs(template, {"server": {
        "type": "OS::Nova::Server", "id": "s-1", "status": "UPDATE_FAILED", "stored": "CREATE_COMPLETE",
        "attributes": {"status": "ACTIVE"},
        "properties": {"image": "cirros", "flavor": "m1.small", "networks": [{"network": "web"}]},
    }}, status="UPDATE_FAILED")  # fmt: skip
    (change,) = server.plan(template)["resources"]
    assert change["properties"][0]["old"] == "******"
    assert change["fails"] == "Nova makes no disk smaller, and 'm1.tiny' has 1 GiB, '******' 20 GiB"


@pytest.mark.parametrize(("shown", "fails"), [(3, True), ("3", True), (1, False), (None, False)])
def test_a_volume_that_was_extended_by_hand(server: Running, shown: object, fails: bool) -> None:
    """Heat compares the new size with what Cinder has."""
    volume = "resources:\n  v: {type: OS::Cinder::Volume, properties: {size: %s}}\n"
    server.runs(volume % 1, {"v": ("v-1", {"size": 1}, {"size": shown, "status": "available"})})
    found = server.plan(volume % 2)["resources"][0]["fails"]
    assert ("and this one has 3 GiB by now" in found) == fails


@pytest.mark.parametrize(
    ("wanted", "shown", "fails"),
    [("fast", "fast", True), ("t-1", "fast", True), ("fast", "slow", False), ("fast", None, False)],
)
def test_a_volume_whose_change_of_type_has_failed_in_cinder(
    server: Running, wanted: str, shown: object, fails: bool
) -> None:
    """Heat takes it for done: the stack has another type than Cinder, which refuses the one that it has."""
    (server.folder / "cloud.yaml").write_text(
        CLOUD + "volume_types:\n- {name: fast, id: t-1}\n- {name: slow, id: t-2}\n"
    )
    volume = "resources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1, volume_type: %s}}\n"
    runs = ("v-1", {"size": 1, "volume_type": "slow"}, {"volume_type": shown, "status": "available"})
    server.runs(volume % "slow", {"v": runs})
    found = server.plan(volume % wanted)["resources"][0]["fails"]
    assert ("already has, and this one has 'fast' by now" in found) == fails


@pytest.mark.parametrize(("multiattach", "fails"), [(False, True), (True, False)])
def test_a_server_that_is_replaced_keeps_its_volume_until_the_end(
    server: Running, multiattach: bool, fails: bool
) -> None:
    template = "resources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1}}\n  server: {type: OS::Nova::Server, properties: {image: cirros, flavor: m1.tiny, networks: [{network: web}], user_data: %s, block_device_mapping: [{device_name: vdb, volume_id: {get_resource: v}}]}}\n"
    devices = [{"device_name": "vdb", "volume_id": "v-1"}]
    given = {"image": "cirros", "flavor": "m1.tiny", "networks": [{"network": "web"}], "user_data": "a"}
    server.runs(
        template % "a",
        {
            "v": ("v-1", {"size": 1}, {"multiattach": multiattach, "status": "in-use"}),
            "server": ("s-1", {**given, "block_device_mapping": devices}, {"status": "ACTIVE"}),
        },
    )
    found = server.plan(template % "b")["resources"]
    assert [(r["path"], r["action"]) for r in found] == [(["server"], "replace")]
    assert ("still has volume 'v'" in found[0]["fails"]) == fails


def test_what_the_environment_restricts(server: Running) -> None:
    template = """resources:
  a: {type: OS::Heat::TestResource, properties: {value: %s}}
  b: {type: OS::Heat::RandomString, properties: {length: %s}}
  g: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Heat::TestResource, properties: {value: %s}}}}
"""
    member = {"type": "OS::Heat::TestResource", "id": "m-1", "status": "CREATE_COMPLETE", "properties": {"value": "a"}}
    group = {"count": 1, "resource_def": {"type": "OS::Heat::TestResource", "properties": {"value": "a"}}}
    nested = {"name": "g", "id": "g-1", "status": "CREATE_COMPLETE", "resources": {"0": member}}
    server.runs(
        template % ("a", 8, "a"),
        {
            "a": ("a-1", {"value": "a"}), "b": ("b-1", {"length": 8}),
            "g": {"type": "OS::Heat::ResourceGroup", "id": "g-1", "status": "CREATE_COMPLETE", "properties": group, "stack": nested},
        },
    )  # fmt: skip
    (server.folder / "env.yaml").write_text(
        "resource_registry: {resources: {a: {restricted_actions: update}, '?': {restricted_actions: [replace]}, g: {'*': {restricted_actions: update}}}}\n"
    )
    found = server.plan(template % ("b", 9, "b"), "-e", "env.yaml")
    assert {".".join(r["path"]): r["fails"] for r in found["resources"]} == {
        "a": "the environment restricts an update in place (restricted_actions)",
        "b": "the environment restricts its replacement (restricted_actions)",
        "g": "",
        "g.0": "the environment restricts an update in place (restricted_actions)",
    }
    (server.folder / "env.yaml").write_text("resource_registry: {resources: {g: {restricted_actions: update}}}\n")
    code, output = server.run(template % ("a", 8, "a"), "-e", "env.yaml")
    assert code == 1 and "The update fails at 'g'." in output  # Heat updates a group in every update


def test_what_heat_adopts_stays_as_it_is(server: Running) -> None:
    template = "resources:\n  n: {type: OS::Neutron::Net%s, properties: {name: %s}}\n"
    server.runs(template % (", external_id: n-1", "a"), {"n": ("n-1", {}, {"status": "ACTIVE"})})
    assert server.actions(template % (", external_id: n-1", "b")) == {}
    assert (
        server.actions(template % ("", "b"))
        == server.actions(template % (", external_id: n-2", "a"))
        == {"n": "refuse"}
    )
