"""What the made-up cloud of the tests has: an answer for each path that a snapshot asks for."""

from __future__ import annotations

from typing import Any

from stand_in import Answer, StandIn

PROJECT = "p1"
NETWORKS: list[dict[str, Any]] = [
    {
        "id": "n-public",
        "name": "public",
        "router:external": True,
        "shared": False,
        "mtu": 1500,
        "port_security_enabled": True,
    },
    {
        "id": "n-web",
        "name": "web",
        "router:external": False,
        "shared": False,
        "mtu": 1450,
        "port_security_enabled": True,
    },
    {"id": "n-twin-1", "name": "twin", "router:external": False, "shared": False, "mtu": 1450},
    {"id": "n-twin-2", "name": "twin", "router:external": False, "shared": True, "mtu": 1450},
]
_SUBNET = {
    "enable_dhcp": True,
    "ip_version": 4,
    "host_routes": [],
    "tenant_id": "p1",
    "dns_nameservers": ["192.0.2.53"],
}
SUBNETS: list[dict[str, Any]] = [
    {
        "id": "s-web", "name": "web-v4", "network_id": "n-web", "cidr": "10.1.0.0/24", "gateway_ip": "10.1.0.1",
        "allocation_pools": [{"start": "10.1.0.10", "end": "10.1.0.200"}], **_SUBNET,
    },
    {
        "id": "s-web6", "name": "web-v6", "network_id": "n-web", "cidr": "2001:db8::/64", "gateway_ip": "2001:db8::1",
        "allocation_pools": [{"start": "2001:db8::2", "end": "2001:db8::ffff"}], **_SUBNET, "ip_version": 6,
    },
    {
        "id": "s-public", "name": "public-v4", "network_id": "n-public", "cidr": "203.0.113.0/24", "gateway_ip": None,
        "allocation_pools": [{"start": "203.0.113.2", "end": "203.0.113.254"}], **_SUBNET,
    },
]  # fmt: skip
FLAVORS: list[dict[str, Any]] = [
    {"id": "1", "name": "m1.tiny", "vcpus": 1, "ram": 512, "disk": 1, "OS-FLV-EXT-DATA:ephemeral": 0, "swap": "",
     "os-flavor-access:is_public": True, "links": []},
    {"id": "2", "name": "m1.small", "vcpus": 1, "ram": 2048, "disk": 20, "OS-FLV-EXT-DATA:ephemeral": 0, "swap": 512,
     "os-flavor-access:is_public": True},
    {"id": "4", "name": "m1.large", "vcpus": 4, "ram": 8192, "disk": 80, "OS-FLV-EXT-DATA:ephemeral": 10, "swap": "",
     "os-flavor-access:is_public": False},
]  # fmt: skip
IMAGES: list[dict[str, Any]] = [
    {"id": "i-1", "name": "cirros", "status": "active", "visibility": "public", "disk_format": "qcow2", "min_disk": 1,
     "min_ram": 64, "size": 16338944, "owner": "p0", "file": "/v2/images/i-1/file", "hw_secret": "not for files"},
    {"id": "i-2", "name": "ubuntu-24.04", "status": "active", "visibility": "public", "disk_format": "raw", "min_disk": 10,
     "min_ram": 1024, "size": 2361393152, "os_distro": "ubuntu", "os_version": "24.04"},
    {"id": "i-3", "name": "old", "status": "deactivated", "visibility": "private", "disk_format": "raw", "min_disk": 0,
     "min_ram": 0, "size": 1},
    {"id": "i-4", "name": "twin-image", "status": "active", "visibility": "private", "disk_format": "raw"},
    {"id": "i-5", "name": "twin-image", "status": "active", "visibility": "private", "disk_format": "raw"},
]  # fmt: skip
PORTS: list[dict[str, Any]] = [
    {"id": "pt-1", "fixed_ips": [{"subnet_id": "s-web", "ip_address": "10.1.0.1"}]},
    {"id": "pt-2", "fixed_ips": [{"subnet_id": "s-web", "ip_address": "10.1.0.10"}]},
    {"id": "pt-3", "fixed_ips": [{"subnet_id": "s-web", "ip_address": "10.1.0.11"}]},
    {"id": "pt-4", "fixed_ips": [{"subnet_id": "s-web6", "ip_address": "2001:db8::1"}]},
]
_TYPES = ("OS::Heat::RandomString", "OS::Heat::ResourceGroup", "OS::Heat::Stack", "OS::Heat::None", "OS::Heat::Value",
          "OS::Neutron::FloatingIP", "OS::Neutron::Net", "OS::Neutron::Port", "OS::Neutron::Router",
          "OS::Neutron::RouterInterface", "OS::Neutron::SecurityGroup", "OS::Neutron::Subnet", "OS::Nova::KeyPair",
          "OS::Nova::Server", "OS::Nova::ServerGroup", "OS::Cinder::Volume", "OS::Cinder::VolumeAttachment",
          "Acme::Own::Thing")  # fmt: skip
_HEAT = "/heat/v1/p1"
_NEUTRON = "/neutron/v2.0"


