"""Snapshots as data: what they say of a cloud, how they are compared, refreshed and written, and which texts are none."""
# ruff: noqa: E501 - entries on one line

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from for_each import for_each

from hotlint.cloud.addresses import in_ranges, parse_address, ranges
from hotlint.cloud.comparison import CloudChange, change_lines, compare_snapshots
from hotlint.cloud.errors import CloudError
from hotlint.cloud.facts import KINDS, CloudFacts, Thing
from hotlint.cloud.sections import SECTIONS
from hotlint.cloud.snapshot_file import kept, refreshed_text, snapshot_text
from hotlint.cloud.snapshot_reader import plain_snapshot, read_facts
from hotlint.cloud.summaries import size, summary


def test_addresses_become_ranges_in_order() -> None:
    assert ranges([]) == []
    assert ranges(["10.0.0.9"]) == ["10.0.0.9"]
    assert ranges(["::2", "10.0.0.10", "10.0.0.9", "x", "10.0.0.2", "10.0.0.9", "10.0.0.11", "::1"]) == [
        "10.0.0.2",
        "10.0.0.9-10.0.0.11",
        "::1-::2",
    ]
    assert ranges(["0.0.0.1", "::2"]) == ["0.0.0.1", "::2"]


def test_addresses_in_ranges() -> None:
    listed = ["x-10.0.0.99", "10.0.0.2-y", "::1-10.0.0.99", "10.0.0.2-10.0.0.4", "10.0.0.9", "::5-::6"]

    def found(text: str) -> bool:
        address = parse_address(text)
        assert address is not None
        return in_ranges(address, listed)

    inside = ["10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.9", "::5", "::6"]
    assert [
        text
        for text in [*inside, "10.0.0.1", "10.0.0.5", "10.0.0.8", "10.0.0.10", "::4", "::7", "0.0.0.5"]
        if found(text)
    ] == inside
    assert parse_address(5) is None and parse_address("a") is None


DATA: dict[str, Any] = {
    "cloud": "c",
    "heat": {"release": 2025.1, "resource_types": ["A::B"], "versions": [{"version": "2018-08-31"}]},
    "microversions": {"compute": "2.96", "odd": "2.x", "long": "1.2.3", "one": "2"},
    "flavors": [{"name": "1", "id": "2"}, {"name": "2", "id": "1"}, {"name": "b", "id": "3"}, {"name": "b"}],
    "images": [],
    "networks": [{"name": "n", "id": "n-1"}],
    "subnets": [{"name": "a", "id": "s-1", "network_id": "n-1"}, {"name": "", "id": "s-2", "network_id": "n-1"}, {"name": "b", "id": "s-3", "network_id": "n-2"}],
    "quotas": {"compute": {"cores": {"limit": 1}}},
}  # fmt: skip


def test_facts_of_a_snapshot() -> None:
    facts, nothing = CloudFacts(DATA, "cloud.yaml"), CloudFacts({"quotas": None, "microversions": None})
    assert (facts.name, facts.path, nothing.name, nothing.path) == ("c", "cloud.yaml", "", "")
    assert [facts.release, facts.resource_types, facts.versions] == ["2025.1", {"A::B"}, {"2018-08-31"}]
    assert (nothing.release, nothing.resource_types, nothing.versions) == (None, None, None)
    assert CloudFacts({"heat": {"release": "", "resource_types": [], "versions": []}}).resource_types == frozenset()
    assert (facts.quotas, nothing.quotas) == ({"compute": {"cores": {"limit": 1}}}, {})
    asked = [
        ("compute", (2, 96)),
        ("compute", (2, 97)),
        ("compute", (2, 1)),
        ("odd", (1, 0)),
        ("long", (1, 0)),
        ("one", (1, 0)),
        ("none", (1, 0)),
    ]
    assert [facts.has_microversion(*each) for each in asked] == [True, False, True, None, None, None, None]
    assert nothing.has_microversion("compute", (1, 0)) is None


def test_things_are_found_by_id_first_and_then_by_name() -> None:
    facts = CloudFacts(DATA)
    assert [[t.entry["id"] for t in facts.find("nova.flavor", value)] for value in ("1", "2", "x")] == [
        ["1"],
        ["2"],
        [],
    ]
    assert facts.find("nova.flavor", "b") == (
        Thing("nova.flavor", "b", "3", {"name": "b", "id": "3"}),
        Thing("nova.flavor", "b", "", {"name": "b"}),
    )
    assert facts.find("nova.flavor", "") == ()
    assert facts.names("nova.flavor") == ["1", "2", "b"]
    assert [t.id for t in facts.things("nova.flavor")] == ["2", "1", "3", ""]
    assert [t.id for t in facts.things("neutron.subnet")] == ["s-1", "s-3"]
    assert facts.things("none") == facts.things("nova.server") == []
    assert [s.id for s in facts.subnets_of(facts.things("neutron.network")[0])] == ["s-1"]
    assert [facts.is_known(kind) for kind in ("nova.flavor", "glance.image", "nova.server", "none")] == [
        True,
        True,
        False,
        False,
    ]


