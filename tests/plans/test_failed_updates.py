"""Plans of stacks whose last update failed: its template is not what every resource was made by."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

from typing import Any

import pytest
from recorded_case import Running

TYPE = "OS::Heat::TestResource"


def resource(type_: str, value: Any, reached: str = "", **more: Any) -> dict[str, Any]:
    """Return a resource of a recording, which the update that failed has completed (`last`), or not reached."""
    attributes = {"output": value} if type_ == TYPE else {"value": value}
    return {
        "type": type_, "id": "it-1", "status": "CREATE_COMPLETE", "properties": {"value": value},
        "attributes": attributes, **({"reached": reached} if reached else {}), **more,
    }  # fmt: skip


def failed(running: Running, template: str, resources: dict[str, Any]) -> Running:
    return running.runs(template, resources, status="UPDATE_FAILED", reason="it broke")


CHAIN = "resources:\n  a: {type: OS::Heat::TestResource, properties: {value: %s}}\n  b: {type: OS::Heat::Value, properties: {value: {get_attr: [a, output]}}}\n"


@pytest.mark.parametrize("reached", ["last", "earlier"])
def test_an_attribute_that_changed_before_the_failure_is_the_one_that_runs(running: Running, reached: str) -> None:
    """The update changed `a`, and failed before it came to `b`: what `b` has stored is no longer what `a` shows."""
    failed(running, CHAIN % "new", {"a": resource(TYPE, "new", reached), "b": resource("OS::Heat::Value", "old")})
    assert running.actions(CHAIN % "new") == {"b": "update"}


NET = "resources:\n  net: {type: OS::Neutron::Net, properties: {name: a}}\n  b: {type: %s, properties: {%s: {get_attr: [net, %s]}}}\n"


def network(**more: Any) -> dict[str, Any]:
    return {
        "type": "OS::Neutron::Net", "id": "net-1", "status": "CREATE_COMPLETE", "properties": {"name": "a"},
        "attributes": {"subnets": ["sub-1"], "status": "ACTIVE"}, **more,
    }  # fmt: skip


def test_what_was_not_reached_may_change(running: Running) -> None:
    """`b` has read another value of an attribute, or was made by an older template: Heat tells neither."""
    template = NET % ("OS::Heat::Value", "value", "subnets")
    resources = {"net": network(), "b": resource("OS::Heat::Value", [])}
    failed(running, template, resources)
    assert running.actions(template) == {"b": "unknown"}
    running.runs(template, resources, status="UPDATE_COMPLETE")
    assert running.actions(template) == {}
    failed(running, template, {"net": network(), "b": resource("OS::Heat::Value", ["sub-1"])})
    assert running.actions(template) == {}


def test_the_id_of_a_nested_stack_stays_after_a_failure(running: Running) -> None:
    """What `b` has read before is the ARN of the nested stack that runs; that of another one may have changed."""
    (running.folder / "kid.yaml").write_text("heat_template_version: 2018-08-31\nresources: {}\n")
    template = (
        "resources:\n  a: {type: kid.yaml}\n  b: {type: OS::Heat::Value, properties: {value: {get_resource: a}}}\n"
    )
    nested = {"name": "web-a", "id": "k-1", "status": "CREATE_COMPLETE", "template": {}, "resources": {}}
    kid = {"type": "kid.yaml", "id": "k-1", "status": "CREATE_COMPLETE", "properties": {}, "stack": nested}
    for id_, actions in (("k-1", {}), ("k-0", {"b": "unknown"})):
        failed(
            running, template, {"a": kid, "b": resource("OS::Heat::Value", f"arn:openstack:heat::p:stacks/web-a/{id_}")}
        )
        running.stack["files"] = {
            str(running.folder / "kid.yaml"): {"heat_template_version": "2018-08-31", "resources": {}}
        }
        assert running.actions(template) == actions


def test_what_was_never_made_and_goes_is_deleted_without_an_effect(running: Running) -> None:
    """Heat lists what it could not create until the next update, which takes it off the list."""
    unmade = {"type": "OS::Neutron::Net", "id": "", "status": "CREATE_FAILED", "reason": "no", "attributes": {}}
    template = "resources:\n  net: {type: OS::Neutron::Net, properties: {name: a}}\n"
    failed(running, template + "  more: {type: OS::Neutron::Net}\n", {"net": network(), "more": unmade})
    (change,) = running.plan(template)["resources"]
    assert (change["path"], change["action"], change["idle"]) == (["more"], "delete", True)
    assert running.actions(template + "  more: {type: OS::Neutron::Net}\n") == {"more": "add"}


SUBNET = "resources:\n  sub: {type: OS::Neutron::Subnet, properties: {network: net-1, cidr: %s}}\n"
FLAVOR = "resources:\n  sub: {type: OS::Nova::Flavor, properties: {name: %s, ram: 512, vcpus: 1}}\n"


@pytest.mark.parametrize(
    ("template", "was", "now", "said"),
    [
        (
            SUBNET,
            {"network": "net-1", "cidr": "10.0.0.0/24"},
            {"network": "net-1", "cidr": "10.1.0.0/24"},
            "which overlaps the old subnet",
        ),
        (SUBNET, {"network": "net-2", "cidr": "10.0.0.0/24"}, {"network": "net-1", "cidr": "10.1.0.0/24"}, ""),
        (
            FLAVOR,
            {"name": "a", "ram": 512, "vcpus": 1},
            {"name": "b", "ram": 512, "vcpus": 1},
            "refuses a second flavor",
        ),
    ],
)
def test_what_a_failed_update_has_replaced_still_exists(
    running: Running, template: str, was: dict[str, Any], now: dict[str, Any], said: str
) -> None:
    """The update replaced `sub` and failed later: the way back meets the old one, which Heat has not deleted yet."""
    type_ = "OS::Neutron::Subnet" if template is SUBNET else "OS::Nova::Flavor"
    old = {"type": type_, "id": "sub-0", "status": "CREATE_COMPLETE", "properties": was}
    new = {**old, "id": "sub-1", "properties": now, "attributes": {"name": "b"}, "older": {"sub-0": old}}
    failed(running, template % (now.get("cidr") or "b"), {"sub": new})
    (change,) = running.plan(template % (was.get("cidr") or "a"))["resources"]
    assert change["action"] == "replace"
    assert said in change["fails"] and ("delete it by hand (sub-0)" in change["fails"]) is bool(said)


def test_a_check_that_failed_leaves_the_template_as_it_is(running: Running) -> None:
    template = NET % ("OS::Heat::Value", "value", "subnets")
    running.runs(template, {"net": network(), "b": resource("OS::Heat::Value", [])}, status="CHECK_FAILED")
    found = running.plan(template)
    assert found["resources"] == []
    assert found["notes"] == ["the stack is CHECK_FAILED"]


def test_what_was_not_reached_may_be_replaced(running: Running) -> None:
    template = NET % ("OS::Neutron::Subnet", "cidr: 10.0.0.0/24, network", "name")
    subnet = {
        "type": "OS::Neutron::Subnet",
        "id": "sub-1",
        "status": "CREATE_COMPLETE",
        "properties": {"cidr": "10.0.0.0/24", "network": "older"},
    }
    failed(
        running, template, {"net": network(attributes={"name": "a", "status": "ACTIVE"}), "sub": subnet, "b": subnet}
    )
    found = running.actions(template)
    assert found["b"] == "replace"


def test_metadata_that_the_failed_update_did_not_set(running: Running) -> None:
    template = "resources:\n  b: {type: OS::Heat::Value, properties: {value: x}, metadata: {a: %s}}\n"
    failed(running, template % "new", {"b": resource("OS::Heat::Value", "x", metadata={"a": "old"})})
    assert running.actions(template % "new") == {"b": "update"}
    assert running.actions(template % "old") == {}
    failed(running, template % "new", {"b": resource("OS::Heat::Value", "x", "last")})
    assert running.actions(template % "new") == {}


ONE = "resources:\n  b: {type: %s, properties: {value: x}}\n"


def test_the_type_is_that_of_what_runs(running: Running) -> None:
    failed(running, ONE % TYPE, {"b": resource("OS::Heat::Value", "x")})
    assert running.actions(ONE % TYPE) == {"b": "replace"}
    assert running.actions(ONE % "OS::Heat::Value") == {}


SWITCH = "parameters: {wanted: {type: boolean, default: true}}\nconditions: {c: {get_param: wanted}}\nresources:\n  a: {type: OS::Heat::Value, properties: {value: y}}\n"
SWITCHED = "  b: {type: OS::Heat::Value, condition: c, properties: {value: %s}}\n"


def test_what_the_failed_update_was_to_delete_still_runs(running: Running) -> None:
    """Heat deletes at the end of an update, which a failed one does not reach."""
    stack = {"a": resource("OS::Heat::Value", "y"), "b": resource("OS::Heat::Value", "x")}
    failed(running, SWITCH + SWITCHED % "x", stack)
    running.stack["environment"] = {"parameters": {"wanted": False}}
    assert running.actions(SWITCH + SWITCHED % "x") == {}
    assert running.actions(SWITCH + SWITCHED % "z") == {"b": "update"}
    assert running.actions(SWITCH + SWITCHED % "x", "-P", "wanted=false") == {"b": "delete"}
    assert running.actions(SWITCH) == {"b": "delete"}
    failed(running, SWITCH, stack)
    assert running.actions(SWITCH + SWITCHED % "x") == {}
    assert running.actions(SWITCH + SWITCHED % "z") == {"b": "update"}
    assert running.actions(SWITCH + (SWITCHED % "x").replace("OS::Heat::Value", TYPE)) == {"b": "replace"}
    assert running.actions(SWITCH + SWITCHED % "x", "-P", "wanted=false") == {"b": "delete"}


def test_the_note_says_what_cannot_be_seen(running: Running) -> None:
    failed(running, CHAIN % "x", {"a": resource(TYPE, "x", "last"), "b": resource("OS::Heat::Value", "x")})
    notes = running.plan(CHAIN % "x")["notes"]
    assert notes[0] == "the stack is UPDATE_FAILED: it broke"
    assert "may not have come to 1 of its resources: 'b'" in notes[1]
    complete = {"status": "UPDATE_COMPLETE", "reason": ""}
    running.runs(CHAIN % "x", {"a": resource(TYPE, "x"), "b": resource("OS::Heat::Value", "x")}, **complete)
    assert running.plan(CHAIN % "x")["notes"] == []


def test_what_is_still_under_way_after_a_failure_is_noted(running: Running) -> None:
    moving = resource("OS::Heat::Value", "x") | {"status": "UPDATE_IN_PROGRESS"}
    failed(running, CHAIN % "x", {"a": resource(TYPE, "x", "last"), "b": moving})
    notes = running.plan(CHAIN % "x")["notes"]
    assert notes[1] == "still under way, so that what changes there is not part of the plan: 'b'"


HIDING = "parameters: {pw: {type: string, hidden: true}}\n" + ONE % "OS::Heat::Value"


def test_what_an_older_template_may_have_hidden_stays_hidden(running: Running) -> None:
    """The property was made of the hidden parameter before the failed update, which wrote it out."""
    failed(running, HIDING, {"b": resource("OS::Heat::Value", "s3cret")})
    code, output = running.run(HIDING, "-P", "pw=other")
    assert code == 0
    assert "s3cret" not in output
    assert "b" in output


@pytest.mark.parametrize(
    ("status", "said"), [("SUSPEND_COMPLETE", "it is suspended"), ("DELETE_FAILED", "it is being deleted")]
)
def test_heat_updates_no_stack_that_is_suspended_or_goes(running: Running, status: str, said: str) -> None:
    running.runs(ONE % TYPE, {"b": resource(TYPE, "x")}, status=status)
    code, output = running.run(ONE % TYPE)
    assert code == 1
    assert said in output


MOVING = """resources:
  net: {type: OS::Neutron::Net, properties: {name: a}}
  sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: %s}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: sub}}]}}
  test: {type: OS::Heat::TestResource, properties: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}}
  note: {type: OS::Heat::Value, properties: {value: {list_join: ['', ['at ', {get_attr: [test, output]}]]}}}
