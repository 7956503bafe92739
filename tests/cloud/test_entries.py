"""What a snapshot keeps of the answers of a cloud: each kind of thing, quotas, addresses in use, and notes of what is not known."""
# ruff: noqa: E501 - answers and entries on one line

from __future__ import annotations

from typing import Any

import pytest
from answered import Answered
from for_each import for_each

from hotlint.cloud.connection import SERVICES
from hotlint.cloud.errors import CloudError, RequestRefusedError
from hotlint.cloud.snapshot import facts_now, take

COMPUTE: dict[tuple[str, str], Any] = {
    ("compute", "/flavors/detail?is_public=None"): {"flavors": [
        {"id": "2", "name": "b", "vcpus": 2, "ram": 64, "disk": 0, "OS-FLV-EXT-DATA:ephemeral": 0, "swap": "", "os-flavor-access:is_public": True},
        {"id": "1", "name": "a", "OS-FLV-EXT-DATA:ephemeral": 5, "swap": 7, "os-flavor-access:is_public": False, "rxtx_factor": 1.0},
        {"id": "3", "name": "b", "swap": 0},
        "no flavor",
    ]},
    ("compute", "/os-keypairs"): {"keypairs": [{"keypair": {"name": "k", "type": "x509", "public_key": "p"}}, {"name": "flat"}, {"keypair": {}}]},
    ("compute", "/os-availability-zone"): {"availabilityZoneInfo": [
        {"zoneName": "up", "zoneState": {"available": True}}, {"zoneName": "down", "zoneState": {"available": False}},
        {"zoneName": "bare"}, {"zoneName": "none", "zoneState": None}, {},
    ]},
    ("compute", "/os-aggregates"): {"aggregates": [{"id": 1, "name": "fast", "hosts": ["h"], "availability_zone": "up"}, {"id": 2}]},
    ("compute", "/servers?limit=1000"): {"servers": [{"id": "v-1", "name": "s", "links": []}]},
    ("compute", "/os-server-groups"): {"server_groups": [{"id": "g-1", "name": "g", "members": []}]},
    ("compute", "/"): {"version": {"version": "2.96", "min_version": "2.1"}},
}  # fmt: skip
IMAGES: dict[tuple[str, str], Any] = {
    ("image", "/images?limit=500"): {"images": [
        {"id": "i-1", "name": "one", "status": "active", "visibility": "public", "disk_format": "raw", "min_disk": 1, "min_ram": 2, "size": 3, "os_distro": "d", "os_version": "v", "architecture": "arm", "owner": "o"},
        {"id": "i-2", "name": "two", "status": "deleted"}, {"id": "i-3", "name": "three", "status": "pending_delete"},
    ]},
}  # fmt: skip
NETWORK: dict[tuple[str, str], Any] = {
    ("network", "/networks"): {"networks": [
        {"id": "n-1", "name": "out", "router:external": True, "shared": False, "mtu": 1500, "port_security_enabled": False, "status": "ACTIVE",
         "provider:network_type": "vlan", "provider:physical_network": "physnet1", "provider:segmentation_id": 7},
        {"id": "n-2"},
    ]},
    ("network", "/subnets"): {"subnets": [
        {"id": "s-1", "name": "sub", "network_id": "n-1", "cidr": "10.0.0.0/24", "ip_version": 4, "gateway_ip": "10.0.0.1", "enable_dhcp": False,
         "allocation_pools": [{"start": "10.0.0.9", "end": "10.0.0.20"}, {"start": "10.0.0.3", "end": "10.0.0.5"}]},
        {"id": "s-2", "network_id": "n-2", "cidr": "10.1.0.0/24", "allocation_pools": None},
    ]},
    ("network", "/routers"): {"routers": [
        {"id": "r-1", "name": "edge", "external_gateway_info": {"network_id": "n-1"}}, {"id": "r-2", "external_gateway_info": None},
        {"id": "r-3", "name": "far", "external_gateway_info": {"network_id": "n-9"}}, {"id": "r-4", "name": "odd", "external_gateway_info": {"network_id": ""}},
    ]},
    ("network", "/security-groups?fields=id&fields=name"): {"security_groups": [{"id": "g-1", "name": "default"}]},
    ("network", "/subnetpools"): {"subnetpools": [{"id": "p-1", "name": "pool", "prefixes": ["10.0.0.0/8"]}]},
    ("network", "/address-scopes"): {"address_scopes": [{"id": "a-1", "name": "scope"}]},
    ("network", "/qos/policies"): {"policies": [{"id": "q-1", "name": "slow"}]},
    ("network", "/availability_zones"): {"availability_zones": [
        {"name": "z", "resource": "router", "state": "available"}, {"name": "z", "state": "unavailable"}, {"resource": "network"},
    ]},
    ("network", "/ports?fields=id&fields=name&fields=network_id"): {"ports": [
        {"id": "t-1", "name": "", "network_id": "n-1"}, {"id": "t-2", "name": "port", "network_id": "n-1"}, {"id": "t-3"},
    ]},
    ("network", "/ports?fields=fixed_ips&fields=id"): {"ports": [
        {"fixed_ips": [{"subnet_id": "s-1", "ip_address": "10.0.0.4"}, {"subnet_id": "s-1", "ip_address": "10.0.0.3"}]}, {"fixed_ips": None}, {},
    ]},
    ("network", "/network-ip-availabilities"): {"network_ip_availabilities": [
        {"subnet_ip_availability": [{"subnet_id": "s-1"}]}, {"subnet_ip_availability": [{"subnet_id": "s-2"}]},
    ]},
}  # fmt: skip
OTHERS: dict[tuple[str, str], Any] = {
    ("block_storage", "/types"): {"volume_types": [{"id": "y-1", "name": "ssd", "description": "fast"}, {"id": "y-2", "name": "hdd", "description": None}]},
    ("block_storage", "/os-availability-zone"): {"availabilityZoneInfo": [{"zoneName": "nova", "zoneState": {"available": True}}]},
    ("block_storage", "/volumes?limit=1000"): {"volumes": [{"id": "d-1", "name": None}, {"id": "d-2", "name": "data"}]},
    ("block_storage", "/snapshots?limit=1000"): {"snapshots": [{"id": "e-1"}]},
    ("identity", "/roles"): {"roles": [{"id": "o-1", "name": "member"}]},
    ("identity", "/regions"): {"regions": [{"id": "R1", "description": "the only one"}, {"description": "none"}]},
    ("identity", "/domains"): {"domains": [{"id": "default", "name": "Default", "enabled": True}]},
    ("identity", "/services"): {"services": [{"id": "b-1", "name": "nova", "type": "compute"}, {"id": "b-2", "type": "dns"}]},
    ("identity", "/projects"): {"projects": [{"id": "p-1", "name": "web", "domain_id": "default", "tags": []}]},
    ("identity", "/users"): {"users": [{"id": "u-1", "name": "ann", "domain_id": "default", "email": "a@b", "password_expires_at": None}]},
    ("identity", "/groups"): {"groups": [{"id": "h-1", "name": "team", "domain_id": "default"}]},
    ("dns", "/zones"): {"zones": [{"id": "z-1", "name": "example.org.", "type": "PRIMARY", "email": "a@b"}]},
}  # fmt: skip
HEAT: dict[tuple[str, str], Any] = {
    ("orchestration", "/template_versions"): {"template_versions": [
        {"version": "heat_template_version.2018-08-31", "type": "hot"}, {"version": "heat_template_version.2013-05-23", "type": "hot"},
        {"version": "AWSTemplateFormatVersion.2010-09-09", "type": "cfn"}, {"version": "untyped"},
    ]},
    ("orchestration", "/template_versions/heat_template_version.2018-08-31/functions?with_condition_func=true"): {
        "template_functions": [{"functions": "if"}, {"functions": "get_param"}, {"functions": "if"}]},
    ("orchestration", "/resource_types"): {"resource_types": ["OS::Nova::Server", {"resource_type": "OS::Heat::None"}, "OS::Nova::Server"]},
    ("orchestration", "/stacks?limit=200&show_nested=false"): {"stacks": [{"id": "1"}, {"id": "2"}]},
}  # fmt: skip
LISTED: dict[str, Any] = {
    "microversions": {"compute": "2.96"},
    "flavors": [
        {"name": "a", "ephemeral": 5, "swap": 7, "id": "1", "public": False},
        {"name": "b", "vcpus": 2, "ram": 64, "disk": 0, "id": "2"}, {"name": "b", "id": "3"},
    ],
    "key_pairs": [{"name": "flat", "type": "ssh"}, {"name": "k", "type": "x509"}],
    "compute_zones": [
        {"name": "bare", "available": True}, {"name": "down", "available": False}, {"name": "none", "available": True}, {"name": "up", "available": True},
    ],
    "aggregates": [{"name": "fast", "id": "1"}],
    "images": [
        {"name": "one", "status": "active", "visibility": "public", "disk_format": "raw", "min_disk": 1, "min_ram": 2, "size": 3, "os_distro": "d", "os_version": "v", "architecture": "arm", "id": "i-1"},
    ],
    "networks": [{"id": "n-2"}, {"name": "out", "external": True, "shared": False, "mtu": 1500, "port_security": False, "network_type": "vlan",
                  "physical_network": "physnet1", "segmentation_id": 7, "id": "n-1"}],
    "subnets": [
        {"name": "", "network_id": "n-2", "cidr": "10.1.0.0/24", "id": "s-2", "pools": [], "used": []},
        {"name": "sub", "network": "out", "network_id": "n-1", "cidr": "10.0.0.0/24", "ip_version": 4, "gateway": "10.0.0.1", "dhcp": False,
         "id": "s-1", "pools": ["10.0.0.3-10.0.0.5", "10.0.0.9-10.0.0.20"], "used": ["10.0.0.3-10.0.0.4"]},
    ],
    "routers": [
        {"name": "", "id": "r-2"}, {"name": "edge", "external_network": "out", "external_network_id": "n-1", "id": "r-1"},
        {"name": "far", "external_network_id": "n-9", "id": "r-3"}, {"name": "odd", "id": "r-4"},
    ],
    "security_groups": [{"name": "default", "id": "g-1"}],
    "subnet_pools": [{"name": "pool", "prefixes": ["10.0.0.0/8"], "id": "p-1"}],
    "address_scopes": [{"name": "scope", "id": "a-1"}],
    "qos_policies": [{"name": "slow", "id": "q-1"}],
    "network_zones": [{"name": "z", "resource": "router", "available": True}, {"name": "z", "resource": "", "available": False}],
    "volume_types": [{"name": "hdd", "id": "y-2"}, {"name": "ssd", "description": "fast", "id": "y-1"}],
    "volume_zones": [{"name": "nova", "available": True}],
    "servers": [{"name": "s", "id": "v-1"}],
    "server_groups": [{"name": "g", "id": "g-1"}],
    "ports": [{"name": "", "network_id": "n-1", "id": "t-1"}, {"name": "", "id": "t-3"}, {"name": "port", "network_id": "n-1", "id": "t-2"}],
    "volumes": [{"name": "", "id": "d-1"}, {"name": "data", "id": "d-2"}],
    "volume_snapshots": [{"name": "", "id": "e-1"}],
    "roles": [{"name": "member", "id": "o-1"}],
    "regions": [{"name": "R1", "id": "R1"}],
    "domains": [{"name": "Default", "id": "default"}],
    "identity_services": [{"name": "", "type": "dns", "id": "b-2"}, {"name": "nova", "type": "compute", "id": "b-1"}],
    "projects": [{"name": "web", "domain_id": "default", "id": "p-1"}],
    "users": [{"name": "ann", "domain_id": "default", "id": "u-1"}],
    "user_groups": [{"name": "team", "domain_id": "default", "id": "h-1"}],
    "dns_zones": [{"name": "example.org.", "type": "PRIMARY", "id": "z-1"}],
}  # fmt: skip
ASKED = ("servers", "server_groups", "ports", "volumes", "volume_snapshots", "projects", "users", "user_groups")
"""What comes and goes."""


