"""What Heat's handlers do with single properties: what a creation refuses or drops, and what an update leaves undone.

Each case was read in Heat 27.0.1 and in what the service takes; no cloud has recorded it.
"""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from for_each import for_each

import hotlint
from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\nresources:\n"
CODES = ("HOT551", "HOT552", "HOT554", "HOT555", "HOT756")
SERVER = "flavor: f, image: i"


class Case(NamedTuple):
    """A type, properties with a finding of a code, properties without one, and other resources."""

    type: str
    code: str
    bad: str
    good: str
    more: str = ""


def two(kind: str, its: str) -> str:
    """Return one more resource of a type."""
    return f"  other: {{type: '{kind}', properties: {{{its}}}}}\n"


FORWARD = "internal_ip_address: 10.0.0.5, external_port: 2222, internal_port: p, protocol: tcp, floating_ip: f"
SITE = "peer_address: 10.9.0.1, peer_id: 10.9.0.1, peer_cidrs: [10.8.0.0/24], psk: s, ikepolicy_id: a, ipsecpolicy_id: b, vpnservice_id: c"
ID = "7b9e6a3c-0d1f-4c8e-9a55-1f2e3d4c5b6a"
CONFIG = "server: {get_resource: other}"
TAKING = two("OS::Nova::Server", f"{SERVER}, networks: [{{network: n}}], user_data_format: SOFTWARE_CONFIG")
RULE = "share_protocol: NFS, size: 1, access_rules: "
MEASURE = "metric: m, resource_id: r, resource_type: t, threshold: 1, aggregation_method: mean"
EVENT = "query: [{field: traits.a, type: integer, value: "
RECORD = "zone: z, name: www, type: "
TEMPLATE = "image: i, external_network: e, docker_storage_driver: overlay, coe: "
PROFILE = "provider_name: amphora"
TASKS = "type: direct, tasks: [{name: a, action: std.noop, on_success: "
ZONE = two("OS::Designate::Zone", "name: example.org., email: a@example.org")
CREATIONS = [
    Case("OS::Neutron::FloatingIPPortForward", "HOT555", FORWARD, f"{FORWARD}, internal_port_number: 22"),
    Case("OS::Neutron::IPsecSiteConnection", "HOT554", f"{SITE}, dpd: {{actions: hold}}", SITE),
    Case("OS::Neutron::IKEPolicy", "HOT551", "lifetime: {units: kilobytes, value: 3600}", "lifetime: {value: 60}"),
    Case("OS::Neutron::IPsecPolicy", "HOT551", "lifetime: {units: seconds, value: 59}", "lifetime: {units: seconds}"),
    Case("OS::Neutron::RouterGateway", "HOT551", "router_id: front, network: public", f"router_id: {ID}, network: public"),
    Case("OS::Neutron::L2GatewayConnection", "HOT551", "l2_gateway_id: g, network_id: front", f"l2_gateway_id: g, network_id: {ID}"),
    Case("OS::Nova::Server", "HOT555", f"{SERVER}, networks: [{{network: n}}], reservation_id: 'true'", f"{SERVER}, networks: [{{network: n}}]"),
    Case("OS::Magnum::ClusterTemplate", "HOT551", "image: i, external_network: e, coe: kubernetes, docker_volume_size: 2", "image: i, external_network: e, coe: kubernetes, docker_volume_size: 3"),
    Case("OS::Magnum::ClusterTemplate", "HOT554", "image: i, external_network: e, coe: kubernetes", "image: i, external_network: e, coe: kubernetes, docker_storage_driver: overlay"),
    Case("OS::Octavia::Pool", "HOT554", "listener: l, protocol: TERMINATED_HTTPS, lb_algorithm: ROUND_ROBIN", "listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN"),
    Case("OS::Octavia::Listener", "HOT554", "loadbalancer: l, protocol: PROXY, protocol_port: 80", "loadbalancer: l, protocol: TCP, protocol_port: 80"),
    Case("OS::Octavia::Listener", "HOT552", "loadbalancer: l, protocol: HTTP, protocol_port: 80", "loadbalancer: l, protocol: UDP, protocol_port: 80", two("OS::Octavia::Listener", "loadbalancer: l, protocol: TCP, protocol_port: 80")),
    Case("OS::Octavia::Pool", "HOT552", "listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN", "loadbalancer: b, protocol: HTTP, lb_algorithm: ROUND_ROBIN", two("OS::Octavia::Pool", "listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN")),
    Case("OS::Octavia::HealthMonitor", "HOT552", "pool: p, type: PING, delay: 1, max_retries: 1, timeout: 1", "pool: q, type: PING, delay: 1, max_retries: 1, timeout: 1", two("OS::Octavia::HealthMonitor", "pool: p, type: TCP, delay: 1, max_retries: 1, timeout: 1")),
    Case("OS::Octavia::PoolMember", "HOT552", "pool: p, address: 10.0.0.5, protocol_port: 80", "pool: p, address: 10.0.0.5, protocol_port: 81", two("OS::Octavia::PoolMember", "pool: p, address: 10.0.0.5, protocol_port: 80")),
    Case("OS::Neutron::Port", "HOT756", "network: n, name: a, value_specs: {name: b}", "network: n, name: a, value_specs: {description: b}"),
    Case("OS::Neutron::FloatingIP", "HOT756", "floating_network: n, dns_name: a, value_specs: {dns_name: b}", "floating_network: n, value_specs: {dns_name: b}"),
    Case("OS::Nova::Server", "HOT756", f"{SERVER}, networks: [{{network: n, port_extra_properties: {{no_fixed_ips: true}}}}]", f"{SERVER}, networks: [{{network: n, port_extra_properties: {{port_security_enabled: false}}}}]"),
    Case("OS::Cinder::Volume", "HOT756", "size: 1, multiattach: true", "size: 1"),
    Case("OS::Heat::DeployedServer", "HOT756", "metadata: {a: b}", "name: a"),
    Case("AWS::EC2::SecurityGroup", "HOT756", "GroupDescription: d, SecurityGroupIngress: [{IpProtocol: tcp, CidrIp: 10.0.0.0/8}]", "GroupDescription: d, SecurityGroupIngress: [{IpProtocol: icmp, FromPort: -1, ToPort: -1, CidrIp: 10.0.0.0/8}, {IpProtocol: tcp, ToPort: 9, CidrIp: 10.0.0.0/8}, {IpProtocol: tcp, CidrIp: 0.0.0.0/0}]"),
    Case("OS::Heat::SoftwareDeployment", "HOT555", f"config: boot, {CONFIG}", f"config: {ID}, {CONFIG}", TAKING),
    Case("OS::Heat::StructuredDeploymentGroup", "HOT555", "config: boot, servers: {a: b}", f"config: {ID}, servers: {{a: b}}"),
    Case("OS::Nova::ServerGroup", "HOT551", "policies: []", "policies: [affinity]"),
    Case("OS::Nova::ServerGroup", "HOT756", "policies: [affinity, anti-affinity]", "policies: [affinity]"),
    Case("OS::Barbican::Secret", "HOT551", "payload: ' '", "payload: s"),
    Case("OS::Barbican::Secret", "HOT551", "bit_length: 0", "bit_length: 1"),
    Case("OS::Barbican::Secret", "HOT554", f"payload: {'x' * 20001}", f"payload: {'x' * 20000}"),
    Case("OS::Barbican::Order", "HOT551", "type: key, algorithm: aes, bit_length: 255", "type: key, algorithm: aes, bit_length: 256"),
    Case("OS::Barbican::Order", "HOT551", "type: key, algorithm: aes, bit_length: 256, payload_content_type: application/aes", "type: key, algorithm: aes, bit_length: 256, payload_content_type: application/octet-stream"),
    Case("OS::Barbican::Order", "HOT554", "type: asymmetric, algorithm: EC, bit_length: 512", "type: asymmetric, algorithm: EC, bit_length: 521"),
    Case("OS::Barbican::Order", "HOT554", "type: certificate", "type: key, algorithm: aes, bit_length: 256"),
    Case("OS::Barbican::Order", "HOT756", "type: asymmetric, algorithm: rsa, bit_length: 2048, mode: cbc", "type: key, algorithm: aes, bit_length: 256, mode: cbc"),
    Case("OS::Barbican::RSAContainer", "HOT551", "public_key_ref: a", "public_key_ref: a, private_key_ref: b"),
    Case("OS::Barbican::CertificateContainer", "HOT551", "private_key_ref: a", "certificate_ref: a"),
    Case("OS::Barbican::GenericContainer", "HOT551", f"name: {'x' * 256}", f"name: {'x' * 255}"),
    Case("OS::Designate::Zone", "HOT551", "name: example.org, email: a@example.org", "name: example.org., email: a@example.org"),
    Case("OS::Designate::Zone", "HOT551", "name: example., email: a@example.org", "name: b.example., email: a@example.org"),
    Case("OS::Designate::Zone", "HOT551", "name: example.org., email: a+b@example.org", "name: example.org., email: a.b@example.org"),
    Case("OS::Designate::Zone", "HOT551", f"name: a.b., email: a@b.c, attributes: {{k: {'x' * 51}}}", "name: a.b., email: a@b.c, attributes: {k: v}"),
    Case("OS::Designate::Zone", "HOT552", "name: example.org., email: a@b.c", "name: example.org., email: a@b.c, attributes: {pool: b}", ZONE),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}SOA, records: [a. b. 1 1 1 1 1]", f"{RECORD}CERT, records: [1 1 1 YQ==]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}A, records: []", f"{RECORD}A, records: [10.0.0.1]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}A, records: ['::1']", f"{RECORD}AAAA, records: ['::1']"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}CNAME, records: [b.c]", f"{RECORD}CNAME, records: [b.c.]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}CNAME, records: [b.c., d.e.]", f"{RECORD}CNAME, records: [b.c., b.c.]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}MX, records: [b.c.]", f"{RECORD}MX, records: [10 b.c.]"),
    Case("OS::Designate::RecordSet", "HOT554", f"{RECORD}MX, records: [10 b.c]", f"{RECORD}MX, records: [0 .]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}SSHFP, records: [5 1 aabbccddee]", f"{RECORD}SSHFP, records: [4 1 aabbccddee]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}CAA, records: [0 isue ca.org]", f"{RECORD}CAA, records: [0 issue ca.org]"),
    Case("OS::Designate::RecordSet", "HOT551", "zone: z, name: _sip._tcp, type: SRV, records: [1 1 b.c.]", "zone: z, name: _sip._tcp, type: SRV, records: [1 1 5060 b.c.]"),
    Case("OS::Designate::RecordSet", "HOT551", "zone: z, type: SRV, records: [1 1 5060 b.c.]", "zone: z, type: A, records: [10.0.0.1]"),
    Case("OS::Designate::RecordSet", "HOT551", "zone: z, name: sip, type: SRV, records: [1 1 5060 b.c.]", "zone: z, name: _sip._udp.a.b., type: SRV, records: [1 1 5060 b.c.]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}TXT, records: [v=spf1 -all]", f"{RECORD}TXT, records: ['\"v=spf1 -all\"', a=b]"),
    Case("OS::Designate::RecordSet", "HOT551", f"{RECORD}TXT, records: ['\"a\" \"b\"']", f"{RECORD}TXT, records: ['\"a\\\"b\"']"),
    Case("OS::Designate::RecordSet", "HOT554", f"{RECORD}TXT, records: [{'x' * 256}]", f"{RECORD}TXT, records: ['\"{'x' * 200}\" \"{'x' * 200}\"', {'x' * 255}]"),
    Case("OS::Designate::RecordSet", "HOT551", "zone: z, name: '@', type: A, records: [10.0.0.1]", "zone: z, name: '*.a', type: A, records: [10.0.0.1]"),
    Case("OS::Designate::RecordSet", "HOT551", "zone: b.c., name: a.c., type: A, records: [10.0.0.1]", "zone: b.c., name: B.c., type: A, records: [10.0.0.1]"),
    Case("OS::Designate::RecordSet", "HOT552", "zone: {get_resource: other}, name: example.org., type: CNAME, records: [b.c.]", "zone: {get_resource: other}, name: a.example.org., type: CNAME, records: [b.c.]", ZONE),
    Case("OS::Designate::RecordSet", "HOT552", f"{RECORD}CNAME, records: [b.c.]", f"{RECORD}AAAA, records: ['::1']", two("OS::Designate::RecordSet", f"{RECORD}A, records: [10.0.0.1]")),
    Case("OS::Designate::RecordSet", "HOT552", f"{RECORD}A, records: [10.0.0.2]", "zone: y, name: www, type: A, records: [10.0.0.2]", two("OS::Designate::RecordSet", f"{RECORD}A, records: [10.0.0.1]")),
    Case("OS::Manila::Share", "HOT551", "share_protocol: NFS, size: 0", "share_protocol: NFS, size: 0, snapshot: s"),
    Case("OS::Manila::Share", "HOT551", "share_protocol: NFS, size: 1, metadata: {a: 1}", "share_protocol: NFS, size: 1, metadata: {a: '1'}"),
    Case("OS::Manila::Share", "HOT551", "share_protocol: NFS, size: 1, metadata: {a: ''}", "share_protocol: NFS, size: 1, metadata: {}"),
    Case("OS::Manila::Share", "HOT551", f"{RULE}[{{access_type: ip, access_to: 10.0.0.5/24}}]", f"{RULE}[{{access_type: ip, access_to: 10.0.0.0/24}}, {{access_type: ip, access_to: 10.0.0.5}}]"),
    Case("OS::Manila::Share", "HOT551", f"{RULE}[{{access_type: ip, access_to: '2001:db8::/64'}}]", f"{RULE}[{{access_type: ip, access_to: 0.0.0.0/0}}]"),
    Case("OS::Manila::Share", "HOT551", f"{RULE}[{{access_type: user, access_to: bob}}]", f"{RULE}[{{access_type: user, access_to: bobby}}]"),
    Case("OS::Manila::Share", "HOT551", f"{RULE}[{{access_type: cert, access_to: ' '}}]", f"{RULE}[{{access_type: cert, access_to: a}}]"),
    Case("OS::Manila::Share", "HOT551", f"{RULE}[{{access_type: cephx, access_to: client.bob}}]", f"{RULE}[{{access_type: cephx, access_to: bob}}]"),
    Case("OS::Manila::Share", "HOT551", f"{RULE}[{{access_type: cert, access_to: a}}, {{access_type: cert, access_to: a}}]", f"{RULE}[{{access_type: cert, access_to: a}}, {{access_type: cephx, access_to: a}}]"),
    Case("OS::Manila::ShareType", "HOT551", "name: '', driver_handles_share_servers: true", "name: t, driver_handles_share_servers: true"),
    Case("OS::Zaqar::Queue", "HOT551", "name: a.b", "name: a-b"),
    Case("OS::Zaqar::Queue", "HOT551", "metadata: {_default_message_ttl: 59}", "metadata: {_default_message_ttl: 60}"),
    Case("OS::Zaqar::Queue", "HOT551", "metadata: {_max_messages_post_size: many}", "metadata: {_max_messages_post_size: 1}"),
    Case("OS::Zaqar::SignedQueueURL", "HOT551", "queue: q, paths: [/messages]", "queue: q, paths: [messages]"),
    Case("OS::Zaqar::SignedQueueURL", "HOT551", "queue: q, ttl: 0", "queue: q, ttl: 1"),
    Case("OS::Zaqar::Subscription", "HOT551", "queue_name: q, subscriber: 'http://a', ttl: 300000000000", "queue_name: q, subscriber: 'http://a'"),
    Case("OS::Aodh::LBMemberHealthAlarm", "HOT551", "pool: p, stack: s, autoscaling_group_id: g, alarm_actions: [up]", "pool: p, stack: s, autoscaling_group_id: g, alarm_actions: ['http://a', other]", two("OS::Heat::Value", "value: 1")),
    Case("OS::Aodh::Alarm", "HOT551", "meter_name: m, threshold: 1, period: 0", "meter_name: m, threshold: 1, period: 1"),
    Case("OS::Aodh::PrometheusAlarm", "HOT551", "query: q, threshold: 1, time_constraints: [{name: a, start: 0 0 * * *, duration: 1}, {name: a, start: 0 1 * * *, duration: 1}]", "query: q, threshold: 1, time_constraints: [{name: a, start: 0 0 * * *, duration: 1}, {name: b, start: 0 1 * * *, duration: 1}]"),
    Case("OS::Aodh::GnocchiResourcesAlarm", "HOT551", f"{MEASURE}, granularity: 0", f"{MEASURE}, granularity: 1"),
    Case("OS::Aodh::GnocchiResourcesAlarm", "HOT551", f"{MEASURE}, evaluation_periods: 0", f"{MEASURE}, evaluation_periods: 1"),
    Case("OS::Aodh::GnocchiAggregationByMetricsAlarm", "HOT551", "metrics: [m], threshold: 1", "metrics: [m], threshold: 1, aggregation_method: 'rate:mean'"),
    Case("OS::Aodh::GnocchiAggregationByMetricsAlarm", "HOT551", "metrics: [m], threshold: 1, aggregation_method: avg", "metrics: [m], threshold: 1, aggregation_method: 95pct"),
    Case("OS::Aodh::GnocchiAggregationByResourcesAlarm", "HOT551", "metric: m, resource_type: t, threshold: 1, aggregation_method: mean, query: a=b", "metric: m, resource_type: t, threshold: 1, aggregation_method: mean, query: '{\"=\": {\"a\": \"b\"}}'"),
    Case("OS::Aodh::EventAlarm", "HOT551", f"{EVENT}many}}]", f"{EVENT}'1'}}]"),
    Case("OS::Aodh::EventAlarm", "HOT551", "query: [{field: a, type: datetime, value: '2020-01-01'}]", "query: [{field: a, value: '2020-01-01'}]"),
    Case("OS::Aodh::EventAlarm", "HOT551", "query: [{value: a}]", "query: [{field: a, type: boolean, value: 'Yes'}]"),
    Case("OS::Aodh::EventAlarm", "HOT551", "query: [{field: a b, value: a}]", "query: [{field: a.b, value: a}]"),
    Case("OS::Aodh::CompositeAlarm", "HOT551", "composite_rule: {operator: or, rules: [{type: prometheus}, {and: [{metric: m}]}]}", "composite_rule: {operator: or, rules: [{type: prometheus}, {and: [{type: gnocchi_resources_threshold}]}]}"),
    Case("OS::Aodh::CompositeAlarm", "HOT551", "composite_rule: {operator: or, rules: [{type: event}, {type: prometheus}]}", "composite_rule: {operator: or, rules: [{type: threshold}, {type: prometheus}]}"),
    Case("OS::Swift::Container", "HOT551", "X-Container-Write: '.r:*'", "X-Container-Read: '.r:*, .rlistings, a:b, .r:-*.c.org'"),
    Case("OS::Swift::Container", "HOT551", "X-Container-Read: '.r:-'", "X-Container-Write: 'a:*,b'"),
    Case("OS::Swift::Container", "HOT551", "X-Container-Read: '.x:a'", "X-Container-Read: '.referrer:a.org'"),
    Case("OS::Swift::Container", "HOT554", "name: a/b", "name: a-b"),
    Case("OS::Swift::Container", "HOT554", f"X-Container-Meta: {{a: {'x' * 257}}}", f"X-Container-Meta: {{a: {'x' * 256}}}"),
    Case("OS::Magnum::Cluster", "HOT551", "cluster_template: t, name: 1a", "cluster_template: t, name: a1"),
    Case("OS::Magnum::Cluster", "HOT552", "cluster_template: {get_resource: other}, master_count: 3", "cluster_template: {get_resource: other}, master_count: 1", two("OS::Magnum::ClusterTemplate", f"{TEMPLATE}kubernetes, master_lb_enabled: false")),
    Case("OS::Magnum::Cluster", "HOT554", "cluster_template: t, master_count: 2", "cluster_template: t, master_count: 3"),
    Case("OS::Magnum::ClusterTemplate", "HOT551", f"{TEMPLATE}kubernetes, network_driver: docker", f"{TEMPLATE}kubernetes, network_driver: cilium"),
    Case("OS::Magnum::ClusterTemplate", "HOT551", f"{TEMPLATE}kubernetes, no_proxy: {'x' * 256}", f"{TEMPLATE}kubernetes, no_proxy: {'x' * 255}"),
    Case("OS::Magnum::ClusterTemplate", "HOT554", f"{TEMPLATE}swarm", f"{TEMPLATE}kubernetes"),
    Case("OS::Trove::Instance", "HOT551", "flavor: f, size: 1, networks: [{network: a}, {network: b}]", "flavor: f, size: 1, networks: [{network: a}]"),
    Case("OS::Trove::Instance", "HOT551", "flavor: f, size: 1, networks: [{port: a}]", "flavor: f, size: 1, name: a"),
    Case("OS::Trove::Instance", "HOT551", "flavor: f, size: 1, databases: [{name: ab}, {name: ab}]", "flavor: f, size: 1, databases: [{name: ab}, {name: cd}]"),
    Case("OS::Trove::Instance", "HOT551", "flavor: f, size: 1, databases: [{name: ab}], users: [{name: ab, password: cc, databases: [ab], host: a b}]", "flavor: f, size: 1, databases: [{name: ab}], users: [{name: ab, password: cc, databases: [ab], host: 10.0.%}]"),
    Case("OS::Trove::Instance", "HOT551", "flavor: f, size: 1, name: '--'", "flavor: f, size: 1, name: '-1'"),
    Case("OS::Trove::Instance", "HOT554", "flavor: f, size: 1, replica_count: 4", "flavor: f, size: 1, replica_count: 3"),
    Case("OS::Mistral::CronTrigger", "HOT551", "workflow: {name: w}, first_time: '2030-01-01T00:00:00'", "workflow: {name: w}, first_time: '2030-01-01 00:00'"),
    Case("OS::Mistral::CronTrigger", "HOT551", "workflow: {name: w}, first_time: '2030-01-01 00:00', count: 2", "workflow: {name: w}, first_time: '2030-01-01 00:00', count: 2, pattern: '* * * * *'"),
    Case("OS::Mistral::Workflow", "HOT551", f"{TASKS}[b]}}]", f"{TASKS}[a, fail, 'b: <% $.c %>']}}]"),
    Case("OS::Octavia::FlavorProfile", "HOT551", "flavor_data: '{}'", "flavor_data: '{}', provider_name: ''"),
    Case("OS::Octavia::FlavorProfile", "HOT551", f"{PROFILE}, flavor_data: '{' ' * 4095}{{}}'", f"{PROFILE}, flavor_data: '{' ' * 4094}{{}}'"),
    Case("OS::Octavia::AvailabilityZoneProfile", "HOT551", "availability_zone_data: '{}'", f"{PROFILE}, availability_zone_data: '{{}}'"),
]  # fmt: skip