SUMMARIES = [
    ("nova.flavor", {"vcpus": 2, "ram": 2048, "disk": 10, "ephemeral": 5, "public": False}, "2 vCPU, 2 GiB, 10 GiB disk, 5 GiB ephemeral, not public"),
    ("nova.flavor", {"ram": 1500, "disk": 0}, "1500 MiB, 0 GiB disk"),
    ("nova.flavor", {}, ""),
    ("glance.image", {"os_distro": "d", "os_version": "1", "disk_format": "raw", "min_disk": 3, "min_ram": 512, "status": "queued"}, "d 1, raw, at least 3 GiB disk, at least 512 MiB, queued"),
    ("glance.image", {"os_version": "1", "min_disk": 0, "min_ram": 0, "status": "active"}, "1"),
    ("glance.image", {}, ""),
    ("neutron.network", {"external": True, "shared": True}, "external, shared"),
    ("neutron.network", {"external": False, "shared": True}, "shared"),
    ("neutron.subnet", {"cidr": "10.0.0.0/24", "network": "n", "gateway": "10.0.0.1"}, "10.0.0.0/24, network n, gateway 10.0.0.1"),
    ("neutron.subnet", {}, "no gateway"),
    ("neutron.router", {"external_network": "out"}, "gateway to out"),
    ("neutron.router", {}, "no gateway"),
    ("neutron.subnetpool", {"prefixes": ["10.0.0.0/8", "10.1.0.0/16"]}, "10.0.0.0/8, 10.1.0.0/16"),
    ("neutron.subnetpool", {"prefixes": None}, ""),
    ("cinder.vtype", {"description": "fast\n and  dear"}, "fast and dear"),
    ("cinder.vtype", {}, ""),
    ("compute zone", {"available": False}, "not available"),
    ("volume zone", {"available": False}, "not available"),
    ("volume zone", {}, ""),
    ("keystone.role", {"name": "a"}, ""),
]  # fmt: skip


@for_each(("kind", "entry", "said"), SUMMARIES)
def test_what_matters_of_a_thing(kind: str, entry: dict[str, Any], said: str) -> None:
    assert summary(kind, entry) == Thing(kind, "a", "", entry).summary == said


def test_sizes_have_their_unit() -> None:
    assert [size(mib) for mib in (0, 1023, 1024, 1025, 3072, "1", None)] == [
        "0 MiB",
        "1023 MiB",
        "1 GiB",
        "1025 MiB",
        "3 GiB",
        "",
        "",
    ]


def test_things_of_each_kind_have_their_list_and_their_noun() -> None:
    """A snapshot lists each kind under the name of a section, and messages call it by a noun."""
    lists = {section.name: [{"name": section.name, "id": f"id of {section.name}"}] for section in SECTIONS}
    facts = CloudFacts(lists)
    found = {kind: [(thing.noun, thing.name) for thing in facts.things(kind)] for kind in KINDS}
    assert found.pop("volume zone") == [("availability zone", "volume_zones")]
    assert found.pop("compute zone") == [("availability zone", "compute_zones")]
    assert found.pop("cinder.vtype") == [("volume type", "volume_types")]
    assert found.pop("nova.keypair") == [("key pair", "key_pairs")]
    assert found.pop("designate.zone") == [("DNS zone", "dns_zones")]
    assert found.pop("cinder.snapshot") == [("volume snapshot", "volume_snapshots")]
    assert found.pop("host aggregate") == [("host aggregate", "aggregates")]
    assert found.pop("keystone.group") == [("user group", "user_groups")]
    assert found.pop("keystone.service") == [("service of Keystone", "identity_services")]
    for kind, things in found.items():
        ((noun, name),) = things
        assert noun.replace(" ", "").lower() == kind.partition(".")[2].replace("_", "")
        plural = noun.lower().replace(" ", "_")
        assert name == (f"{plural[:-1]}ies" if plural.endswith("cy") else f"{plural}s")