def test_each_kind_of_thing_has_its_entry() -> None:
    found = take(Answered(COMPUTE | IMAGES | NETWORK | OTHERS | HEAT), with_ids=True)
    assert {name: found[name] for name in LISTED} == LISTED
    assert [[*entry] for name in LISTED if isinstance(found[name], list) for entry in found[name]] == [
        [*entry] for listed in LISTED.values() if isinstance(listed, list) for entry in listed
    ]
    assert found["heat"] == {
        "versions": [{"version": "2013-05-23"}, {"version": "2018-08-31", "functions": ["get_param", "if"]}],
        "resource_types": ["OS::Heat::None", "OS::Nova::Server"],
    }
    assert found["quotas"] == {"orchestration": {"stacks": {"used": 2}}}
    assert [*found] == [
        "snapshot",
        "cloud",
        "region",
        "project",
        "role",
        "services",
        "heat",
        *LISTED,
        "quotas",
        "notes",
    ]
    assert [found[name] for name in ("snapshot", "cloud", "region", "project")] == [1, "made-up", "R1", "web"]
    assert found["notes"] == [
        {"about": ["quotas of block_storage"], "note": "block_storage does not know it (404)"},
        {"about": ["quotas of compute"], "note": "compute does not know it (404)"},
        {"about": ["quotas of network"], "note": "network does not know it (404)"},
        {"about": ["functions"], "note": "orchestration does not know it (404)"},
    ]


