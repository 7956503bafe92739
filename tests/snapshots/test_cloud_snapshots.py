"""What is found against the snapshot of a cloud in the properties of resources, and the sums for its quotas, word for word."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from finding_lines import Checks, brief, full
from snapshot_files import RecordedAnswers
from variants import variants

import hotlint
from hotlint.api import Finding
from hotlint.cli.main import main

CLOUD = Path(__file__).parents[1] / "cloud" / "made-up.yaml"
RECORDED = RecordedAnswers("cloud")
HEAD = "heat_template_version: 2018-08-31\n"
ADDRESSES = """\
  net: {type: OS::Neutron::Net}
  own:
    type: OS::Neutron::Subnet
    properties:
      network: {get_resource: net}
      cidr: 10.9.0.0/24
  port:
    type: OS::Neutron::Port
    properties:
      network: web
      fixed_ips:
      - subnet: web-v4
        ip_address: 10.1.0.11
      - subnet: {get_resource: own}
        ip_address: 10.9.0.300
      - subnet: public-v4
      - ip_address: 10.1.0.0
  inner:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips:
      - ip_address: 10.8.0.1
      - subnet: web-v4
        ip_address: 10.1.0.10
  server:
    type: OS::Nova::Server
    properties:
      image: twin-image
      flavor: m1.tiny
      networks:
      - network: web
        fixed_ip: 10.1.0.255
      - network: twin
        fixed_ip: 10.1.0.50
      - subnet: web-v6
        fixed_ip: 10.1.0.50
      - network: {get_resource: net}
        subnet: web-v4
  floating:
    type: OS::Neutron::FloatingIP
    properties:
      floating_network: public
      floating_subnet: web-v4
      floating_ip_address: 203.0.113.1
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info:
        network: web
        external_fixed_ips:
        - subnet: web-v4
          ip_address: 10.7.0.1
  empty: {type: OS::Neutron::FloatingIP}
  overlapping:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.128/25
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Neutron::Port
        properties:
          network: web
          floating_ip_address: 10.1.0.1
          fixed_ips: [{ip_address: 10.1.0.1}]
"""
NAMES = """\
  server:
    type: OS::Nova::Server
    properties:
      image: ciros
      flavor: m1.huge
      key_name: bob
      availability_zone: az9
      security_groups: [defualt, default]
      networks: [{network: wbe}, {port: x}]
  key: {type: OS::Nova::KeyPair, properties: {name: bob}}
  volume:
    type: OS::Cinder::Volume
    properties:
      size: 150
      image: old
      volume_type: sdd
  bare: {type: OS::Nova::Server}
  nothing: {type: OS::Neutron::Port, properties: {}}
  role: {type: OS::Keystone::UserRoleAssignment, properties: {user: u, roles: [{role: membre, project: p}]}}
  zone: {type: OS::Designate::RecordSet, properties: {zone: example.com., type: A, records: [192.0.2.1]}}
  router: {type: OS::Neutron::RouterInterface, properties: {router: egde, subnet: web-v4}}
  disabled: {type: OS::Neutron::Port, condition: never, properties: {network: nope}}
"""
SUMS = """\
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: count}
      resource_def: {type: child.yaml, properties: {size: {get_param: count}}}
  three:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def:
        type: OS::Heat::ResourceGroup
        properties:
          count: 2
          resource_def: {type: OS::Neutron::Port, properties: {network: web}}
  nested: {type: child.yaml, properties: {size: 7}}
  unsized: {type: child.yaml, properties: {size: {get_param: count}}}
  twice: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: child.yaml, properties: {size: 5}}}}
  maybe: {type: OS::Neutron::Router, condition: open}
  maybe_nested: {type: child.yaml, condition: open}
  outside: {type: OS::Neutron::Net, external_id: n-web}
  opaque: {type: Acme::Own::Thing}
  unknown: {type: OS::Nova::Sever}
  untyped: {properties: {size: 1}}
  missing: {type: gone.yaml}
  flavored: {type: OS::Nova::Server, properties: {image: cirros, flavor: {get_param: name}, networks: [{network: web}]}}
  flavor: {type: OS::Nova::Flavor, properties: {ram: 512, vcpus: 3}}
  of_flavor: {type: OS::Nova::Server, properties: {image: cirros, flavor: {get_resource: flavor}, networks: [{network: web}]}}
  sized: {type: OS::Cinder::Volume, properties: {size: {get_param: count}}}
  rules: {type: OS::Neutron::SecurityGroup, properties: {rules: [{}, {}, {}, {}]}}
  more:
    type: OS::Heat::AutoScalingGroup
    properties: {min_size: 2, max_size: 9, resource: {type: OS::Cinder::Volume, properties: {size: 40}}}
