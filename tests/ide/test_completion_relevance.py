"""The order of completions: each fact has a weight with a reason, and the facts about a place decide what comes first."""

from __future__ import annotations

import pytest
from for_each import for_each
from ide_fixture import labels, offers

from hotlint.ide.completion import DeclaredNames, NeighborNames
from hotlint.ide.completion.relevance import WEIGHTS, Relevance
from hotlint.language.versions import NEWEST

PORT = """heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  flavor: {type: string}
resources:
  web_net: {type: OS::Neutron::Net}
  web_port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: web_net}
  web_server:
    type: OS::Nova::Server
    properties:
"""
HEAD = "heat_template_version: 2018-08-31\n"
PENALTIES = {"remoteness", "is_excluded", "is_taken", "contradicts_below", "is_deprecated", "is_compatibility_type",
             "misses_required", "is_passed_by_parents", "rank"}  # fmt: skip


def test_each_fact_has_a_weight_and_a_reason() -> None:
    assert set(WEIGHTS) == set(Relevance._fields)
    assert all(weight.points and weight.reason for weight in WEIGHTS.values())


@for_each("fact", Relevance._fields)
def test_one_fact_moves_the_score_by_its_weight(fact: str) -> None:
    score = Relevance(**{fact: 1}).score()  # type: ignore[arg-type]
    assert score == WEIGHTS[fact].points
    assert (score < Relevance().score()) is (fact in PENALTIES)


def test_facts_add_up() -> None:
    both = Relevance(is_required=True, matches_below=True).score()
    assert both == Relevance(is_required=True).score() + Relevance(matches_below=True).score()


def test_items_are_in_the_order_of_their_scores() -> None:
    scores = [item.score for item in offers(PORT + "      $0").items]
    assert len(scores) > 20
    assert scores == sorted(scores, reverse=True)


@for_each(
    ("line", "first"),
    [
        ("      $0", "flavor"),  # required
        ("      flavor: {get_param: $0}", "flavor"),  # like the key
        ("      networks: [{port: {get_resource: $0}}]", "web_port"),  # the type of the property
        ("      name: {get_param: $0}", "OS::stack_name"),  # the idiom
        ("      diskConfig: $0", "AUTO"),  # what the schema allows
        ("    depends_on: $0", "web_port"),  # like the owner, and near
    ],
)
def test_what_the_place_asks_for_comes_first(line: str, first: str) -> None:
    assert labels(PORT + line)[0] == first


def test_what_a_resource_refers_to_needs_no_depends_on() -> None:
    text = f"{HEAD}resources:\n  port: {{type: OS::Neutron::Port}}\n  link: {{type: OS::Neutron::RouterInterface}}\n"
    text += "  port_user:\n    type: OS::Nova::Server\n    depends_on: $0\n    properties:\n      name: {get_resource: port}\n"
    assert labels(text) == ["link", "port"]


def test_nested_lines_below_decide_the_key() -> None:
    assert labels(HEAD + "resources:\n  a:\n    $0\n      b: c\n")[0] == "properties"


def test_excluded_deprecated_and_foreign_names_come_last() -> None:
    near = NeighborNames(parameters={"flavors": 9})
    text = (
        f"{HEAD}parameters:\n  size: {{type: string}}\nresources:\n  a:\n    type: OS::Nova::Server\n    properties:\n"
    )
    assert labels(text + "      flavor: {get_param: $0}", near=near)[0] == "size"
    names = labels(text + "      $0")
    items = offers(text + "      $0").items
    deprecated = [names.index(item.label) for item in items if item.deprecated]
    assert min(deprecated) > names.index("name")


def test_a_folder_that_writes_an_older_version_goes_on_so() -> None:
    near = NeighborNames(versions={"2016-10-14": 9, "2018-08-31": 1})
    assert labels("heat_template_version: $0", near=near)[0] == "2016-10-14"
    assert labels("heat_template_version: $0")[0] == NEWEST
    assert labels("heat_template_version: $0", near=NeighborNames(versions={"rocky": 9}))[0] == "rocky"