def test_what_comes_and_goes_is_read_where_it_is_asked_for() -> None:
    cloud = Answered(COMPUTE | NETWORK | OTHERS)
    found = take(cloud)
    assert [name for name in ASKED if name in found] == []
    assert not {path for _, path in cloud.asked} & {"/servers?limit=1000", "/os-server-groups", "/volumes?limit=1000"}


def test_the_facts_of_this_moment() -> None:
    cloud = Answered(COMPUTE | IMAGES | NETWORK | OTHERS | HEAT)
    assert facts_now(cloud).data == {"cloud": "made-up", **LISTED, "subnets": [
        {"name": "", "network_id": "n-2", "cidr": "10.1.0.0/24", "id": "s-2", "pools": [], "used": []},
        {n: v for n, v in LISTED["subnets"][1].items() if n != "network"},
    ], "routers": [
        {n: v for n, v in router.items() if n != "external_network"} for router in LISTED["routers"]
    ]}  # fmt: skip
    assert not [
        path for service, path in cloud.asked if service == "orchestration" or "limits" in path or "quotas" in path
    ]


LIMITS = {
    "maxTotalInstances": 10, "totalInstancesUsed": 6, "maxTotalCores": 20, "totalRAMUsed": 3, "maxTotalKeypairs": 100, "maxServerGroups": -1,
    "totalServerGroupsUsed": 1, "maxTotalVolumes": 11, "totalVolumesUsed": 8, "maxTotalVolumeGigabytes": 12, "totalGigabytesUsed": 9,
    "maxTotalSnapshots": 13, "totalSnapshotsUsed": 4,
}  # fmt: skip
COUNTED: dict[tuple[str, str], Any] = {
    ("compute", "/limits"): {"limits": {"absolute": LIMITS}},
    ("block_storage", "/limits"): {"limits": {"absolute": LIMITS}},
    ("network", "/quotas/p1/details.json"): {
        "quota": {"port": {"limit": 5, "used": 2, "reserved": 1}, "network": {"limit": -1, "used": 0}, "floatingip": {"limit": 1, "used": 1, "reserved": None}}
    },
    ("network", "/quotas/p1"): {"quota": {"subnet": 4, "router": 3, "security_group": 2, "security_group_rule": 1, "trunk": 9}},
}  # fmt: skip


