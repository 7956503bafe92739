"""Completion at half-typed places: block and flow, with lines below and without, with broken YAML around."""

# ruff: noqa: E501 - templates on one line

import pytest
from for_each import for_each
from ide_fixture import accepted, labels, offers

from hotlint.ide.completion import NeighborNames
from hotlint.ide.completion.cursor_position import cursor_position
from hotlint.language.versions import NEWEST

HEAD = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, constraints: [{custom_constraint: glance.image}]}
  flavor:
    type: string
  db_password: {type: string, hidden: true}
conditions:
  is_prod: {equals: [{get_param: flavor}, big]}
resources:
  private_net:
    type: OS::Neutron::Net
"""


def test_empty_document_offers_version() -> None:
    assert labels("$0")[:1] == ["heat_template_version"] or "heat_template_version" in labels("$0")
    assert labels("heat_template_version: $0")[0] == NEWEST
    assert "rocky" in labels("heat_template_version: $0")


def test_existing_sections_are_not_offered() -> None:
    found = labels(HEAD + "$0")
    assert "outputs" in found
    assert "resources" not in found


@for_each("line_end", ["\n", "\r\n", "\r", "\n\n"])
def test_a_value_of_several_lines_is_not_replaced(line_end: str) -> None:
    assert labels(f"{HEAD}  port:\n    type: 'OS::Neu$0tron::P")
    assert not labels(f"{HEAD}  port:\n    type: 'OS::Neu{line_end}      tron::$0P")


@pytest.mark.parametrize("below", ["", "\noutputs:\n  a:\n    value: 1\n"])
def test_required_properties_come_first(below: str) -> None:
    found = labels(HEAD + "  port:\n    type: OS::Neutron::Port\n    properties:\n      $0" + below)
    assert found[0] == "network"
    assert "fixed_ips" in found


def test_nested_properties_in_block_and_flow() -> None:
    text = HEAD + "  port:\n    type: OS::Neutron::Port\n    properties:\n"
    assert "ip_address" in labels(text + "      fixed_ips:\n        - $0")
    assert "ip_address" in labels(text + "      fixed_ips: [{$0")
    assert "subnet" in labels(text + "      fixed_ips:\n        - ip_address: 10.0.0.1\n          $0")
    assert "ip_address" not in labels(text + "      fixed_ips:\n        - ip_address: 10.0.0.1\n          $0")


def test_property_siblings_below_are_known() -> None:
    found = labels(
        HEAD + "  port:\n    type: OS::Neutron::Port\n    properties:\n      $0\n      network: x\n      name: y\n"
    )
    assert "network" not in found
    assert "name" not in found


def test_group_members_have_properties_of_their_type() -> None:
    text = (
        HEAD
        + "  group:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n        type: OS::Nova::Server\n"
    )
    assert "flavor" in labels(text + "        properties:\n          $0")


def test_nested_template_offers_its_parameters() -> None:
    files = {
        "child.yaml": "heat_template_version: 2018-08-31\nparameters:\n  size: {type: number}\noutputs:\n  ip: {value: 1}\n"
    }
    text = HEAD + "  child:\n    type: child.yaml\n    properties:\n      "
    assert labels(text + "$0", files=files)[0] == "size"
    assert "ip" in labels(text + "size: 1\noutputs:\n  a:\n    value: {get_attr: [child, $0", files=files)
    assert "child.yaml" in labels(HEAD + "  child:\n    type: $0", files=files)


@for_each(
    "before",
    [
        "{get_param: $0",
        "{get_param: $0}",
        '{get_param: "$0"}',
        "{ get_param: [$0",
        "\n        get_param: $0",
        "\n        get_param:\n          - $0",
    ],
)
def test_matching_parameters_come_first(before: str) -> None:
    text = HEAD + "  server:\n    type: OS::Nova::Server\n    properties:\n      image: "
    assert labels(text + before)[0] == "image"


def test_resources_of_the_property_type_come_first() -> None:
    text = (
        HEAD
        + "  other:\n    type: OS::Heat::Value\n  port:\n    type: OS::Neutron::Port\n    properties:\n      network: {get_resource: $0"
    )
    found = labels(text)
    assert found[0] == "private_net"
    assert "port" not in found


def test_attributes_of_the_resource() -> None:
    text = HEAD + "outputs:\n  ip:\n    value: {get_attr: [private_net, $0"
    assert "mtu" in labels(text)
    assert labels(HEAD + "outputs:\n  ip:\n    value:\n      get_attr:\n        - $0")[0] == "private_net"


def test_conditions_functions_and_groups() -> None:
    assert labels(HEAD + "  x:\n    condition: $0")[0] == "is_prod"
    assert labels(HEAD + "outputs:\n  a:\n    value: {if: [$0")[0] == "is_prod"
    assert "list_join" in labels(HEAD + "outputs:\n  a:\n    value: {$0")
    assert "equals" not in labels(HEAD + "outputs:\n  a:\n    value: {$0")
    assert "equals" in labels("heat_template_version: 2018-08-31\nconditions:\n  a: {$0")
    nested = "outputs:\n  a:\n    value:\n      list_concat:\n      - if:\n        - equals: [{get_param: $0"
    assert "flavor" in labels(HEAD + nested)
    assert labels(HEAD + "parameter_groups:\n- parameters:\n  - image\n  - $0")[0] == "flavor"
    assert "yaql" not in labels("heat_template_version: 2013-05-23\noutputs:\n  a:\n    value: {$0")


def test_an_open_brace_of_the_first_key_of_an_item_ends_before_the_next_key() -> None:
    text = (
        HEAD
        + "outputs:\n  o:\n    value:\n      map_merge:\n        - site::a: {$0\n          site::b: {get_param: flavor}\n"
    )
    assert labels(text)[0] == "get_param"


def test_mapping_in_flow_list_without_braces() -> None:
    head = "heat_template_version: 2018-08-31\nparameters:\n  flavor:\n    type: string\n    constraints: "
    assert "custom_constraint" in labels(head + "[$0")
    assert "custom_constraint" in labels(head + "[length: {max: 5}, $0]")
    assert "nova.flavor" in labels(head + "[custom_constraint: $0]")
    assert "nova.flavor" in labels(head + "[length: {max: 5}, custom_constraint: no$0]")
    assert "max" in labels(head + "[length: {$0")
    assert "is_prod" in labels(HEAD + "outputs:\n  a:\n    value: {list_join: [x, [if: [$0")


def test_attributes_of_type_mapped_to_template() -> None:
    text = HEAD + "  web:\n    type: Site::Web\noutputs:\n  a: {value: {get_attr: [web, $0"
    nested = "heat_template_version: 2018-08-31\noutputs:\n  url: {value: x}\n"
    assert "url" in labels(text, files={"Site::Web": nested})


def test_types_constraints_and_values() -> None:
    assert labels(HEAD + "  web_server:\n    type: $0")[0] == "OS::Nova::Server"
    assert accepted(HEAD + "  a:\n    type: OS::Ne$0", "OS::Neutron::Port").endswith("type: OS::Neutron::Port")
    assert (
        "range"
        in labels("heat_template_version: 2018-08-31\nparameters:\n  n:\n    type: number\n    constraints:\n    - $0")[
            :2
        ]
    )
    text = "heat_template_version: 2018-08-31\nparameters:\n  key_name:\n    type: string\n    constraints:\n    - custom_constraint: $0"
    assert labels(text)[0] == "nova.keypair"
    text = HEAD + "  r:\n    type: OS::Neutron::FloatingIP\n    deletion_policy: $0"
    assert labels(text)[:1] == ["Delete"]
    text = HEAD + "  p:\n    type: OS::Neutron::SecurityGroup\n    properties:\n      rules:\n        - direction: $0"
    assert labels(text)[:2] == ["ingress", "egress"]
    assert labels(HEAD + "  n:\n    type: OS::Neutron::Net\n    properties:\n      shared: $0")[:2] == ["true", "false"]


def test_placeholders_in_template_string() -> None:
    text = (
        HEAD
        + "outputs:\n  a:\n    value:\n      str_replace:\n        template: |\n          hello $$0\n        params:\n          $name: x\n"
    )
    assert labels(text) == ["$name"]
    assert "select" in labels(HEAD + "outputs:\n  a:\n    value:\n      yaql:\n        expression: $0")


def test_environment_offers_template_parameters() -> None:
    files = {"t.yaml": HEAD}
    assert "flavor" in labels("parameter_defaults:\n  $0", files=files)
    assert "t.yaml" in labels("resource_registry:\n  My::Type: $0", files=files)


def test_missing_space_is_inserted() -> None:
    text = HEAD + "  server:\n    type:$0"
    assert accepted(text, "OS::Nova::Server").endswith("type: OS::Nova::Server")


def test_rest_of_the_word_is_replaced() -> None:
    text = HEAD + "outputs:\n  a:\n    value: {get_param: im$0xyz}\n"
    assert accepted(text, "image").endswith("{get_param: image}\n")
    keyed = accepted(HEAD + "  s:\n    ty$0: OS::Nova::Server\n", "type")
    assert keyed.endswith("  s:\n    type: OS::Nova::Server\n")


@for_each("broken", ["  x: [1, 2\n", "  y: 'open\n", "  - z\n", "\tq: 1\n", "  a: b: c\n", "  k: {get_param: \n"])
def test_invalid_yaml_elsewhere_does_not_matter(broken: str) -> None:
    text = HEAD + broken + "  server:\n    type: OS::Nova::Server\n    properties:\n      image: {get_param: $0"
    assert labels(text)[0] == "image"


_PORT = "  port:\n    type: OS::Neutron::Port\n    properties:\n      network: private_net\n      fixed_ips:\n        - subnet: a\n          $0"


@for_each(
    ("whole", "broken"),
    [
        ("  port:", "  port"), ("    properties:", "    properties"), ("      fixed_ips:", "      fixed_ips"),
        ("type: OS::Neutron::Port", "type OS::Neutron::Port"), ("type: OS::Neutron::Port", "type: [OS::Neutron::Port"),
        ("type: OS::Neutron::Port", "type: 'OS::Neutron::Port"), ("    type:", "     type:"), ("    properties:", "   properties:"),
        ("      fixed_ips:", "       fixed_ips:"), ("      network: p", "       network: p"), ("  port:", "   port:"),
        ("        - subnet", "       - subnet"), ("network: p", "network: [p"), ("  port:", "  port: ["), ("  port:", "  port: 'x"),
        ("    properties:", "    properties: {"), ("      fixed_ips:", "      fixed_ips: ["), ("fixed_ips:", 'fixed_ips: "x'),
    ],
)  # fmt: skip
def test_one_broken_line_above_does_not_matter(whole: str, broken: str) -> None:
    assert whole in _PORT
    assert "ip_address" in labels(HEAD + _PORT.replace(whole, broken))


@for_each(
    ("broken", "expected"),
    [
        ("parameter_groups:\n- label: [One\n  parameters:\n  - $0", "image"),
        ("parameter_groups:\n- label: 'One\n  parameters:\n  - $0", "image"),
        ("parameter_groups:\n- label: One\n  parameters\n  - flavor\n  - $0", "image"),
        ("parameter_groups:\n- label: One\n  parameters:\n  - flavor\n - db_password\n  - $0", "image"),
        ("  port:\n    type: OS::Neutron::Port\n    properties: {fixed_ips: [\n      $0", "ip_address"),
        (" outputs:\n  a:\n    $0", "value"),
        ("outputs:\n  a: [\n    $0\n    value: b\n", "description"),
        ("  port:\n    type: OS::Neutron::Port\n    properties: {\n      network: a\n      $0", "fixed_ips"),
        ("  port: {\n    type: OS::Neutron::Port\n    $0", "properties"),
        ("  s:\n    type: OS::Nova::Server\n    properties:\n      image: {\n      fl$0", "flavor"),
        ("  s:\n    type: OS::Nova::Server\n    properties:\n      image: {get_param\n      $0", "flavor"),
        (
            "  s:\n    type: OS::Nova::Server\n    properties: [\n      image: {get_param: image}\n      flavor: {get_param: $0",
            "image",
        ),
        ("  s: [\n    type: OS::Nova::Server\n    properties: {}\n    $0", "depends_on"),
        ("  s: 'x\n    $0", "type"),
        ("parameters:\n  size:\n   description: >\n      Of the\n      volume\n    type: $0", "number"),
        ("parameters:\n  size:\n    type: string\n   constraints:\n    - $0", "length"),
        (
            '  g:\n    type: OS::Neutron::SecurityGroup\n    properties:\n      rules: [\n        {\n          "remote_group": a,\n          "protocol": $0\n          "port_range_min": 1\n        }\n      ]',
            "tcp",
        ),
        (
            "  s:\n    type: OS::Nova::Server\n    properties:\n      networks:\n       - port: a\n      - port: b\n      - po$0",
            "port",
        ),
        ("outputs:\n  o:\n    value:\n      list_concat:\n      - a\n     - b\n      - {$0", "get_param"),
    ],
)
def test_lists_below_a_broken_line_are_read(broken: str, expected: str) -> None:
    assert expected in labels(HEAD + broken)


@for_each(
    "head", ["", "heat_template_version\n", "heat_template_version: '2018-08-31\n", "heat_template_version: [pike\n"]
)
def test_a_template_without_a_whole_first_line_is_one(head: str) -> None:
    text = head + "resources:\n  port:\n    type: OS::Neutron::Port\n    properties:\n      $0"
    assert "network" in labels(text)


def test_values_that_templates_write_come_first() -> None:
    text = HEAD + "  sg:\n    type: OS::Neutron::SecurityGroup\n    properties:\n      rules:\n        - protocol: $0"
    found = labels(text)
    assert set(found[:3]) == {"tcp", "udp", "icmp"} and "0" in found[20:]


def test_commands_of_a_script_are_no_placeholders() -> None:
    script = "      config:\n        str_replace:\n          template: |\n            cd $(dirname $0x)\n            echo $name\n"
    text = (
        "  c:\n    type: OS::Heat::SoftwareConfig\n    properties:\n"
        + script.replace("$0x", "$1")
        + "          params:\n            $0"
    )
    assert labels(HEAD + text) == ["$name"]


def test_names_of_other_templates_come_last() -> None:
    near = NeighborNames({"colour": 3}, {}, {})
    found = labels("heat_template_version: 2018-08-31\nparameter_groups:\n- parameters:\n  - $0", near=near)
    assert found == ["colour"]


@pytest.mark.parametrize("comment", ["# NOTE: a key, so it seems", "# it won't {be: [one"])
def test_comments_below_an_open_brace_are_no_keys(comment: str) -> None:
    head = "heat_template_version: rocky\nresources:\n  r:\n    type: OS::Heat::Value\n    properties:\n"
    for brace in ("{$0\n", f"{{$0 {comment}\n"):
        text = f"{head}      value: {brace}      {comment}\n      type: json\n"
        assert "get_param" in labels(text), text


def test_last_key_of_a_flow_mapping_needs_no_comma() -> None:
    text = """\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules: [
        {
          "port_range_mi$0n": 22,
          "port_range_max": 22
        }
      ]