"""


def test_a_property_that_follows_a_replacement_passes_on_through_the_attribute_that_shows_it(running: Running) -> None:
    running.runs(
        MOVING % "10.0.0.0/24",
        {
            "net": network(),
            "sub": ("sub-1", {"network": "net-1", "cidr": "10.0.0.0/24"}, {"cidr": "10.0.0.0/24"}),
            "port": ("port-1", {"network": "net-1", "fixed_ips": [{"subnet": "sub-1"}]}, {"fixed_ips": [{"subnet_id": "sub-1", "ip_address": "10.0.0.9"}]}),
            "test": ("test-1", {"value": "10.0.0.9"}, {"output": "10.0.0.9"}),
            "note": ("note-1", {"value": "at 10.0.0.9"}, {"value": "at 10.0.0.9"}),
        },
    )  # fmt: skip
    assert running.actions(MOVING % "10.0.0.0/24") == {}
    assert running.actions(MOVING % "10.1.0.0/24") == {
        "sub": "replace", "port": "update", "test": "update", "note": "update",
    }  # fmt: skip


def test_heat_goes_on_with_what_a_failed_creation_was_to_replace(running: Running) -> None:
    """The creation of `a` in place of another one failed: an update compares the one that still runs."""
    template = "resources:\n  a: {type: OS::Neutron::Subnet, properties: {network: n, cidr: %s}}\n  b: {type: OS::Heat::Value, properties: {value: {get_resource: a}}}\n"
    made = {"network": "n", "cidr": "10.3.0.0/24"}
    kept = {"type": "OS::Neutron::Subnet", "id": "sub-1", "status": "UPDATE_COMPLETE", "properties": made}
    failed_ = {**kept, "id": "", "status": "CREATE_FAILED", "reason": "it overlaps", "kept": kept}
    failed(running, template % "10.3.0.0/23", {"a": failed_, "b": resource("OS::Heat::Value", "sub-1")})
    assert running.actions(template % "10.3.0.0/24") == {}
    found = running.plan(template % "10.3.0.0/23")["resources"]
    assert [(r["path"], r["action"]) for r in found] == [(["a"], "replace"), (["b"], "update")]
    assert "overlaps the old subnet 10.3.0.0/24" in found[0]["fails"]


@pytest.mark.parametrize("status", ["CREATE_FAILED", "UPDATE_FAILED"])
def test_a_stack_that_heat_never_made_fails_in_every_update(running: Running, status: str) -> None:
    """Heat updates an OS::Heat::Stack without an id, and does not find it."""
    template = "resources:\n  s: {type: OS::Heat::Stack, properties: {template: 'heat_template_version: 2018-08-31'}}\n"
    failed(running, template, {"s": {"type": "OS::Heat::Stack", "id": "", "status": status, "reason": "it broke"}})
    found = running.plan(template)["resources"]
    assert [(r["path"], r["action"], r["idle"]) for r in found] == [(["s"], "update", False)]
    assert found[0]["fails"].startswith("Heat has not made this stack")


def test_a_nested_stack_that_is_suspended_fails(running: Running) -> None:
    """The stack was to be suspended and resumed, and neither completed: what is within it may still be suspended."""
    (running.folder / "kid.yaml").write_text("heat_template_version: 2018-08-31\nresources: {}\n")
    template = "resources:\n  a: {type: kid.yaml}\n"
    for status, fails in (("SUSPEND_COMPLETE", True), ("RESUME_COMPLETE", False)):
        nested = {"name": "web-a", "id": "k-1", "status": status, "resources": {}}
        kid = {"type": "kid.yaml", "id": "k-1", "status": status, "properties": {}, "stack": nested}
        running.runs(template, {"a": kid}, status="RESUME_FAILED")
        found = running.plan(template)["resources"]
        assert [r["fails"].startswith("its stack is suspended") for r in found] == [fails]