def test_quotas_of_each_service() -> None:
    found = take(Answered(COUNTED))
    assert found["quotas"] == {
        "block_storage": {
            "volumes": {"limit": 11, "used": 8}, "gigabytes": {"limit": 12, "used": 9}, "snapshots": {"limit": 13, "used": 4},
        },
        "compute": {
            "instances": {"limit": 10, "used": 6}, "cores": {"limit": 20}, "key_pairs": {"limit": 100},
            "server_groups": {"limit": -1, "used": 1},
        },
        "network": {
            "networks": {"limit": -1, "used": 0}, "ports": {"limit": 5, "used": 3}, "floating_ips": {"limit": 1, "used": 1},
        },
    }  # fmt: skip
    assert [*found["quotas"]] == ["block_storage", "compute", "network"]
    older = take(Answered({key: answer for key, answer in COUNTED.items() if "details" not in key[1]}))
    assert older["quotas"]["network"] == {
        "subnets": {"limit": 4}, "routers": {"limit": 3}, "security_groups": {"limit": 2}, "security_group_rules": {"limit": 1},
    }  # fmt: skip


def notes(changes: dict[tuple[str, str], Any]) -> list[tuple[list[str], str]]:
    """Return the notes of a snapshot of a cloud with other answers, apart from those of services that say nothing at all."""
    found = take(Answered(NETWORK | changes))
    return [(n["about"], n["note"]) for n in found["notes"] if "(404)" not in n["note"]]


