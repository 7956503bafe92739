"""What the stored properties of a stack say of attributes and hidden parameters, and the dry run of the template it was deployed with."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from recorded_resources import made, stack

from hotlint.language.origins import ValueSource
from hotlint.language.values import OMITTED, PartialText, Unknown
from hotlint.plans.learned_values import LearnedValues, hidden_schemata, learn, unknowns
from hotlint.plans.model import RecordedStack
from hotlint.plans.old_stack import OldStack, OldTemplateError, Unread, existing_environment, hidden_values
from hotlint.resource_types.catalog import Catalog

HEAD = "heat_template_version: '2018-08-31'\n"


def deployed(template: str, found: RecordedStack, **more: Any) -> RecordedStack:
    return found._replace(template=yaml.safe_load(HEAD + template), **more)


def learned(template: str, found: RecordedStack, **more: Any) -> LearnedValues:
    whole = deployed(template, found, **more)
    return learn(whole, OldStack(whole, Catalog(), True).preview(Unread()))


VALUES = """parameters: {pw: {type: string, hidden: true}, unused: {type: string, hidden: true}}
resources:
  net: {type: OS::Neutron::Net}
  read:
    type: OS::Heat::Value
    properties:
      value:
        whole: {get_attr: [net, mtu]}
        steps: {get_attr: [net, segments, 0, id]}
        everything: {get_attr: [net]}
        id: {get_resource: net}
        text: {list_join: ['', ['at ', {get_attr: [net, status]}, ' end']]}
        overlap: {list_join: ['', ['ab', {get_attr: [net, tags]}, 'bc']]}
        other: {list_join: ['', ['x', {get_attr: [net, name]}]]}
        two: {list_join: ['', [{get_attr: [net, subnets]}, {get_attr: [net, shared]}]]}
        list: [{get_attr: [net, l2_adjacency]}, b]
        longer: [{get_attr: [net, qos_policy_id]}]
        secret: {list_join: ['', ['pw=', {get_param: pw}]]}
        missing: {get_attr: [net, admin_state_up]}
  plain: {type: OS::Heat::Value, properties: {value: a}}
"""
STORED = {
    "whole": 5, "steps": "s", "everything": {"a": 1}, "id": "n-1", "text": "at it end", "overlap": "abc", "other": "y", "two": "ab", "list": [True, "b"],
    "longer": [1, 2], "secret": "pw=hunter2",
}  # fmt: skip


def test_what_stored_properties_say() -> None:
    running = stack(
        net=made("OS::Neutron::Net", "n-1"),
        read=made(properties={"value": STORED}),
        plain=made(properties={"value": "a", "more": 1}),
    )
    assert learned(VALUES, running) == LearnedValues(
        {("net", "mtu"): 5, ("net", "segments", 0, "id"): "s", ("net",): "n-1", ("net", "status"): "it", ("net", "l2_adjacency"): True},
        {"pw": "hunter2"}, {("read",): {"value": STORED}}, {}, True,
    )  # fmt: skip
    hidden = stack(net=made("OS::Neutron::Net", "n-1"), read=made(properties={"value": {**STORED, "whole": "******"}}))
    assert learned(VALUES, hidden)[:3] == ({}, {}, {("read",): {"value": {**STORED, "whole": "******"}}})
    assert learned(VALUES, stack()) == LearnedValues({}, {}, {}, {}, True)


def test_what_a_stack_says_that_an_update_left_half_way() -> None:
    """Resources that it did not reach may be of an older template, and may have been made of a hidden parameter."""
    running = stack(
        "UPDATE_FAILED",
        net=made("OS::Neutron::Net", "n-1"),
        read=made(properties={"value": STORED}),
        plain=made(properties={"value": "b"}),
        old=made(properties={"value": "c"}),
        bare=made(),
    )
    found = learned(VALUES, running)
    assert (found.attributes, found.hidden) == ({}, {"pw": "hunter2"})
    assert found.doubtful == {
        ("net", "mtu"): 5,
        ("net", "segments", 0, "id"): "s",
        ("net",): "n-1",
        ("net", "status"): "it",
        ("net", "l2_adjacency"): True,
    }
    assert found.tainted == {("read",): {"value": STORED}, ("plain",): {"value": "b"}, ("old",): {"value": "c"}}
    reached = running._replace(
        resources={
            **running.resources,
            "net": running.resources["net"]._replace(reached="last"),
            "plain": running.resources["plain"]._replace(reached="last"),
            "old": running.resources["old"]._replace(reached="last"),
        }
    )
    found = learned(VALUES, reached)
    assert (found.doubtful, found.tainted) == ({}, {("read",): {"value": STORED}})
    again = stack(
        "UPDATE_FAILED",
        net=made("OS::Neutron::Net", "n-1"),
        read=made(properties={"value": {"whole": 1}}),
        new=made(properties={"value": {"whole": 2}}, reached="last"),
    )
    both = "resources:\n  net: {type: OS::Neutron::Net}\n" + "".join(
        f"  {n}: {{type: OS::Heat::Value, properties: {{value: {{whole: {{get_attr: [net, mtu]}}}}}}}}\n"
        for n in ("new", "read")
    )
    found = learned(both, again)
    assert found == LearnedValues({("net", "mtu"): 2}, {}, {}, {}, False)


def test_what_is_said_within_nested_stacks_and_groups() -> None:
    kid = yaml.safe_load(
        HEAD
        + "parameters: {x: {type: string}}\nresources:\n  port: {type: OS::Neutron::Port, properties: {network: {get_param: x}}}\n  in: {type: OS::Heat::Value, properties: {value: [{get_attr: [port, status]}, {get_param: x}]}}\noutputs: {o: {value: {get_attr: [port, mac_address]}}}\n"
    )
    template = """resources:
  net: {type: OS::Neutron::Net}
  kid: {type: kid.yaml, properties: {x: {get_attr: [net, mtu]}}}
  group: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: kid.yaml, properties: {x: {get_resource: net}}}}}
  far: {type: OS::Heat::Stack, properties: {template: {get_file: kid.yaml}, parameters: {x: a}}}
