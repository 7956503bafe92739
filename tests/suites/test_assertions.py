"""Every operator of an assertion: when it holds, and the message when it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each
from suite_fixture import SuiteFolder, folder

__all__ = ["folder"]

HOLDS = [
    "outputs.image: cirros",
    "outputs.number: 1",
    "outputs.image: {not_equal: debian}",
    "outputs.image: {same_as: parameters.image}",
    "outputs.image: {match: '^cir+os$'}",
    "outputs.image: {not_match: debian}",
    "outputs.url: {match: '^http://'}",
    "outputs.url: {match: '/$'}",
    "outputs.url: {match: 'http:'}",
    "outputs.url: {not_match: '^https://'}",
    "outputs.url: {not_match: '8080$'}",
    r"outputs.url: {match: 'http:\/\/'}",
    r"outputs.url: {match: '^\w+:'}",
    "outputs.url: {match: 'htt[^x]:'}",
    "outputs.ip: {refers_to: server}",
    "outputs.url: {refers_to: server}",
    "outputs.both: {refers_to: server}",
    "outputs.group: {refers_to: group}",
    "outputs.image: {contains: rro}",
    "outputs.image: {not_contains: xyz}",
    "outputs.image: {one_of: [debian, cirros]}",
    "outputs.image: {length: 6}",
    "outputs.url: {contains: 'http://'}",
    "outputs.ip: {unknown: true}",
    "outputs.ip: {unknown: first_address}",
    "outputs.image: {unknown: false}",
    "outputs.fails: {error: params}",
    "outputs.image: {error: false}",
    "outputs.nothing: {absent: true}",
    "outputs.image: {absent: false}",
    "outputs.big: {enabled: false}",
    "outputs.big: {absent: true}",
    "conditions.is_large: false",
    "parameters.count: 2",
    "resources.server: {enabled: true, type: OS::Nova::Server}",
    "resources.volume: {enabled: false, absent: true}",
    "resources.volume.properties.size: {absent: true}",
    "resources.server.type: OS::Nova::Server",
    "resources.server.properties.networks[0].network: private",
    "resources.server.properties.networks: {contains: {network: private}, length: 1}",
    "resources.server.properties.metadata: {equal: {role: web, number: 1}}",
    "resources.server.properties.metadata: {contains: {role: web}}",
    "resources.server.properties.metadata: {contains: role}",
    "resources.server.properties.personality: {absent: true}",
    "resources.server.properties.admin_pass: hunter22",
    "resources.group: {members: 2}",
    "outputs.image: {<<: {equal: cirros, not_equal: x}}",
    'resources.group.resources["1"].properties.value: "1"',
    "resources.group.nested.resources.0.type: OS::Heat::Value",
]


@for_each("assertion", HOLDS)
def test_it_holds(folder: SuiteFolder, assertion: str) -> None:
    assert folder.asserting(assertion).failures == ()


def test_a_predicted_attribute(tmp_path: Path) -> None:
    """An attribute that follows from properties is known: the cloud has no other value for it."""
    folder = SuiteFolder(
        tmp_path,
        "heat_template_version: 2018-08-31\n"
        "resources: {s: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.1.0.0/24}}}\n"
        "outputs: {gateway: {value: {get_attr: [s, gateway_ip]}}}\n",
    )
    assert folder.asserting("outputs.gateway: 10.1.0.1").failures == ()


FAILS = {
    "outputs.image: debian": "outputs.image is 'cirros'; expected 'debian'",
    "outputs.image: {<<: {equal: debian}}": "outputs.image is 'cirros'; expected 'debian'",
    "outputs.number: '1'": "outputs.number is 1 (a number); expected '1' (a string)",
    "outputs.number: true": "outputs.number is 1; expected true",
    "outputs.image: {not_equal: cirros}": "outputs.image is 'cirros'",
    "outputs.image: {same_as: parameters.flavor}": "outputs.image is 'cirros', but parameters.flavor is 'm1.small'",
    "outputs.image: {same_as: outputs.none}": "there is no output 'none'",
    "outputs.image: {match: debian}": "outputs.image is 'cirros', which does not match 'debian'",
    "outputs.image: {not_match: cirros}": "outputs.image is 'cirros', which matches 'cirros'",
    "outputs.number: {match: a}": "outputs.number is 1, which does not match 'a'",
    "resources.server.properties.networks: {match: a}": "is a list, not a string",
    "outputs.image: {contains: x}": "outputs.image is 'cirros', which does not contain 'x'",
    "outputs.image: {not_contains: c}": "outputs.image is 'cirros', which contains 'c'",
    "outputs.image: {one_of: [a, b]}": "outputs.image is 'cirros'; expected one of [a, b]",
    "outputs.image: {length: 7}": "outputs.image has the length 6; expected 7",
    "outputs.number: {length: 7}": "outputs.number is a number, which has no length",
    "outputs.ip: 10.0.0.5": "is not wholly known (the attribute 'first_address' of 'server' is known once it is created)",
    "outputs.url: {contains: x}": "outputs.url is not wholly known",
    "outputs.url: {match: x}": "outputs.url is not known",
    "outputs.url: {match: '^https://'}": "outputs.url is 'http://<server.first_address>/', which does not match '^https://'",
    "outputs.url: {match: '^http://.*/$'}": "outputs.url is not known",
    "outputs.url: {match: '(?<=a)http'}": "outputs.url is not known",
    r"outputs.url: {match: 'a\x2f$'}": "outputs.url is not known",
    "outputs.url: {not_match: '^http://'}": "which matches '^http://'",
    "outputs.url: {not_match: 'ht\\b'}": "outputs.url is not known",
    "outputs.image: {refers_to: server}": "outputs.image is 'cirros'; expected it to refer to 'server'",
    "outputs.ip: {refers_to: group}": "is '<server.first_address>', and refers to 'server'; expected it to refer to 'group'",
    "outputs.ip: {refers_to: sever}": "outputs.ip cannot refer to 'sever': there is no such resource (did you mean 'server'?)",
    "outputs.none: {refers_to: server}": "outputs.none does not exist",
    "outputs.ip: {unknown: nothing}": "expected a reason that matches 'nothing'",
    "outputs.ip: {unknown: false}": "outputs.ip is not known",
    "outputs.image: {unknown: true}": "outputs.image is known: 'cirros'",
    "outputs.fails: a": "outputs.fails fails as it would in Heat",
    "outputs.fails: {error: xyz}": "expected a message that matches 'xyz'",
    "outputs.fails: {error: false}": "outputs.fails fails as it would in Heat",
    "outputs.image: {error: true}": "outputs.image does not fail",
    "outputs.imgae: x": "there is no output 'imgae' (did you mean 'image'?)",
    "outputs.image: {absent: true}": "outputs.image exists: 'cirros'",
    "outputs.ip: {absent: true}": "outputs.ip exists, but is not known: the attribute 'first_address' of 'server'",
    "outputs.image: {same_as: outputs.ip}": "outputs.image may differ from outputs.ip: not known: the attribute",
    "outputs.none: {absent: false}": "outputs.none does not exist",
    "outputs.big: {enabled: true}": "outputs.big is disabled: the condition 'is_large' is false; expected enabled: true",
    "resources.volume: {enabled: true}": "resources.volume is disabled: the condition 'is_large' is false",
    "resources.volume.properties.size: 10": "resource 'volume' is disabled: the condition 'is_large' is false",
    "resources.server: {enabled: false}": "resources.server is enabled; expected enabled: false",
    "resources.server: {type: OS::Nova::Sever}": "has the type OS::Nova::Server; expected OS::Nova::Sever",
    "resources.server: {members: 2}": "resources.server is not a group, which has members",
    "resources.group: {members: 3}": "resources.group has 2 members; expected 3",
    "resources.server.propertys.name: a": "'server' has no 'propertys' (did you mean 'properties'?)",
    "resources.server.properties.names: a": "properties of 'server' have no 'names' (did you mean 'name'?)",
    "resources.server.properties.networks[3]: a": "networks has no item 3: it has 1",
    "resources.server.properties.networks[0].net: a": "networks[0] has no key 'net'",
    "resources.server.properties.name.x: a": "name is a string, which has no 'x'",
    "resources.sever: {enabled: true}": "there is no resource 'sever' (did you mean 'server'?)",
    "outputs.number: {enabled: true}": "",
}


@for_each(("assertion", "message"), [(a, m) for a, m in FAILS.items() if m], ids=str)
def test_it_fails_with_a_message(folder: SuiteFolder, assertion: str, message: str) -> None:
    (failure,) = folder.asserting(assertion).failures
    assert message in failure.message


def test_values_are_those_of_the_test(folder: SuiteFolder) -> None:
    more = "  parameters: {large: true, image: debian}\n  attributes: {server: {first_address: 10.0.0.5}}\n"
    assertions = """
        outputs.ip: 10.0.0.5
        outputs.url: http://10.0.0.5/
        resources.server.properties.flavor: m1.large
        resources.server.properties.name: web-debian
        resources.volume.properties.size: 10
        outputs.big: {unknown: id of 'volume'}
    """
    assert folder.asserting(assertions, more=more).failures == ()


def test_members_beyond_those_that_are_listed_count(folder: SuiteFolder) -> None:
    assert folder.asserting("resources.group: {members: 60}", more="  parameters: {count: 60}\n").failures == ()


def test_hidden_values_are_compared_and_not_shown(folder: SuiteFolder) -> None:
    (failure,) = folder.asserting("resources.server.properties.admin_pass: other").failures
    assert "hunter22" not in failure.message
    assert "******" in failure.message
    assert failure.sides is not None
    assert failure.sides[1] == "******"


def test_a_failure_explains_its_value(folder: SuiteFolder) -> None:
    suite = "template: t.yaml\ntests:\n- name: a\n  assert: {resources.server.properties.name: x}\n"
    (failure,) = folder.run(suite, explain=True).tests[0].failures
    assert "str_replace" in failure.provenance
    assert "parameter" in failure.provenance
    member = suite.replace(
        "{resources.server.properties.name: x}", '{"resources.group.resources[\\"0\\"].properties.value": x}'
    )
    (failure,) = folder.run(member, explain=True).tests[0].failures
    assert "resources.group.resources.0.properties" in failure.provenance


@pytest.mark.parametrize("pattern", ["(a+)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y", "(?i)(a|a?)+$"])
def test_a_pattern_that_takes_for_ever_is_stopped(folder: SuiteFolder, pattern: str) -> None:
    text = "a" * 60 + "!" if "x+" not in pattern else "x" * 60
    more = f"  parameters: {{image: '{text}'}}\n"
    (failure,) = folder.asserting(f"outputs.image: {{match: '{pattern}'}}", more=more).failures
    assert "takes longer than a test may" in failure.message or "does not match" in failure.message


def test_patterns_with_groups_are_found_anywhere(folder: SuiteFolder) -> None:
    more = '  parameters: {image: "one\\ntwo 22"}\n'
    assert folder.asserting(r"outputs.image: {match: '(t|x)+wo (2+)+'}", more=more).failures == ()
    assert folder.asserting(r"outputs.image: {not_match: '(t|x)+wo (3+)+'}", more=more).failures == ()


PARTLY = """\
heat_template_version: 2018-08-31
conditions: {maybe: {equals: [{get_param: 'OS::project_id'}, x]}}
resources:
  net: {type: OS::Neutron::Net}
  merged: {type: OS::Heat::Value, properties: {value: {map_merge: [{a: 1}, {get_attr: [net, show]}]}}}