def test_addresses_in_use_that_are_not_known() -> None:
    """Neutron lists the ports of the project only, and says so nowhere: it counts no addresses of other subnets."""
    counted = ("network", "/network-ip-availabilities")
    hidden = "Neutron does not show ports of other projects to the credentials, in the subnets "
    assert notes({}) == []
    assert notes({counted: {"network_ip_availabilities": []}}) == [(["used addresses"], f"{hidden}s-2")]
    assert notes({counted: {"network_ip_availabilities": []}, ("network", "/ports?fields=fixed_ips&fields=id"): {"ports": []}}) == [
        (["used addresses"], f"{hidden}s-2, sub")
    ]  # fmt: skip
    assert notes({counted: {}}) == [
        (["used addresses of other projects"], "the answer has a form that is not known (KeyError)")
    ]
    found = take(Answered(NETWORK | {counted: CloudError("no")}))
    assert [subnet.get("used") for subnet in found["subnets"]] == [None, ["10.0.0.3-10.0.0.4"]]
    assert (["used addresses of other projects"], "no") in [(n["about"], n["note"]) for n in found["notes"]]
    found = take(Answered(NETWORK | {("network", "/ports?fields=fixed_ips&fields=id"): CloudError("no")}))
    assert ["used" in subnet for subnet in found["subnets"]] == [False, False]


def test_what_cannot_be_read_is_named_with_its_reason() -> None:
    refused = CloudError("it is closed")
    assert notes({("network", "/routers"): refused, ("network", "/subnetpools"): refused}) == [
        (["routers", "subnet_pools"], "it is closed")
    ]
    form = "the answer has a form that is not known"
    assert notes({("compute", "/limits"): {"limits": []}}) == [(["quotas of compute"], f"{form} (TypeError)")]
    assert notes({("compute", "/"): {}}) == [(["microversion of compute"], f"{form} (KeyError)")]
    assert notes({("compute", "/"): []}) == [(["microversion of compute"], f"{form} (TypeError)")]
    assert notes({("network", "/routers"): {"routers": 5}}) == [
        (["routers"], "Neutron of cloud 'made-up' answers without a list of 'routers'")
    ]


def test_answers_of_no_known_form_are_notes_and_the_rest_is_read() -> None:
    form = "the answer has a form that is not known"
    assert notes({("orchestration", "/template_versions"): {"template_versions": [{"type": "hot"}]}}) == [
        (["versions"], f"{form} (KeyError)")
    ]
    functions = "/template_versions/heat_template_version.2018-08-31/functions?with_condition_func=true"
    versions = {"template_versions": [{"type": "hot", "version": "heat_template_version.2018-08-31"}]}
    assert notes({
        ("orchestration", "/template_versions"): versions, ("orchestration", functions): {"template_functions": ["x"]}
    }) == [(["functions"], f"{form} (TypeError)")]  # fmt: skip
    ports = ("network", "/ports?fields=fixed_ips&fields=id")
    assert notes({ports: {"ports": [{"fixed_ips": [{"ip_address": "10.0.0.1"}]}]}}) == [
        (["used addresses"], f"{form} (KeyError)")
    ]
    assert notes({ports: {"ports": [{"fixed_ips": [{"subnet_id": [], "ip_address": "10.0.0.1"}]}]}}) == [
        (["used addresses"], f"{form} (TypeError)")
    ]