"""
    inside = stack(port=made("OS::Neutron::Port"))
    one = inside._replace(resources={**inside.resources, "in": made(name="in", properties={"value": ["UP", "5"]})})
    two = inside._replace(resources={**inside.resources, "in": made(name="in", properties={"value": ["DOWN", "n-1"]})})
    far = made(
        "OS::Heat::Stack",
        attributes={
            "outputs": [{"output_key": "o", "output_value": "fa:16"}, {"output_key": "p", "output_value": "x"}]
        },
    )
    running = stack(
        net=made("OS::Neutron::Net"), kid=made("kid.yaml", stack=one), group=made("OS::Heat::ResourceGroup", stack=RecordedStack("g", "g", "CREATE_COMPLETE", resources={"0": made("kid.yaml", name="0", stack=two)})), far=far,
    )  # fmt: skip
    assert learned(template, running, files={"kid.yaml": kid}).attributes == {
        ("kid/port", "status"): "UP", ("net", "mtu"): "5", ("group/0/port", "status"): "DOWN", ("net",): "n-1", ("far/port", "mac_address"): "fa:16",
    }  # fmt: skip
    for unsure in (
        running._replace(status="UPDATE_FAILED"),
        running._replace(resources={"far": far._replace(status="UPDATE_FAILED")}),
        running._replace(resources={"far": far._replace(attributes={"outputs": "x"})}),
    ):
        found = learned(template, unsure, files={"kid.yaml": kid})
        assert ("far/port", "mac_address") not in {**found.attributes, **found.doubtful}


def test_hidden_parameters_of_a_stack_and_of_the_templates_in_it() -> None:
    schemata: dict[str, Any] = {
        "a": {"hidden": True},
        "b": {"hidden": "true"},
        "c": {"hidden": "True"},
        "d": {"hidden": False},
        "e": {"hidden": "yes"},
        "f": 5,
        "g": {},
    }
    found = RecordedStack(
        "s",
        "1",
        "",
        template={"parameters": schemata},
        files={"x": {"parameters": {"h": {"hidden": True, "default": 1}}}, "y": "parameters", "z": {"parameters": []}},
    )
    assert [schema for _, schema in hidden_schemata(found)] == [
        schemata["a"],
        schemata["b"],
        schemata["c"],
        {"hidden": True, "default": 1},
    ]
    assert [*hidden_schemata(RecordedStack("s", "1", ""))] == []


def test_unknown_parts_of_a_value() -> None:
    one, two = Unknown("1"), Unknown("2")
    assert [*unknowns({"a": [one, "x", (two,)], "b": PartialText(("x", two)), "c": {"d": one}, "e": 5})] == [
        one,
        two,
        two,
        one,
    ]
    assert [*unknowns(one)] == [one]


def test_a_stack_about_which_nothing_is_known() -> None:
    nothing = Unread()
    assert nothing.reference("a", lambda name, path: 1) is OMITTED
    assert nothing.attribute("a", [], lambda: "offline", lambda name: 1) == "offline"
    assert (nothing.is_updated("a"), nothing.is_new("a"), nothing.size(), nothing.nested(["a"])) == (
        False,
        False,
        0,
        nothing,
    )


def test_the_template_of_a_stack_and_its_files() -> None:
    """Files are found by the names that the client has sent, relative and with addresses; nothing is read from disk."""
    kid = yaml.safe_load(
        HEAD + "resources: {in: {type: OS::Heat::Value, properties: {value: {get_file: 'http://h/text'}}}}"
    )
    template = """resources:
  a: {type: 'http://h/kid.yaml'}
  b: {type: kid.yaml}
  c: {type: 'file:///srv/kid.yaml'}
  d: {type: OS::Heat::Value, properties: {value: [{get_file: sub/../text}, {get_file: 'file:///srv/text'}, {get_file: 'http://h/text'}, {get_param: x}, {get_param: y}, {get_param: 'OS::stack_name'}]}}
  e: {type: A::B}