"""
    assert "port_range_max" not in labels(text)


def test_no_completion_in_comments() -> None:
    assert labels(HEAD + "  # $0") == []


def test_every_offset_of_a_template_is_answered() -> None:
    text = (
        HEAD
        + "  server:\n    type: OS::Nova::Server\n    properties: {image: {get_param: image}, networks: [{network: {get_resource: private_net}}]}\n"
    )
    for offset in range(len(text) + 1):
        cursor_position(text, offset)
        offers(text[:offset] + "$0" + text[offset:])
        offers(text[:offset] + "$0")


def test_what_the_templates_of_the_folder_do_comes_first() -> None:
    near = NeighborNames(
        versions={"rocky": 9},
        types={"./base.yaml": 5, "OS::Acme::Thing": 5},
        types_by_resource={"ThingBase": {"OS::Acme::Thing": 5}},
        keys_by_parent={"options": {"colour": 3}},
    )
    assert labels("heat_template_version: $0", near=near)[0] == "rocky"
    text = "heat_template_version: 2018-08-31\nresources:\n  ThingBase:\n    type: "
    assert "OS::Acme::Thing" in labels(text + "$0", near=near)[:5]
    text += "OS::Heat::Value\n    properties:\n      value:\n        options:\n          $0"
    assert labels(text, near=near)[0] == "colour"


def test_parameters_of_a_group_share_its_topic() -> None:
    parameters = "".join(f"  p{n}: {{type: string, description: the {n}}}\n" for n in range(9))
    text = HEAD.replace("conditions:", f"{parameters}  old: {{type: string, description: DEPRECATED}}\nconditions:")
    assert labels(text + "parameter_groups:\n- label: deprecated\n  parameters:\n  - $0")[0] == "old"


def test_the_comment_above_a_parameter_says_that_it_is_deprecated() -> None:
    new = "".join(f"  new{n}: {{type: string}}\n" for n in range(9))
    text = HEAD.replace("conditions:", f"{new}  # DEPRECATED: use a role\n  old: {{type: string}}\nconditions:")
    assert labels(text + "parameter_groups:\n- label: deprecated\n  parameters:\n  - $0")[0] == "old"


def test_a_resource_whose_type_stands_below_gets_the_properties_of_the_folder() -> None:
    near = NeighborNames(keys_by_parent={"properties": {"config": 3, "group": 2}})
    found = labels(f"{HEAD}resources:\n  impl:\n    properties:\n      $0", near=near)
    assert {"config", "group"} <= set(found[:5])
    typed = labels(f"{HEAD}resources:\n  impl:\n    type: OS::Heat::Value\n    properties:\n      $0", near=near)
    assert "config" not in typed


def test_the_whole_name_of_a_file_does_not_become_that_of_another() -> None:
    files = dict.fromkeys(("old_balancer.yaml", "balancer.yaml"), "")
    head = "heat_template_version: 2018-08-31\noutputs:\n  a:\n    value: {get_file: "
    assert set(files) <= set(labels(head + "bal$0}", files=files))
    assert "old_balancer.yaml" not in labels(head + "balancer.yaml$0}", files=files)
