"""Completion below and above rows that stand a whole level beside their place."""

import pytest
from for_each import for_each
from ide_fixture import accepted, labels

HEAD = """\
heat_template_version: 2018-08-31
parameters:
  image:
    type: string
    default: cirros
  size:
    type: string
resources:
  net:
    type: OS::Neutron::Net
    properties:
      name: a
"""
SERVER = "  server:\n    type: OS::Nova::Server\n    properties:\n      image: x\n      "
GROUP = (
    "  group:\n    type: OS::Neutron::SecurityGroup\n    properties:\n      rules:\n        - protocol: tcp\n"
    "          remote_ip_prefix: 0.0.0.0/0\n          "
)


@for_each("row", ["server:", "  server:", "    server:"])
def test_the_name_of_a_resource_is_shifted(row: str) -> None:
    assert "flavor" in labels(HEAD + SERVER.replace("  server:", row) + "$0")
    assert "type" in labels(f"{HEAD}{row}\n    $0")


@for_each("row", ["server:", "    server:"])
def test_the_name_of_the_first_resource_is_shifted(row: str) -> None:
    head = HEAD.partition("  net:")[0]
    assert "flavor" in labels(head + SERVER.replace("  server:", row) + "$0")


@for_each("row", ["  parameters:", "parameters"])
def test_the_header_of_a_section_is_shifted_or_lacks_its_colon(row: str) -> None:
    head = HEAD.partition("resources:")[0].replace("parameters:", row)
    assert "constraints" in labels(head + "    $0")
    assert "type" not in labels(head + "    default: a\n    $0")


@pytest.mark.parametrize(
    ("right", "shifted"),
    [
        ("    type: OS::Nova", "      type: OS::Nova"),
        ("    type: OS::Nova", "  type: OS::Nova"),
        ("    properties:\n      image", "  properties:\n      image"),
        ("      image", "    image"),
    ],
)
def test_a_key_of_a_resource_is_shifted(right: str, shifted: str) -> None:
    found = labels(HEAD + SERVER.replace(right, shifted, 1) + "name: n\n      $0")
    assert "flavor" in found
    assert "name" not in found


@pytest.mark.parametrize(
    ("right", "shifted"),
    [
        ("          remote", "        remote"),
        ("        - protocol", "      - protocol"),
        ("      rules:", "    rules:"),
        ("          remote", "         remote"),
    ],
)
def test_a_row_of_a_list_is_shifted(right: str, shifted: str) -> None:
    assert "port_range_min" in labels(HEAD + GROUP.replace(right, shifted, 1) + "ethertype: IPv4\n          $0")


def test_a_shifted_name_below_ends_the_mapping_of_the_cursor() -> None:
    text = HEAD.replace("    default: cirros\n  size:", "    $0\n    size:")
    assert "default" in labels(text)
    assert "type" not in labels(text)
    assert "default: cirros" not in accepted(text, "default")


def test_an_operand_below_a_shifted_condition() -> None:
    head = "heat_template_version: 2018-08-31\nconditions:\n  a: {equals: [1, 2]}\n"
    assert "equals" in labels(head + "    b:\n    $0")


def test_the_version_lacks_its_colon() -> None:
    assert "resources" in labels("heat_template_version 2018-08-31\n\nre$0")
    assert "type" in labels("heat_template_version 2018-08-31\nresources:\n  net:\n    $0")


def test_properties_named_like_sections_stay() -> None:
    config = (
        "  c:\n    type: OS::Heat::SoftwareConfig\n    properties:\n      inputs:\n      - name: a\n      outputs:\n"
    )
    assert "type" in labels(f"{HEAD}{config}      - name: b\n        $0")


def test_names_that_are_keys_elsewhere_stay() -> None:
    head = "heat_template_version: 2018-08-31\nparameters:\n  a:\n    type: string\n"
    assert "type" in labels(head + "  description:\n    $0")
    assert "constraints" in labels(head + "  default:\n    type: string\n    $0")


def test_a_new_section_stays() -> None:
    assert "value" in labels(HEAD + "outputs:\n  o:\n    $0")
    assert "type" not in labels(HEAD + "site:\n  o:\n    $0")