def test_resources_of_the_same_name_in_the_folder_decide_the_type() -> None:
    near = NeighborNames(types={"OS::Neutron::Trunk": 1}, types_by_resource={"web_port": {"OS::Neutron::Trunk": 1}})
    text = HEAD + "resources:\n  web_port:\n    type: $0\n"
    assert labels(text)[0] == "OS::Neutron::Port"
    assert labels(text, near=near)[0] == "OS::Neutron::Trunk"


@pytest.mark.parametrize(
    "outputs",
    [
        "\n      - name: rsa\n      - name: ecdsa",
        "\n        - description: of hosts\n          name: rsa\n\n        # the new one\n        - name: 'ecdsa'",
        " [{name: rsa}, {name: ecdsa}]",
    ],
)
def test_all_outputs_of_a_config_are_attributes_of_its_deployments(outputs: str) -> None:
    found = labels(
        f"""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      outputs:{outputs}
      config: x
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {{config: {{get_resource: config}}, server: s}}
outputs:
  o: {{value: {{get_attr: [deployment, $0]}}}}
"""
    )
    assert {"rsa", "ecdsa"} <= set(found)


TWICE = f"""\
{HEAD}parameters:
  web_image: {{type: string}}
  zeta: {{type: string}}
resources:
  a: {{type: OS::Nova::Server}}
  b:
    type: OS::Nova::Server
    properties:
      image: {{get_param: zeta}}
  c:
    type: OS::Nova::Server
    properties:
      image:
        get_param: zeta
  d:
    type: OS::Nova::Server
    properties:
      image: {{get_param: $0
"""
FOLDER_FILE = """\
heat_template_version: 2018-08-31
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: 1}}
  wait_handle: {type: OS::Heat::WaitConditionHandle}
  pool:
    type: Acme::Pool
    depends_on: volume
    properties:
      parts:
        - weight: 1
          config: {get_resource: config}
        - weight: 2
          config: {get_resource: script}
outputs:
  o: {value: {get_attr: [wait_handle, curl_cli]}}
"""


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("  pool:\n    type: Acme::Pool\n    depends_on: $0\n", "volume"),
        ("  x:\n    type: Acme::Pool\n    properties:\n      parts:\n        - $0\n", "weight"),
        ("  x:\n    type: Acme::Pool\n    properties:\n      parts:\n        - weight: 1\n          $0\n", "config"),
        ("  x: {type: Acme::X, properties: {a: {get_resource: config}, b: {get_resource: $0", "script"),
        ("  x: {type: Acme::X, properties: {a: {get_attr: [wait_handle, $0", "curl_cli"),
    ],
)  # fmt: skip
def test_what_the_templates_of_the_folder_have_at_a_place_comes_first(written: str, first: str) -> None:
    near = NeighborNames(resources=dict.fromkeys(("volume", "script"), 1), habits=DeclaredNames(FOLDER_FILE).habits)
    assert labels(f"{HEAD}resources:\n{written}", near=near)[0] == first


def test_what_stood_at_a_key_stands_there_again() -> None:
    assert labels(TWICE)[0] == "zeta"
    assert labels(TWICE.replace("get_param: zeta", "get_file: zeta"))[0] == "web_image"


def test_a_key_without_characters_is_no_name_of_a_key() -> None:
    head = f"{HEAD}resources:\n  x:\n    type: Acme::X\n    properties:\n"
    assert "tags" in labels(f'{head}      parts:\n        "": 1\n        tags: 2\n      more:\n        $0\n')


def test_a_type_that_only_the_saved_file_has_is_offered_and_a_half_typed_one_is_not() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: Site::On$0\n"
    near = NeighborNames(saved_types={"Site::Only::Here": 1, "Site::On": 1})
    assert [label for label in labels(text, near=near) if label.startswith("Site")] == ["Site::Only::Here"]