OLD: dict[str, Any] = {
    "heat": {"release": "2024.1", "versions": [{"version": "2013-05-23"}, {"version": "2018-08-31", "functions": ["a"]}]},
    "roles": [{"name": "b"}, {"name": "a"}],
    "flavors": [{"name": "one", "id": "1", "ram": 1, "public": False}, {"name": "same", "id": "same"}],
    "network_zones": [{"name": "z", "resource": "router", "available": True}, {"name": "z", "resource": "network", "available": True}],
    "dns_zones": [],
    "quotas": {"volume": {"size": {"limit": 1, "used": 1}}, "compute": {"cores": {"limit": 1, "used": 1}}},
}  # fmt: skip
NEW: dict[str, Any] = {
    "heat": {"release": "2025.1", "versions": [{"version": "2018-08-31", "functions": []}], "resource_types": ["A"]},
    "roles": [{"name": "c"}, {"name": "d"}],
    "flavors": [{"name": "uno", "id": "1", "disk": 2, "public": True}],
    "network_zones": [{"name": "z", "resource": "router", "available": True}],
    "images": [],
    "quotas": {"compute": {"cores": {"limit": 1, "used": 2}, "ram": {"limit": 5}}, "network": {"ports": {"used": 3}}},
}  # fmt: skip


def test_changes_between_two_snapshots() -> None:
    found = compare_snapshots(OLD, NEW)
    assert found[0] == CloudChange("changed", "heat", "release", "", {"release": ("2024.1", "2025.1")})
    assert found[4] == CloudChange("removed", "flavors", "same", "same")
    assert [*change_lines(found)] == [
        "~ heat: release: release 2024.1 -> 2025.1",
        "- versions: 2013-05-23",
        "~ versions: 2018-08-31: functions [a] -> []",
        "~ flavors: uno (1): name one -> uno; ram 1 -> none; public no -> yes; disk none -> 2",
        "- flavors: same",
        "? images: not known before",
        "- network zones: z",
        "- roles: a",
        "- roles: b",
        "+ roles: c",
        "+ roles: d",
        "? dns zones: not known now",
        "~ quotas: compute cores: used 1 -> 2",
        "~ quotas: compute ram: limit none -> 5",
        "~ quotas: network ports: used none -> 3",
        "~ quotas: volume size: limit 1 -> none; used 1 -> none",
    ]
    assert compare_snapshots(OLD, OLD) == compare_snapshots({}, {}) == []
    types = compare_snapshots({"heat": {"resource_types": ["A", "B"]}}, {"heat": {"resource_types": ["B", "C"]}})
    assert [*change_lines(types)] == ["- resource types: A", "+ resource types: C"]


def test_what_only_the_earlier_snapshot_has_is_kept() -> None:
    before = {
        "images": [1],
        "roles": [1],
        "notes": ["old"],
        "quotas": OLD["quotas"] | {"heat": {"stacks": {"used": 1, "limit": 9}, "x": {"used": 1}}},
        "heat": {"release": "a", "own": 1},
    }
    now = {
        "roles": [2],
        "quotas": {
            "heat": {"stacks": {"used": 2}, "x": {"used": 2}, "y": {"limit": 1}},
            "compute": {"cores": {"limit": 3}},
        },
        "heat": {"release": "b"},
    }
    assert kept(before, now) == {
        "roles": [2], "images": [1], "heat": {"release": "b", "own": 1},
        "quotas": {
            "volume": {"size": {"limit": 1, "used": 1}}, "compute": {"cores": {"limit": 3}},
            "heat": {"stacks": {"limit": 9, "used": 2}, "x": {"used": 2}, "y": {"limit": 1}},
        },
    }  # fmt: skip
    assert kept({"notes": ["old"]}, {"notes": ["new"], "heat": {}}) == {"notes": ["new"]}
    assert kept({"heat": None, "quotas": None}, {"a": 1}) == {"a": 1, "quotas": None}


def test_a_snapshot_as_text() -> None:
    whole = {
        "snapshot": 1,
        "cloud": "c",
        "region": "R",
        "project": "p",
        "heat": {"release": "r", "versions": [], "unavailable_types": ["B"], "resource_types": ["A"]},
        "roles": [{"name": "a"}],
    }
    head = "# What the cloud 'c' has, as `hotlint cloud snapshot --cloud c` found it. Comments are kept by --refresh.\n"
    first = "snapshot: 1\ncloud: c\nregion: R\nproject: p\n"
    types = "  resource_types:\n  - A\n  unavailable_types:\n  - B\n"
    assert snapshot_text(whole) == f"{head}{first}heat:\n  release: r\n  versions: []\n{types}roles:\n- {{name: a}}\n"
    assert snapshot_text({"snapshot": 1, "cloud": "c"}) == f"{head}snapshot: 1\ncloud: c\n"
    assert (
        snapshot_text({"snapshot": 1, "cloud": "c", "heat": {"release": "r"}})
        == f"{head}snapshot: 1\ncloud: c\nheat:\n  release: r\n"
    )
    assert plain_snapshot(snapshot_text(whole)) == whole
    for heat in ({"resource_types": ["A"]}, {"unavailable_types": ["A"]}, {"release": "r", "resource_types": ["A"]}):
        found = {"snapshot": 1, "cloud": "c", "heat": heat, "roles": [{"name": "a"}]}
        assert plain_snapshot(snapshot_text(found)) == found