def furnish(cloud: StandIn) -> None:
    """Give a cloud everything that the tests need."""
    cloud.answers |= {**_heat(), **_nova(), **_neutron(), **_others()}


def _heat() -> dict[str, Answer]:
    functions = [{"functions": name, "description": ""} for name in ("get_param", "get_attr", "if")]
    versions = ["heat_template_version.2018-08-31", "heat_template_version.2015-04-30"]
    listed = [{"version": v, "type": "hot", "aliases": []} for v in versions]
    listed.append({"version": "AWSTemplateFormatVersion.2010-09-09", "type": "cfn", "aliases": []})
    return {
        f"{_HEAT}/template_versions": (200, {"template_versions": listed}),
        **{f"{_HEAT}/template_versions/{v}/functions": (200, {"template_functions": functions}) for v in versions},
        f"{_HEAT}/resource_types": (200, {"resource_types": [*_TYPES]}),
        f"{_HEAT}/stacks": (200, {"stacks": [{"id": "st-1"}, {"id": "st-2"}]}),
    }


def _nova() -> dict[str, Answer]:
    limits = {
        "maxTotalInstances": 10, "totalInstancesUsed": 6, "maxTotalCores": 20, "totalCoresUsed": 12, "maxTotalRAMSize": 51200,
        "totalRAMUsed": 30720, "maxTotalKeypairs": 100, "maxServerGroups": 10, "totalServerGroupsUsed": 0,
    }  # fmt: skip
    pair = {"name": "ann", "type": "ssh", "public_key": "ssh-ed25519 AAAA", "fingerprint": "aa:bb"}
    zones = [
        {"zoneName": "az1", "zoneState": {"available": True}},
        {"zoneName": "az2", "zoneState": {"available": False}},
    ]
    return {
        "/nova/v2.1/flavors/detail": (200, {"flavors": FLAVORS}),
        "/nova/v2.1/os-keypairs": (200, {"keypairs": [{"keypair": pair}]}),
        "/nova/v2.1/os-aggregates": (200, {"aggregates": [{"id": 1, "name": "fast", "hosts": ["h1"]}]}),
        "/nova/v2.1/os-availability-zone": (200, {"availabilityZoneInfo": zones}),
        "/nova/v2.1/limits": (200, {"limits": {"rate": [], "absolute": limits}}),
    }


def _neutron() -> dict[str, Answer]:
    router = {"id": "r-1", "name": "edge", "external_gateway_info": {"network_id": "n-public", "enable_snat": True}}
    quota = {
        "network": (10, 4), "subnet": (10, 3), "port": (50, 46), "router": (2, 1), "floatingip": (3, 2),
        "security_group": (10, 9), "security_group_rule": (100, 90),
    }  # fmt: skip
    details = {name: {"limit": most, "used": used, "reserved": 0} for name, (most, used) in quota.items()}
    return {
        f"{_NEUTRON}/networks": (200, {"networks": NETWORKS}),
        f"{_NEUTRON}/subnets": (200, {"subnets": SUBNETS}),
        f"{_NEUTRON}/routers": (200, {"routers": [router]}),
        f"{_NEUTRON}/ports": (200, {"ports": PORTS}),
        f"{_NEUTRON}/security-groups": (200, {"security_groups": [{"id": "sg-1", "name": "default"}]}),
        f"{_NEUTRON}/subnetpools": (200, {"subnetpools": []}),
        f"{_NEUTRON}/address-scopes": (200, {"address_scopes": []}),
        f"{_NEUTRON}/qos/policies": (403, {"NeutronError": {"message": "not allowed by policy"}}),
        f"{_NEUTRON}/availability_zones": (200, {"availability_zones": []}),
        f"{_NEUTRON}/network-ip-availabilities": (403, {"NeutronError": {"message": "not allowed by policy"}}),
        f"{_NEUTRON}/quotas/{PROJECT}/details.json": (200, {"quota": details}),
    }


def _others() -> dict[str, Answer]:
    limits = {"maxTotalVolumes": 10, "totalVolumesUsed": 8, "maxTotalVolumeGigabytes": 1000, "totalGigabytesUsed": 900}
    zone = {"zoneName": "nova", "zoneState": {"available": True}}
    return {
        "/glance/v2/images": (200, {"images": IMAGES}),
        "/cinder/v3/types": (200, {"volume_types": [{"id": "v-1", "name": "ssd", "description": "fast\nand dear"}]}),
        "/cinder/v3/os-availability-zone": (200, {"availabilityZoneInfo": [zone]}),
        "/cinder/v3/limits": (200, {"limits": {"absolute": limits}}),
        "/v3/regions": (200, {"regions": [{"id": "R1", "description": "", "links": {}}]}),
        "/v3/domains": (200, {"domains": [{"id": "default", "name": "Default", "enabled": True}]}),
        "/v3/services": (200, {"services": [{"id": "sv-1", "name": "nova", "type": "compute"}]}),
        "/v3/roles": (200, {"roles": [{"id": "ro-1", "name": "member", "links": {}}]}),
        "/designate/v2/zones": (
            200,
            {"zones": [{"id": "z-1", "name": "example.org.", "type": "PRIMARY", "email": "a@b"}]},
        ),
    }