"""
CHILD = """\
parameters: {size: {type: number, default: 1}}
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
  inner: {type: OS::Heat::ResourceGroup, properties: {count: {get_param: size}, resource_def: {type: OS::Neutron::Net}}}
  strange: {type: Acme::Own::Thing}
"""
PARAMETERS = """\
parameters:
  image: {type: string, default: ciros, constraints: [{custom_constraint: glance.image}]}
  key: {type: string, constraints: [{custom_constraint: nova.keypair}]}
  network: {type: string, default: twin, constraints: [{custom_constraint: neutron.network}, {length: {min: 1}}]}
  none: {type: string, default: '', constraints: [{custom_constraint: neutron.network}]}
  count: {type: number}
  name: {type: string}
  open: {type: boolean}
conditions: {open: {get_param: open}, never: {equals: [a, b]}}
resources:
"""
TEXTS = {"addresses": ADDRESSES, "names": NAMES, "sums": SUMS}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    shutil.copy(CLOUD, tmp_path)
    (tmp_path / ".hotlint.yaml").write_text(f"cloud_snapshot: {CLOUD.name}\n")
    (tmp_path / "child.yaml").write_text(HEAD + CHILD)
    (tmp_path / "env.yaml").write_text("parameters: {key: bob, network: wbe}\n")
    return tmp_path


def found(folder: Path, text: str, *environments: str) -> list[Finding]:
    (folder / "template.yaml").write_text(HEAD + PARAMETERS + text)
    report = hotlint.check(folder / "template.yaml", environments=environments)
    return [f for f in report.diagnostics if f.code.startswith("HOT5")]


@pytest.mark.parametrize("name", TEXTS)
def test_findings(name: str, folder: Path) -> None:
    lines = [line for f in found(folder, TEXTS[name]) for line in full(f, folder)]
    lines += ["-- with an environment", *(brief(f, folder) for f in found(folder, TEXTS[name], "env.yaml"))]
    RECORDED.check(name, "\n".join(lines))


@pytest.mark.parametrize("name", TEXTS)
def test_findings_in_variants(name: str, folder: Path) -> None:
    """What is found against the cloud where one line has another value, and not in the template itself."""
    checks = Checks(folder / "template.yaml")
    usual = {f.message for f in checks.findings(HEAD + PARAMETERS + TEXTS[name])}
    lines = []
    for changed, text in variants(TEXTS[name]):
        against = [f for f in checks.findings(HEAD + PARAMETERS + text) if "HOT52" <= f.code < "HOT6"]
        new = [brief(f, folder) for f in against if f.message not in usual]
        lines += [f"-- {changed}", *new] if new else []
    RECORDED.check(f"{name}: variants", "\n".join(lines))


@pytest.mark.parametrize("name", TEXTS)
def test_quotas(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "template.yaml").write_text(HEAD + PARAMETERS + TEXTS[name])
    lines = []
    for style in ([], ["-f", "json"]):
        code = main(["preview", "template.yaml", "--quota", *style])
        lines.append(f"-- exit code {code}\n{capsys.readouterr().out}")
    RECORDED.check(f"{name}: quotas", "".join(lines).replace(str(CLOUD), "CLOUD"))


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only({f"{name}{kind}" for name in TEXTS for kind in ("", ": variants", ": quotas")})