parameters: {x: {type: string, default: a}, y: {type: string, default: b}}
"""
    files = {
        "http://h/kid.yaml": kid,
        "kid.yaml": kid,
        "file:///srv/kid.yaml": kid,
        "text": "here",
        "file:///srv/text": "there",
        "http://h/text": "far",
    }
    environment = {
        "parameters": {"x": "c", "z": "******"},
        "parameter_defaults": {"y": "d", "z": {"a": "******"}},
        "resource_registry": {"A::B": "http://h/kid.yaml"},
        "event_sinks": [1],
    }
    whole = deployed(
        template, stack(), files=files, environment=environment, parameters={"OS::stack_name": "n", "x": "ignored"}
    )
    preview = OldStack(whole, Catalog(), False).preview(Unread())
    resources = preview.resources()
    assert resources["d"].properties.value == {"value": ["here", "there", "far", "c", "d", "n"]}
    for name in "abce":
        nested = resources[name].nested
        assert nested is not None and nested.preview is not None, name
        assert nested.preview.resources()["in"].properties.value == {"value": "far"}
    assert not preview.show_hidden and OldStack(whole, Catalog(), True).preview(Unread()).show_hidden


def test_hidden_parameters_in_the_dry_run_of_a_stack() -> None:
    template = "parameters: {pw: {type: string, hidden: true, default: x}, as_text: {type: string, hidden: 'True'}, open: {type: string, default: o}}\nresources: {d: {type: OS::Heat::Value, properties: {value: [{get_param: pw}, {get_param: as_text}, {get_param: open}]}}}\n"
    old = OldStack(deployed(template, stack(), environment={"parameters": {"pw": "******"}}), Catalog(), True)
    values = old.preview(Unread()).resources()["d"].properties.value["value"]
    assert [values[0].reason, values[0].origin, values[1].origin, values[2]] == [
        "the value of the hidden parameter 'pw'",
        ValueSource("hidden", "pw", hidden=True),
        ValueSource("hidden", "as_text", hidden=True),
        "o",
    ]
    assert old.preview(Unread(), {"pw": "known"}).resources()["d"].properties.value["value"][0] == "known"


@pytest.mark.parametrize("template", [{}, {"a": 1}, {"resources": {}}])
def test_a_template_that_is_none(template: dict[str, Any]) -> None:
    with pytest.raises(
        OldTemplateError, match=r"^the template of stack 's' is not a HOT template, and cannot be compared$"
    ):
        OldStack(stack()._replace(template=template), Catalog(), False).preview(Unread())


def test_the_environment_that_an_update_keeps(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("mine")
    files = {
        "http://h/far.yaml": {"far": 1},
        f"file://{tmp_path}/own.yaml": "theirs",
        f"file://{tmp_path}/gone.yaml": {"gone": 1},
        "sub/../near.txt": "near",
    }
    environment = {
        "parameters": {"a": 1, "b": 2, "c": "******"},
        "parameter_defaults": {"a": 3},
        "resource_registry": {"A": "b"},
    }
    found = existing_environment(stack()._replace(environment=environment, files=files), {"b": 5})
    assert {path: source.text for path, source in found.items()} == {
        "/recorded-stack/s.environment.yaml": json.dumps({"parameters": {"a": 1}, "parameter_defaults": {"a": 3}, "resource_registry": {"A": "b"}}),
        f"{tmp_path}/gone.yaml": '{"gone": 1}', "/recorded-stack/near.txt": "near",
    }  # fmt: skip
    assert [source.text for source in existing_environment(stack(), {}).values()] == ['{"parameters": {}}']
    odd = stack()._replace(environment={"parameters": 5, "parameter_defaults": [], "resource_registry": "x"})
    assert [source.text for source in existing_environment(odd, {}).values()] == ['{"parameters": {}}']


def test_hidden_values_that_an_update_keeps() -> None:
    environment = {"parameters": {"a": "******", "b": "x", "c": ["******"]}}
    unknown = Unknown("the value of the hidden parameter 'c'", None, ValueSource("hidden", "c", hidden=True))
    assert hidden_values(stack()._replace(environment=environment), {"a": None, "b": 1}) == {"a": None, "c": unknown}
    assert hidden_values(stack()._replace(environment={"parameters": []}), {}) == hidden_values(stack(), {}) == {}
