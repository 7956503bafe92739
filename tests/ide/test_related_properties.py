"""Relations between properties in completion, hover, quick fixes and the reference."""

from __future__ import annotations

import pytest
from ide_fixture import at, labels, offers

from hotlint.ide import documentation
from hotlint.ide.code_actions.missing import missing_properties
from hotlint.ide.completion.related_properties import joined
from hotlint.ide.hover import hover
from hotlint.linter.packs import type_relations
from hotlint.output import reference
from hotlint.resource_types.catalog import Catalog

TEMPLATE = "heat_template_version: 2018-08-31\nresources:\n  it:\n    type: {}\n    properties:\n{}"


def template(type_name: str, *lines: str) -> str:
    return TEMPLATE.format(type_name, "\n".join(f"      {line}" for line in lines))


def offer(marked: str, label: str):  # type: ignore[no-untyped-def]
    return next(item for item in offers(marked).items if item.label == label)


def test_a_property_that_another_one_excludes_is_offered_last_and_says_so() -> None:
    text = template("OS::Neutron::RouterInterface", "subnet: s", "$0")
    assert labels(text)[-1] == "port"
    assert offer(text, "port").detail == "string, not together with 'subnet'"


def test_a_value_that_excludes_another_property_says_so() -> None:
    text = template("OS::Octavia::L7Policy", "listener: l", "action: REJECT", "$0")
    assert set(labels(text)[-2:]) == {"redirect_pool", "redirect_url"}
    assert offer(text, "redirect_url").detail.endswith(", not together with 'action: REJECT'")
    below = template("OS::Octavia::L7Policy", "$0", "action: REDIRECT_TO_URL  # away")
    assert "not together" not in offer(below, "redirect_url").detail
    assert "redirect_url" in labels(below)[:2]
    assert labels(below)[-1] == "redirect_pool"
    unknown = template("OS::Octavia::L7Policy", "action: {get_param: a}", "$0")
    assert "not together" not in offer(unknown, "redirect_url").detail


def test_a_value_in_another_mapping_excludes_nothing() -> None:
    text = template("OS::Octavia::Pool", "session_persistence:", "  type: SOURCE_IP", "  $0")
    assert "not together with 'type: SOURCE_IP'" in offer(text, "cookie_name").detail
    other = template("OS::Octavia::Pool", "session_persistence:", "  $0", "type: SOURCE_IP")
    assert "not together" not in offer(other, "cookie_name").detail


def test_a_property_that_heat_no_longer_takes_is_offered_last() -> None:
    text = template("OS::Nova::Server", "$0")
    assert labels(text)[-1] == "personality"
    assert offer(text, "personality").detail.endswith(", not supported")


def test_a_choice_of_which_one_is_required_comes_first() -> None:
    assert set(labels(template("OS::Neutron::RouterInterface", "router: r", "$0"))[:2]) == {"subnet", "port"}


def test_a_property_brings_the_one_that_it_requires() -> None:
    found = offer(template("OS::Neutron::FloatingIP", "$0"), "fixed_ip_address")
    assert found.snippet == "fixed_ip_address: ${1}\nport_id: ${2}"
    assert found.detail == "string, requires 'port_id'"


def test_what_is_there_already_is_not_brought_again() -> None:
    found = offer(template("OS::Neutron::FloatingIP", "port_id: p", "$0"), "fixed_ip_address")
    assert (found.snippet, found.detail) == ("fixed_ip_address: ${1}", "string")


def test_in_braces_the_snippet_stays_on_one_line() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  it: {type: OS::Neutron::FloatingIP, properties: {$0}}\n"
    assert offer(text, "fixed_ip_address").snippet == "fixed_ip_address: ${1}, port_id: ${2}"


def test_relations_hold_for_the_items_of_a_list() -> None:
    text = template("OS::Nova::Server", "block_device_mapping:", "- volume_id: v", "  $0")
    assert offer(text, "snapshot_id").detail == "string, not together with 'volume_id'"
    outside = template("OS::Nova::Server", "block_device_mapping_v2:", "- volume_id: v", "  $0")
    assert "not together" not in offer(outside, "snapshot_id").detail


def test_a_nested_template_has_no_relations_of_the_type_that_it_stands_for() -> None:
    child = "heat_template_version: 2018-08-31\nparameters:\n  subnet: {type: string}\n  port: {type: string}\n"
    text = template("child.yaml", "subnet: s", "$0")
    found = next(item for item in offers(text, {"child.yaml": child}).items if item.label == "port")
    assert "not together" not in found.detail


@pytest.mark.parametrize(
    ("snippets", "text"),
    [
        (["a: ${1}", "b: ${1}"], "a: ${1}\nb: ${2}"),
        (["a:\n  x: ${1}\n  y: ${2}", "b: ${1|u,v|}"], "a:\n  x: ${1}\n  y: ${2}\nb: ${3|u,v|}"),
    ],
)
def test_places_of_joined_snippets_are_numbered_on(snippets: list[str], text: str) -> None:
    assert joined(snippets, "\n") == text


def test_hover_on_a_property_tells_its_relations_only() -> None:
    analysis, offset = at(template("OS::Neutron::Subnet", "net$0work: n", "cidr: 10.0.0.0/24"))
    found = hover(analysis, offset)
    assert found is not None and "Requires that" not in found.text
    analysis, offset = at(template("OS::Neutron::Subnet", "network: n", "cid$0r: 10.0.0.0/24"))
    found = hover(analysis, offset)
    assert found is not None and "- Requires that at most one of `prefixlen` or `cidr` is given." in found.text


def titles(text: str) -> list[str]:
    analysis, offset = at(text)
    return [action.title for action in missing_properties(analysis, offset)]


def test_quick_fixes_add_what_others_require() -> None:
    port, subnet = "Add the required properties: port", "Add the required properties: subnet"
    assert sorted(titles(template("OS::Neutron::RouterInterface", "rou$0ter: r"))) == [port, subnet]
    zone = template("OS::Designate::Zone", "na$0me: example.org.", "type: SECONDARY")
    assert titles(zone) == ["Add the required properties: masters"]
    assert not titles(template("OS::Neutron::RouterInterface", "rou$0ter: r", "subnet: s"))
    unknown = template("OS::Neutron::RouterInterface", "rou$0ter: r", "subnet: {get_attr: [it, show]}")
    assert not titles(unknown)


def test_the_page_of_a_type_lists_what_it_requires_in_the_target_release() -> None:
    new, old = Catalog(), Catalog(target="21.0.1")
    line = "Requires that at least one of 'loadbalancer' or 'default_pool' is given"
    assert line in type_relations.requirements("OS::Octavia::Listener", old)
    assert line not in type_relations.requirements("OS::Octavia::Listener", new)
    assert line in str(reference.page("OS::Octavia::Listener", old))
    assert line.replace("'", "`") in documentation.resource_type("OS::Octavia::Listener", old)


def test_the_page_of_a_type_tells_in_which_property_a_relation_holds() -> None:
    lines = list(type_relations.requirements("OS::Keystone::User", Catalog()))
    assert lines == ["Requires that, in 'roles', exactly one of 'project' or 'domain' is given"]
    assert list(type_relations.requirements("OS::Keystone::User", Catalog(), ("roles", "domain"))) == [
        "Requires that exactly one of 'project' or 'domain' is given"
    ]
    assert not list(type_relations.requirements("OS::Heat::Value", Catalog()))