def test_a_snapshot_that_cannot_be_refreshed() -> None:
    now = {"snapshot": 1, "cloud": "c", "roles": [{"name": "b"}]}
    text = "snapshot: 1 # one\ncloud: c\nroles:\n- {name: a}\n"
    assert refreshed_text(text, now) == "snapshot: 1 # one\ncloud: c\nroles:\n- {name: b}\n"
    with pytest.raises(CloudError, match=r"^it does not say 'snapshot: 1'$"):
        refreshed_text("cloud: c\n", now)


@for_each(
    ("text", "said"),
    [
        ("a", "it is not a mapping"),
        ("snapshot: one", "it does not say 'snapshot: 1'"),
        ("snapshot: 1\nvolume_snapshots: {}", "'volume_snapshots' must be a list"),
        ("snapshot: 1\nroles: [a]", "each item of 'roles' must be a mapping with a name"),
        ("snapshot: 1\nroles: [{name: a}, {name: 5}]", "each item of 'roles' must be a mapping with a name"),
        ("snapshot: 1\nmicroversions: []", "'microversions' must be a mapping"),
        ("snapshot: 1\nquotas: []", "'quotas' must be a mapping"),
        ("snapshot: 1\nquotas: {a: 5}", "each quota of 'a' must be a mapping of limit and used, both integers"),
        ("snapshot: 1\nquotas: {a: {}, b: {c: {limit: 1, used: true}}}", "each quota of 'b' must be a mapping of limit and used, both integers"),
        ("snapshot: 1\nquotas: {a: {b: {limit: 1}, c: {limit: 'x'}}}", "each quota of 'a' must be a mapping of limit and used, both integers"),
        ("snapshot: 1\nheat: {unavailable_types: [a, 1]}", "'unavailable_types' must be a list of names"),
        ("snapshot: 1\nheat: {unavailable_types: a}", "'unavailable_types' must be a list"),
        ("snapshot: 1\nheat: {versions: [2018-08-31]}", "each item of 'versions' must be a mapping with a version in quotes"),
        ("snapshot: 1\nheat: {versions: [{version: '1'}, {}]}", "each item of 'versions' must be a mapping with a version in quotes"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_snapshot(text: str, said: str) -> None:
    with pytest.raises(CloudError) as raised:
        plain_snapshot(text)
    assert str(raised.value) == said


def test_the_number_of_values_of_a_snapshot_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "snapshot: 1\nroles: [{name: a}]\n"
    monkeypatch.setattr("hotlint.cloud.snapshot_reader.NODES_LIMIT", 5)
    assert plain_snapshot(text) == {"snapshot": 1, "roles": [{"name": "a"}]}
    monkeypatch.setattr("hotlint.cloud.snapshot_reader.NODES_LIMIT", 4)
    with pytest.raises(CloudError, match=r"^it has more than 4 values$"):
        plain_snapshot(text)


def test_a_snapshot_file_is_read_once_while_it_stays(tmp_path: Path) -> None:
    path = tmp_path / "cloud.yaml"
    path.write_text("snapshot: 1\ncloud: a\n", encoding="utf-8")
    os.utime(path, ns=(5, 5))
    first = read_facts(str(path))
    assert (first.name, first.path) == ("a", str(path))
    assert read_facts(str(path)) is first
    path.write_text("snapshot: 1\ncloud: b\n", encoding="utf-8")
    os.utime(path, ns=(5, 6))
    assert read_facts(str(path)).name == "b"
    path.write_text("snapshot: 1\ncloud: ccc\n", encoding="utf-8")
    os.utime(path, ns=(5, 6))
    assert read_facts(str(path)).name == "ccc"


def test_a_snapshot_file_that_cannot_be_read(tmp_path: Path) -> None:
    def said(path: Path) -> str:
        with pytest.raises(CloudError) as raised:
            read_facts(str(path))
        return str(raised.value).replace(str(path), "FILE")

    path = tmp_path / "cloud.yaml"
    assert said(path) == "snapshot 'FILE' cannot be read: No such file or directory"
    path.write_bytes(b"\xff\xfe\xfa")
    assert said(path).startswith("snapshot 'FILE' cannot be read: ") and len(said(path)) > 40
    path.write_text("snapshot: 2\n", encoding="utf-8")
    assert said(path) == "'FILE' is not a snapshot of a cloud: it does not say 'snapshot: 1' of a newer hotlint"