def codes(case: Case, properties: str, folder: Path) -> list[str]:
    """Return the codes of what is found of the resource of a case."""
    path = folder / "template.yaml"
    path.write_text(f"{HEAD}  it: {{type: '{case.type}', properties: {{{properties}}}}}\n{case.more}", encoding="utf-8")
    return [d.code for d in hotlint.check(path).diagnostics if d.severity in ("error", "warning") and d.code in CODES]


@for_each("case", CREATIONS, ids=lambda case: f"{case.type}-{case.code}")
def test_a_creation_that_fails_or_drops_a_property(case: Case, tmp_path: Path) -> None:
    assert set(codes(case, case.bad, tmp_path)) == {case.code}
    assert codes(case, case.good, tmp_path) == []


def changed(kind: str, old: str, new: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Return the changes of a resource by `hotlint diff`; none of its properties for "" are its deletion."""
    for name, properties in (("old", old), ("new", new)):
        body = f"  it: {{type: '{kind}', properties: {{{properties}}}}}\n" if properties else ""
        (folder / f"{name}.yaml").write_text(f"{HEAD}  net: {{type: 'OS::Neutron::Net'}}\n{body}", encoding="utf-8")
    main(["diff", str(folder / "old.yaml"), str(folder / "new.yaml"), "--format", "json"])
    return yaml.safe_load(json.dumps(json.loads(capsys.readouterr().out)["resources"]))  # type: ignore[no-any-return]


POOL = "listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN"
GROUP = "max_size: 3, min_size: 0, resource: {type: OS::Heat::RandomString}"
IMAGE = "disk_format: raw, container_format: bare, location: 'http://a/b', visibility: shared"
RULES = "rules: [{{protocol: tcp, description: {}}}]"
DATABASE = "flavor: f, size: 1, databases: [{{name: {}}}]"
UNDONE = [
    ("OS::Neutron::FloatingIP", "floating_network: n, dns_name: a", "floating_network: n, dns_name: b", "the old name stays"),
    ("OS::Neutron::Router", "l3_agent_ids: [a]", "name: b, l3_agent_ids: []", "off all L3 agents"),
    ("OS::Neutron::Net", "dhcp_agent_ids: [a]", "name: a", "off all DHCP agents"),
    ("OS::Neutron::SecurityGroup", RULES.format("a"), RULES.format("b"), "compares no descriptions"),
    ("OS::Designate::Zone", "name: a., email: a@b.c, ttl: 60", "name: a., email: a@b.c", "keeps the old one"),
    ("OS::Designate::RecordSet", "zone: z, type: A, records: [10.0.0.1], ttl: 60", "zone: z, type: A, records: [10.0.0.1]", "keeps the old one"),
    ("OS::Keystone::UserRoleAssignment", "user: a", "user: b", "the new one gets none"),
    ("OS::Keystone::Project", "tags: [a]", "tags: []", "keeps its tags"),
    ("OS::Heat::AutoScalingGroup", f"{GROUP}, desired_capacity: 2", f"{GROUP}, desired_capacity: 0", "keeps its size"),
    ("OS::Octavia::Pool", f"{POOL}, session_persistence: {{type: SOURCE_IP}}", POOL, "the pool keeps it"),
    ("OS::Trove::Instance", DATABASE.format("a"), DATABASE.format("b"), "deletes all databases"),
    ("AWS::EC2::SecurityGroup", "GroupDescription: d", "GroupDescription: d, SecurityGroupIngress: [{IpProtocol: tcp}]", "lets all traffic out"),
    ("OS::Swift::Container", "name: a", "name: a, X-Container-Read: b", "which Heat then deletes"),
]  # fmt: skip


@for_each(("kind", "old", "new", "why"), UNDONE)
def test_an_update_that_does_not_do_what_it_says(
    kind: str, old: str, new: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (change,) = changed(kind, old, new, tmp_path, capsys)
    assert [why in each["why"] for each in change["properties"]].count(True) == 1, change
    assert change["action"] == ("replace" if kind == "OS::Swift::Container" else "update")
    assert not change["fails"]


DONE = [
    ("OS::Neutron::FloatingIP", "floating_network: n", f"floating_network: n, port_id: {ID}"),
    ("OS::Neutron::Router", "l3_agent_ids: [a]", "l3_agent_ids: [b]"),
    ("OS::Neutron::SecurityGroup", RULES.format("a"), "rules: [{protocol: udp, description: b}]"),
    ("OS::Neutron::SubnetPool", "prefixes: [10.0.0.0/8], address_scope: a", "prefixes: [10.0.0.0/8]"),
    ("OS::Designate::RecordSet", "zone: z, type: A, records: [10.0.0.1], ttl: 60", "zone: z, type: A, records: [10.0.0.1], ttl: 61"),
    ("OS::Keystone::Project", "tags: [a]", "tags: [b]"),
    ("OS::Heat::AutoScalingGroup", f"{GROUP}, desired_capacity: 2", f"{GROUP}, desired_capacity: 1"),
    ("OS::Magnum::Cluster", "cluster_template: t, node_count: 1", "cluster_template: t, node_count: 2"),
    ("OS::Keystone::Domain", "name: a", "name: b"),
    ("OS::Nova::Server", f"{SERVER}, user_data: a, user_data_update_policy: REPLACE", f"{SERVER}, user_data: a, user_data_update_policy: REBUILD"),
]  # fmt: skip


@for_each(("kind", "old", "new"), DONE)
def test_an_update_that_does_it(
    kind: str, old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, *_ = changed(kind, old, new, tmp_path, capsys)
    assert [each["why"] for each in change["properties"]] == [""]
    assert (change["action"], change["fails"]) == ("update", "")


FAILING = [
    ("OS::Neutron::Router", "availability_zone_hints: [a]", "availability_zone_hints: [b]", "only at creation"),
    ("OS::Neutron::ProviderNet", "network_type: local, availability_zone_hints: [a]", "network_type: local", "only at creation"),
    ("OS::Neutron::SubnetPool", "prefixes: [10.0.0.0/8], address_scope: a", "prefixes: [10.0.0.0/8], address_scope: b", "cannot look up"),
    ("OS::Nova::Server", f"{SERVER}, user_data: a, user_data_update_policy: REBUILD", f"{SERVER}, user_data: b, user_data_update_policy: REBUILD", "as the ID of an image"),
    ("OS::Glance::WebImage", f"{IMAGE}, members: [a]", f"{IMAGE}, members: [b]", "only texts"),
    ("OS::Magnum::Cluster", "cluster_template: t, master_count: 1", "cluster_template: t, master_count: 3", "only the 'node_count'"),
    ("OS::Magnum::ClusterTemplate", "image: i, external_network: e, coe: kubernetes, docker_volume_size: 3", "image: i, external_network: e, coe: kubernetes, docker_volume_size: 3, public: true", "a status"),
    ("OS::Octavia::AvailabilityZone", "name: a, availability_zone_profile: p", "name: b, availability_zone_profile: p", "does not rename"),
    ("OS::Octavia::Pool", POOL, POOL.replace("HTTP", "TCP"), "refuses a second pool"),
    ("OS::Keystone::Domain", "name: a", "", "that is enabled"),
]  # fmt: skip


@for_each(("kind", "old", "new", "why"), FAILING)
def test_an_update_that_fails(
    kind: str, old: str, new: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (change,) = changed(kind, old, new, tmp_path, capsys)
    assert why in change["fails"], change


def test_a_deletion_that_leaves_the_quota(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (change,) = changed("OS::Neutron::Quota", "project: p, port: 5", "", tmp_path, capsys)
    assert (change["action"], change["why"][:16]) == ("delete", "the quota stays:")


@for_each(
    ("kind", "properties", "attribute", "count"),
    [
        ("OS::Neutron::Port", "network: n", "dns_assignment, fqdn", 1),
        ("OS::Neutron::Port", "network: n", "dns_assignment, 0, fqdn", 0),
        ("OS::Octavia::Pool", POOL, "listeners, id", 1),
        ("OS::Zaqar::SignedQueueURL", "queue: q", "paths, a", 1),
    ],
)
def test_attributes_that_are_lists_though_the_schema_says_another_type(
    kind: str, properties: str, attribute: str, count: int, tmp_path: Path
) -> None:
    path = tmp_path / "template.yaml"
    outputs = f"outputs: {{a: {{value: {{get_attr: [it, {attribute}]}}}}}}\n"
    path.write_text(f"{HEAD}  it: {{type: '{kind}', properties: {{{properties}}}}}\n{outputs}", encoding="utf-8")
    found = [d.message for d in hotlint.check(path).diagnostics if "is a list, so that the value is null" in d.message]
    assert len(found) == count