@pytest.mark.parametrize("change", [{"network_id": ["n-1"]}, {"id": {}}, {"id": None}])
def test_an_entry_that_nothing_can_refer_to_is_left_out(change: dict[str, Any]) -> None:
    subnets = {"subnets": [{"id": "s", "name": "kept", "network_id": "n-1"}, {"id": "t", "name": "odd", **change}]}
    found = take(Answered(NETWORK | {("network", "/subnets"): subnets}))
    assert [subnet["name"] for subnet in found["subnets"]] == ["kept"]


def test_two_services_that_fail_for_one_reason_are_both_named() -> None:
    answers: dict[tuple[str, str], Any] = {
        ("compute", "/limits"): {"limits": []},
        ("block_storage", "/limits"): {"limits": []},
    }
    assert notes(answers) == [
        (["quotas of block_storage", "quotas of compute"], "the answer has a form that is not known (TypeError)")
    ]


def test_a_service_without_microversions() -> None:
    assert "microversions" not in take(Answered({("compute", "/"): {"version": {"version": ""}}, **NETWORK}))
    assert "microversions" not in take(Answered({("compute", "/"): {"version": {}}, **NETWORK}))


def test_a_cloud_that_tells_nothing_at_all() -> None:
    with pytest.raises(CloudError, match=r"^orchestration does not know it \(404\)$"):
        take(Answered({}))
    only = take(Answered({("orchestration", "/resource_types"): {"resource_types": []}}))
    assert only["heat"] == {"resource_types": []}


@for_each(
    ("first", "second"),
    [
        (
            {
                "zones_links": [
                    None,
                    {"rel": "self", "href": "x"},
                    {"rel": "next", "href": "http://h/v2/other?marker=2"},
                ]
            },
            {},
        ),
        ({"links": {"next": "http://h/zones?marker=2"}}, {"links": {"next": None}}),
        ({"links": {"next": "http://h/zones?marker=2"}}, {"links": {}}),
        ({"next": "/v2/zones?marker=2"}, {"next": 5}),
        ({"zones_links": [], "next": "?marker=2"}, None),
        ({"next": "/v2/zones"}, None),
    ],
)
def test_lists_on_several_pages(first: dict[str, Any], second: dict[str, Any] | None) -> None:
    answers = {
        ("dns", "/zones"): {"zones": [1, 2], **first},
        ("dns", "/zones?marker=2"): {"zones": [3], **(second or {})},
    }
    assert [*Answered(answers).pages("dns", "/zones", "zones")] == ([1, 2, 3] if second is not None else [1, 2])


def test_pages_end_with_an_empty_one_and_with_one_that_was_there() -> None:
    links = {"next": "?marker=2"}
    cloud = Answered(
        {("dns", "/zones"): {"zones": [1], **links}, ("dns", "/zones?marker=2"): {"zones": [], "next": "?marker=3"}}
    )
    assert [*cloud.pages("dns", "/zones", "zones")] == [1]
    assert cloud.asked == [("dns", "/zones"), ("dns", "/zones?marker=2")]
    cloud = Answered(
        {
            ("dns", "/zones"): {"zones": [1], **links},
            ("dns", "/zones?marker=2"): {"zones": [2], "next": "/zones?marker=2"},
        }
    )
    assert [*cloud.pages("dns", "/zones", "zones")] == [1, 2]
    with pytest.raises(CloudError, match=r"^Designate of cloud 'made-up' answers without a list of 'zones'$"):
        next(Answered({("dns", "/zones"): []}).pages("dns", "/zones", "zones"))
    with pytest.raises(CloudError, match=r"^strange of cloud 'made-up' answers without a list of 'a'$"):
        next(Answered({("strange", "/"): {}}).pages("strange", "/", "a"))
    with pytest.raises(RequestRefusedError):
        next(Answered({}).pages("dns", "/zones", "zones"))


def test_messages_name_the_program_behind_each_service() -> None:
    programs = {}
    for service in (*SERVICES, "other"):
        with pytest.raises(CloudError) as raised:
            next(Answered({(service, "/"): {}}).pages(service, "/", "a"))
        programs[service] = str(raised.value).partition(" of cloud ")[0]
    assert programs.pop("other") == "other"
    assert " ".join(programs.values()) == "Heat Nova Glance Neutron Cinder Keystone Designate"
