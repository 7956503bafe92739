"""Attributes that follow from properties: what a preview shows of them, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hotlint
from hotlint.dry_run.stack_preview import Preview
from hotlint.output.preview import render_yaml

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  cidr: {type: string, default: 10.1.0.0/24}
  other: {type: string}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: {get_param: cidr}}}
  open: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: {get_param: other}}}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.1.0.7}]
  kid: {type: kid.yaml, properties: {given: {get_attr: [subnet, cidr]}}}
  kept: {type: OS::Heat::Value, properties: {value: {get_attr: [subnet, gateway_ip]}}}
outputs:
  cidr: {value: {get_attr: [subnet, cidr]}}
  gateway: {value: {get_attr: [subnet, gateway_ip]}}
  pools: {value: {get_attr: [subnet, allocation_pools]}}
  address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}
  addresses: {value: {get_attr: [port, fixed_ips]}}
  open: {value: {get_attr: [open, cidr]}}
  id: {value: {get_attr: [net, mtu]}}
  kid: {value: {get_attr: [kid, cidr]}}
  kept: {value: {list_join: ["", ["http://", {get_attr: [kept, value]}]]}}
"""
KID = """\
heat_template_version: 2018-08-31
parameters:
  given: {type: string}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: {get_param: given}}}
outputs:
  cidr: {value: {get_attr: [subnet, cidr]}}
"""


def preview(folder: Path) -> Preview:
    (folder / "kid.yaml").write_text(KID, encoding="utf-8")
    (folder / "web.yaml").write_text(TEMPLATE, encoding="utf-8")
    return hotlint.preview(folder / "web.yaml")


def outputs(folder: Path) -> dict[str, Any]:
    return {name: found.to_dict() for name, found in preview(folder).outputs().items()}


def test_values_follow_from_properties(tmp_path: Path) -> None:
    found = outputs(tmp_path)
    assert found["cidr"] == {"value": "10.1.0.0/24", "predicted": "'cidr' of 'subnet' follows from its property 'cidr'"}
    assert found["gateway"]["value"] == "10.1.0.1"
    assert found["gateway"]["predicted"] == "'gateway_ip' of 'subnet' is so without the property 'gateway_ip'"
    assert found["pools"]["value"] == [{"start": "10.1.0.2", "end": "10.1.0.254"}]
    assert found["address"]["value"] == "10.1.0.7"


MORE = """\
heat_template_version: 2018-08-31
resources:
  net: {type: OS::Neutron::Net, properties: {value_specs: {mtu: 1400}}}
  flavor: {type: OS::Nova::Flavor, properties: {ram: 512, vcpus: 1}}
  pair: {type: OS::Nova::KeyPair, properties: {name: mine, public_key: ssh-ed25519 AAAA}}
  port: {type: OS::Neutron::Port, properties: {network: net, mac_address: "FA:16:3E:00:00:01"}}
  host: {type: OS::Heat::DeployedServer, properties: {name: compute-0}}
  unnamed: {type: OS::Heat::DeployedServer}
  asked: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 5, desired_capacity: 3, resource: {type: OS::Heat::None}}}
  least: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 2, max_size: 5, resource: {type: OS::Heat::RandomString}}}
outputs:
  mtu: {value: {get_attr: [net, mtu]}}
  specs: {value: {get_attr: [flavor, extra_specs]}}
  public: {value: {get_attr: [flavor, is_public]}}
  pair: {value: {get_resource: pair}}
  host: {value: {get_attr: [host, name]}}
  unnamed: {value: {get_attr: [unnamed, name]}}
  card: {value: {get_attr: [port, show, mac_address]}}
  show: {value: {get_attr: [port, show]}}
  asked: {value: {get_attr: [asked, current_size]}}
  least: {value: {get_attr: [least, current_size]}}
"""


def test_attributes_of_many_types_and_what_the_service_shows(tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(MORE, encoding="utf-8")
    found = {name: one.to_dict() for name, one in hotlint.preview(tmp_path / "web.yaml").outputs().items()}
    assert {name: one["value"] for name, one in found.items() if "unknown" not in one} == {
        "mtu": 1400, "specs": {}, "public": True, "pair": "mine", "host": "compute-0", "card": "fa:16:3e:00:00:01", "asked": 3, "least": 2,
    }  # fmt: skip
    assert "unknown" in found["show"]
    assert found["mtu"]["predicted"] == "'mtu' of 'net' follows from its property 'value_specs'"


def test_what_is_partly_known_is_predicted_as_far_as_it_is_known(tmp_path: Path) -> None:
    found = outputs(tmp_path)["addresses"]
    assert found["value"] == [{"subnet_id": "<subnet>", "ip_address": "10.1.0.7"}]
    assert found["unknown"] and found["predicted"]


def test_what_follows_from_no_known_property_is_unknown(tmp_path: Path) -> None:
    found = outputs(tmp_path)
    assert "unknown" in found["open"] and "predicted" not in found["open"]
    assert "unknown" in found["id"] and "predicted" not in found["id"]


def test_what_hands_a_predicted_value_on_says_so(tmp_path: Path) -> None:
    found = outputs(tmp_path)
    assert found["kid"] == {"value": "10.1.0.0/24", "predicted": "'cidr' of 'subnet' follows from its property 'cidr'"}
    assert found["kept"] == {
        "value": "http://10.1.0.1",
        "predicted": "'gateway_ip' of 'subnet' is so without the property 'gateway_ip'",
    }


def test_yaml_tags_predicted_values(tmp_path: Path) -> None:
    shown = render_yaml(preview(tmp_path))
    assert "cidr: !predicted 10.1.0.0/24" in shown
    assert "given: !predicted 10.1.0.0/24" in shown
    assert "- subnet_id: !unknown <subnet>" in shown


def test_a_check_does_not_rely_on_predictions(tmp_path: Path) -> None:
    """While Heat validates, an attribute has no value: what a check knows is what Heat knows."""
    preview(tmp_path)
    errors = [d for d in hotlint.check(tmp_path / "web.yaml").diagnostics if d.severity == "error"]
    assert [d.code for d in errors] == ["HOT607"]
    assert "kid.yaml': OS::Neutron::Subnet requires 'cidr' or" in errors[0].message  # it is null, as Heat says