outputs:
  either: {value: {if: [maybe, {a: 1, id: {get_resource: net}}, {b: 2, id: {get_resource: net}}]}}
  perhaps: {condition: maybe, value: [0, '']}
  shown: {value: {get_attr: [net, show]}}
"""


@pytest.mark.parametrize("path", ["resources.merged.properties.value.z", "outputs.either.a", "outputs.shown.z"])
def test_below_what_is_not_known_is_no_null(tmp_path: Path, path: str) -> None:
    (failure,) = SuiteFolder(tmp_path, PARTLY).asserting(f"{path}: null").failures
    assert f"{path} is not wholly known" in failure.message


def test_items_and_keys_that_may_be_left_out(tmp_path: Path) -> None:
    template = (
        "heat_template_version: 2021-04-16\nconditions: {maybe: {equals: [{get_param: 'OS::project_id'}, x]}}\n"
        "outputs: {items: {value: [a, {if: [maybe, b]}]}, keys: {value: {k: {if: [maybe, b]}}}}\n"
    )
    folder = SuiteFolder(tmp_path, template)
    assert folder.asserting("outputs.items[0]: a").failures == ()
    for assertion in ("items: {length: 2}", "items[1]: b", "keys: {length: 1}", "keys.k: {absent: true}", "keys.k: b"):
        (failure,) = folder.asserting(f"outputs.{assertion}").failures
        assert "it depends on the condition 'maybe'" in failure.message, assertion


def test_what_depends_on_an_unknown_condition(tmp_path: Path) -> None:
    unknown = "the condition 'maybe' is not known: OS::project_id is set when the stack is created"
    answers = {
        "outputs.either.id: {refers_to: net}": [],
        "outputs.perhaps: {enabled: unknown}": [],
        "outputs.perhaps: {enabled: true}": [f"outputs.perhaps may be enabled: {unknown}; expected enabled: true"],
        "outputs.perhaps: {absent: true}": [f"outputs.perhaps may exist: {unknown}"],
        "outputs.perhaps: {not_equal: [0, '']}": ["outputs.perhaps is [0, '']"],
    }
    folder = SuiteFolder(tmp_path, PARTLY)
    assert {a: [f.message for f in folder.asserting(a).failures] for a in answers} == answers
