"""What is read of Heat's answers about a stack, and what its events say of failures: answers with everything, and with little."""
# ruff: noqa: E501 - answers on one line

from __future__ import annotations

from typing import Any

import pytest
from for_each import for_each

from hotlint.cloud.errors import CloudError, RequestRefusedError
from hotlint.plans.failed_events import failures_of
from hotlint.plans.failures import Failure
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.stack_reader import NoSuchStackError, read_stack

BASE = "http://heat/v1/p/stacks"
LISTED = "/resources?with_detail=true"
EVENTS = "/events?nested_depth=20&resource_status=COMPLETE"


class Answers:
    """Answers of Heat by path; what is not there is refused with `status`, and an exception is raised."""

    def __init__(self, answers: dict[str, Any], status: int = 404) -> None:
        self.answers, self.status = answers, status
        self.asked: list[str] = []

    def get(self, service: str, path: str) -> Any:
        assert service == "orchestration"
        self.asked.append(path)
        found = self.answers.get(path, RequestRefusedError("Heat", self.status, "no"))
        if isinstance(found, Exception):
            raise found
        return found


def links(**rels: str) -> list[dict[str, str]]:
    return [{"rel": rel, "href": f"{BASE}/{path}"} for rel, path in rels.items()]


def shown(name: str, status: str = "CREATE_COMPLETE", type_: str = "OS::Heat::Value", **more: Any) -> dict[str, Any]:
    return {
        "resource_name": name,
        "resource_type": type_,
        "physical_resource_id": f"{name}-id",
        "resource_status": status,
        "resource_status_reason": f"why {name}",
        "attributes": {},
        **more,
    }


def told(name: str, time: int, stack: str = "w/1", status: str = "CREATE_COMPLETE", **more: Any) -> dict[str, Any]:
    return {
        "resource_name": name,
        "resource_status": status,
        "event_time": f"2026-01-01T00:00:{time:02}Z",
        "links": links(stack=stack, self=f"{stack}/resources/{name}/events/e{time}"),
        **more,
    }


def a_stack(**more: Any) -> dict[str, Any]:
    return {
        "stack": {"stack_name": "w", "id": "1", "stack_status": "CREATE_COMPLETE", "stack_status_reason": "why", **more}
    }


def answers(
    *resources: dict[str, Any],
    events: Any = None,
    stack: Any = None,
    **more: Any,
) -> Answers:
    """Return the answers about a stack `w` with these resources, as its events tell them."""
    base = "/stacks/w/1"
    return Answers({
        "/stacks/w": a_stack(**(stack or {})), f"{base}/template": {"t": 1}, f"{base}/environment": {}, f"{base}/files": {},
        f"{base}{LISTED}": {"resources": [*resources]}, f"{base}{EVENTS}": {"events": events or []}, **more,
    })  # fmt: skip


def read(heat: Answers) -> dict[str, RecordedResource]:
    return {**read_stack(heat, "w").resources}


def test_everything_of_a_stack() -> None:
    nested = links(self="w/1/resources/in", nested="w-in/2")
    heat = answers(
        shown("b", attributes={"value": 1}), shown("a", "UPDATE_FAILED", physical_resource_id=None), shown("in", type_="in.yaml", links=nested),
        events=[told("b", 1), told("b", 3, status="UPDATE_COMPLETE"), told("b", 2), told("b", 9, status="UPDATE_FAILED"), told("b", 4, stack="w-in/2")],
        stack={"parameters": {"p": 1}, "stack_status": "CREATE_FAILED"},
        **{
            "/stacks/w/1/resources/b/events/e3": {"event": {"resource_properties": {"value": 2}, "resource_status": "UPDATE_COMPLETE"}},
            "/stacks/w-in/2/resources/b/events/e4": {"event": {"resource_properties": {"value": 4}, "resource_status": "CREATE_COMPLETE"}},
            "/stacks/w-in/2": a_stack(stack_name="w-in", id="2", stack_status="UPDATE_COMPLETE", parameters={"x": 2}),
            f"/stacks/w-in/2{LISTED}": {"resources": [shown("b")]},
            "/stacks/w/1/environment": {"parameters": {}, "parameter_defaults": {"d": 1}, "event_sinks": [1], "resource_registry": {"resources": {}, "A": "a.yaml", "a.yaml": "a.yaml"}},
            "/stacks/w/1/files": {
                "b": '{"heat_template_version":"x"}', "a": '{"heat_template_version": "x"}', "c": '{"other": 1}', "d": "{bad", "e": 5, "f": ' {"heat_template_version": "x"}', "g": "[" * 9, "h": '{"a": ' * 9000,
            },
        },
    )  # fmt: skip
    assert read_stack(heat, "w", "now") == RecordedStack(
        "w", "1", "CREATE_FAILED", "why",
        {
            "a": RecordedResource("a", "OS::Heat::Value", "", "UPDATE_FAILED", "why a"),
            "b": RecordedResource("b", "OS::Heat::Value", "b-id", "CREATE_COMPLETE", attributes={"value": 1}, properties={"value": 2}, stored="UPDATE_COMPLETE", reached="last"),
            "in": RecordedResource("in", "in.yaml", "in-id", "CREATE_COMPLETE", stack=RecordedStack(
                "w-in", "2", "UPDATE_COMPLETE", "", {"b": RecordedResource("b", "OS::Heat::Value", "b-id", "CREATE_COMPLETE", properties={"value": 4})}, {"x": 2},
            )),
        },
        {"p": 1}, {"t": 1}, {"parameter_defaults": {"d": 1}, "resource_registry": {"A": "a.yaml"}},
        {"a": {"heat_template_version": "x"}, "b": '{"heat_template_version":"x"}', "c": '{"other": 1}', "d": "{bad", "e": 5, "f": ' {"heat_template_version": "x"}', "g": "[" * 9, "h": '{"a": ' * 9000},
        "now",
    )  # fmt: skip


def test_names_are_written_in_addresses_as_they_must_be() -> None:
    heat = Answers(
        {
            "/stacks/a%2Fb": a_stack(stack_name="ä b"),
            "/stacks/%C3%A4%20b/1/template": {},
            "/stacks/%C3%A4%20b/1/environment": {},
        }
    )
    with pytest.raises(RequestRefusedError):
        read_stack(heat, "a/b")
    parts = (EVENTS, "/template", "/environment", "/files", LISTED, "/resources")
    assert sorted(heat.asked) == sorted(["/stacks/a%2Fb", *(f"/stacks/%C3%A4%20b/1{part}" for part in parts)])


def test_a_stack_that_cannot_be_read() -> None:
    with pytest.raises(NoSuchStackError, match=r"^there is no stack 'x' in this project of the cloud$"):
        read_stack(Answers({}), "x")
    with pytest.raises(RequestRefusedError, match="403"):
        read_stack(Answers({}, 403), "x")
    heat = answers()
    heat.answers["/stacks/w/1/files"] = ["a"]
    assert read_stack(heat, "w").files == {}
    del heat.answers["/stacks/w/1/files"]
    assert read_stack(heat, "w") == RecordedStack("w", "1", "CREATE_COMPLETE", template={"t": 1})


@pytest.mark.parametrize("newest_first", [False, True])
def test_events_of_one_time_count_in_their_order(newest_first: bool) -> None:
    told_ = [
        told("a", 0),
        told("b", 0) | {"links": links(stack="w/1", self="w/1/resources/b/events/x")},
        told("b", 0),
        told("b", 5),
        told("b", 5) | {"links": links(stack="w/1", self="w/1/resources/b/events/y")},
    ]
    heat = answers(
        shown("b"),
        events=told_[::-1] if newest_first else told_,
        **{"/stacks/w/1/resources/b/events/y": {"event": {"resource_properties": {"last": 1}}}},
    )
    assert read(heat)["b"].properties == {"last": 1}


@for_each(
    ("event", "properties"),
    [({"resource_properties": {"a": 1}}, {"a": 1}), ({"resource_properties": {"Error": "x"}}, None), ({"resource_properties": []}, None), ({}, None), (None, None)],
)  # fmt: skip
def test_properties_that_an_event_tells(event: Any, properties: object) -> None:
    heat = answers(shown("b"), events=[told("b", 1)], **{"/stacks/w/1/resources/b/events/e1": {"event": event}})
    assert read(heat)["b"].properties == properties


def test_events_that_tell_nothing() -> None:
    lost = [
        told("a", 1) | {"links": None},
        told("a", 2) | {"links": links(stack="w/1")},
        told("a", 3, status="DELETE_COMPLETE"),
        told("a", 4) | {"links": [{"href": "x"}]},
    ]
    heat = answers(shown("a"), events=lost)
    assert read(heat)["a"] == RecordedResource("a", "OS::Heat::Value", "a-id", "CREATE_COMPLETE")
    assert [path for path in heat.asked if path.startswith("/stacks/w/1/resources/a")] == []
    heat.answers[f"/stacks/w/1{EVENTS}"] = {"events": None}
    assert read(heat)["a"].properties is None
    adopted = answers(
        shown("a"),
        events=[told("a", 1, status="ADOPT_COMPLETE")],
        **{
            "/stacks/w/1/resources/a/events/e1": {
                "event": {"resource_properties": {}, "resource_status": "ADOPT_COMPLETE"}
            }
        },
    )
    assert (read(adopted)["a"].properties, read(adopted)["a"].stored) == ({}, "ADOPT_COMPLETE")


def test_attributes_of_what_the_service_does_not_find() -> None:
    kinds = (
        "OS::Neutron::SecurityGroup",
        "OS::Neutron::SecurityGroupRule",
        "OS::Nova::ServerGroup",
        "OS::Neutron::Net",
    )
    found = read(
        answers(
            *(shown(f"{n}", type_=kind) for n, kind in enumerate(kinds)),
            shown("x", type_=kinds[0], attributes={"show": 1}),
            shown("y", type_=kinds[0], attributes=None),
        )
    )
    assert [r.attributes for r in found.values()] == [
        {"show": None},
        {"show": None},
        {"show": None},
        {},
        {"show": 1},
        {},
    ]


@pytest.mark.parametrize("refusal", [CloudError("too long"), RequestRefusedError("Heat", 500, "")])
def test_resources_one_by_one(refusal: Exception) -> None:
    short = [{k: v for k, v in shown(name).items() if k != "attributes"} for name in ("a b", "c", "d")]
    heat = answers(**{
        f"/stacks/w/1{LISTED}": refusal, "/stacks/w/1/resources": {"resources": [*short[:2], short[2] | {"attributes": {"own": 1}}]},
        "/stacks/w/1/resources/a%20b": {"resource": {"attributes": {"value": 1}, "resource_status": "UPDATE_COMPLETE"}},
    })  # fmt: skip
    assert [(r.name, r.status, r.attributes) for r in read(heat).values()] == [
        ("a b", "UPDATE_COMPLETE", {"value": 1}), ("c", "CREATE_COMPLETE", {}), ("d", "CREATE_COMPLETE", {"own": 1}),
    ]  # fmt: skip
    assert "/stacks/w/1/resources/d" not in heat.asked


def test_members_of_a_scaling_group_are_sorted_by_age() -> None:
    members = [
        shown("a", creation_time="2026-03"), shown("c", creation_time="2026-01"), shown("b", creation_time="2026-01"),
        shown("z", "UPDATE_FAILED", creation_time="2026-09"), shown("y", "CHECK_FAILED", creation_time="2026-08"),
    ]  # fmt: skip
    for kind, order in (("OS::Heat::AutoScalingGroup", "yzbca"), ("OS::Heat::ResourceGroup", "abcyz")):
        heat = answers(
            shown("g", type_=kind, links=links(nested="w-g/2")),
            **{"/stacks/w-g/2": a_stack(stack_name="w-g", id="2"), f"/stacks/w-g/2{LISTED}": {"resources": members}},
        )
        nested = read(heat)["g"].stack
        assert nested is not None and "".join(nested.resources) == order


@pytest.mark.parametrize(
    "href", ["http://h/heat-api/v1/p/stacks/w-in/2", "http://h/stacks/w-in/2?a=b", "/stacks/w-in/2"]
)
def test_addresses_of_nested_stacks(href: str) -> None:
    heat = answers(
        shown("in", links=[{"rel": "self", "href": "x"}, {"rel": "nested", "href": href}]),
        **{"/stacks/w-in/2": a_stack(id="2"), f"/stacks/w-in/2{LISTED}": {"resources": []}},
    )
    assert read(heat)["in"].stack == RecordedStack("w", "2", "CREATE_COMPLETE")
    del heat.answers["/stacks/w-in/2"]
    assert read(heat)["in"].stack is None


def test_stacks_within_stacks_end() -> None:
    heat = answers(
        **{
            "/stacks/w": a_stack(),
            f"/stacks/w/1{LISTED}": {"resources": [shown("in", links=links(nested="w/1"))]},
            "/stacks/w/1": a_stack(),
        }
    )
    assert read_stack(heat, "w").size() == 21


def test_how_far_an_update_came_that_is_not_at_its_end() -> None:
    """Events as late as the start of the update are its own; those before the last completion of the stack tell nothing."""
    resources = [shown(name) for name in ("before", "early", "same", "x y", "start", "late", "none")] + [
        shown("server", type_="OS::Nova::Server"),
        shown("updated", "UPDATE_COMPLETE"),
    ]
    events = [told("before", 1), told("w", 2), told("same", 2), told("early", 3), told("start", 4), told("late", 5)]
    metadata = {
        f"/stacks/w/1/resources/{name}/metadata": {"metadata": found}
        for name, found in (("before", {"a": 1}), ("early", None), ("x%20y", {}))
    }
    heat = answers(
        *resources,
        events=events,
        stack={"stack_status": "UPDATE_IN_PROGRESS", "updated_time": "2026-01-01T00:00:04Z"},
        **metadata,
    )
    found = read(heat)
    assert {n: (r.reached, r.metadata) for n, r in found.items()} == {
        "before": ("", {"a": 1}), "early": ("earlier", None), "late": ("last", None), "none": ("", None), "same": ("earlier", None), "server": ("", None),
        "start": ("last", None), "updated": ("", None), "x y": ("", {}),
    }  # fmt: skip
    asked = {path.split("/")[5] for path in heat.asked if path.endswith("/metadata")}
    assert asked == {"before", "early", "same", "none", "x%20y"}
    first = answers(
        shown("a"),
        shown("b"),
        events=[told("a", 1), told("b", 0)],
        stack={"stack_status": "CREATE_FAILED", "creation_time": "2026-01-01T00:00:01Z"},
    )
    assert [r.reached for r in read(first).values()] == ["last", "earlier"]


def test_which_resource_a_failed_creation_was_to_replace() -> None:
    failed: dict[str, Any] = {"status": "CREATE_FAILED", "physical_resource_id": "new"}
    past = [
        told("a", n, status=status, physical_resource_id=id_)
        for n, (id_, status) in enumerate(
            [
                ("x", "CREATE_COMPLETE"),
                ("y", "CREATE_COMPLETE"),
                ("x", "DELETE_COMPLETE"),
                ("z", "UPDATE_COMPLETE"),
                ("", "CREATE_FAILED"),
                ("new", "CREATE_COMPLETE"),
                ("q", "UPDATE_FAILED"),
            ]
        )
    ]
    stored: dict[str, Any] = {
        "/stacks/w/1/resources/a/events/e5": {"event": {"resource_properties": {"p": 1}, "resource_type": "T"}}
    }
    heat = answers(shown("a", **failed), events=past, **stored, **{"/stacks/w/1/resources/a/events": {"events": past}})
    kept = RecordedResource("a", "T", "z", "UPDATE_COMPLETE", properties={"p": 1})
    assert read(heat)["a"].kept == kept
    del stored["/stacks/w/1/resources/a/events/e5"]["event"]["resource_type"]
    assert read(heat)["a"].kept == kept._replace(type="OS::Heat::Value")
    for change in ({"resource_status": "UPDATE_FAILED"}, {"links": links(nested="w/9")}):
        heat.answers[f"/stacks/w/1{LISTED}"] = {"resources": [shown("a", **failed) | change]}
        assert read(heat)["a"].kept is None
    heat.answers[f"/stacks/w/1{LISTED}"] = {"resources": [shown("a", **failed)]}
    heat.answers["/stacks/w/1/resources/a/events"] = {"events": None}
    assert read(heat)["a"].kept is None
    del heat.answers["/stacks/w/1/resources/a/events"]
    assert read(heat)["a"].kept is None
    del heat.answers["/stacks/w/1/resources/a/events/e5"]
    heat.asked.clear()
    assert read(heat)["a"].kept is None
    assert "/stacks/w/1/resources/a/events" not in heat.asked


def test_what_a_failed_update_has_replaced_is_read_until_one_completes() -> None:
    past = [
        told("a", 0, status="CREATE_COMPLETE", physical_resource_id="x"),
        told("a", 1, status="UPDATE_COMPLETE", physical_resource_id="x"),
        told("a", 2, status="CREATE_COMPLETE", physical_resource_id="y"),
        told("a", 3, status="DELETE_COMPLETE", physical_resource_id="y"),
        told("a", 4, status="CREATE_COMPLETE", physical_resource_id="now"),
    ]
    stored: dict[str, Any] = {
        "/stacks/w/1/resources/a/events/e1": {"event": {"resource_properties": {"p": 1}, "resource_type": "T"}}
    }
    for status, older in (
        ("UPDATE_FAILED", (RecordedResource("a", "T", "x", "CREATE_COMPLETE", properties={"p": 1}),)),
        ("UPDATE_COMPLETE", ()),
    ):
        heat = answers(shown("a", physical_resource_id="now"), events=past, stack={"stack_status": status}, **stored)
        assert read(heat)["a"].older == older


def said(
    name: str, time: int, status: str, reason: str, stack: str = "1", id_: str = "", **more: Any
) -> dict[str, Any]:
    return {
        "resource_name": name,
        "resource_status": status,
        "resource_status_reason": reason,
        "event_time": f"{time:02}",
        "physical_resource_id": id_,
        "resource_type": f"T-{name}",
        "links": [{"rel": "self", "href": "x/9"}, {"rel": "stack", "href": f"{BASE}/n/{stack}"}],
        **more,
    }


def test_failures_that_only_events_tell() -> None:
    gone = RecordedStack("w w", "1", "ROLLBACK_COMPLETE")
    listed = [
        said("late", 9, "UPDATE_FAILED", "B: resources.late: last (HTTP 409)"), said("late", 3, "CREATE_FAILED", "A: resources.late: first"),
        said("w w", 8, "CREATE_FAILED", "A: it failed", id_="1"), said("plain", 4, "CREATE_FAILED", "no class"), said("second", 4, "CREATE_FAILED", "Resource CREATE failed: A: x"),
        said("fine", 4, "CREATE_COMPLETE", "A: x"), said("outer", 2, "CREATE_IN_PROGRESS", "", id_="2"), said("outer", 7, "CREATE_FAILED", "A: resources.outer: inner"),
        said("in", 5, "CREATE_FAILED", "C: resources.in: deep", "2", resource_type=None), said("none", 5, "CREATE_FAILED", "A: x", resource_status_reason=None),
        said("other", 6, "CREATE_FAILED", "D: resources.other: apart", "77"),
    ]  # fmt: skip
    heat = Answers({"/stacks/w%20w/1/events?nested_depth=20": {"events": listed}})
    late = Failure(("late",), "T-late", "UPDATE_FAILED", "B", "last")
    assert failures_of(heat, gone) == [
        late,
        Failure(("outer", "in"), "", "CREATE_FAILED", "C", "deep"),
        Failure(("other",), "T-other", "CREATE_FAILED", "D", "apart"),
    ]
    plain = Answers({"/stacks/w%20w/1/events": {"events": listed[:2]}})
    assert failures_of(plain, gone) == [late]
    assert plain.asked == ["/stacks/w%20w/1/events?nested_depth=20", "/stacks/w%20w/1/events"]
    assert failures_of(Answers({"/stacks/w%20w/1/events?nested_depth=20": {"events": None}}), gone) == []
    with pytest.raises(CloudError, match="^slow$"):
        failures_of(Answers({"/stacks/w%20w/1/events?nested_depth=20": CloudError("slow")}), gone)
    failed = gone._replace(resources={"a": RecordedResource("a", "T", "", "CREATE_FAILED", "E: why")})
    assert failures_of(Answers({}), failed) == [Failure(("a",), "T", "CREATE_FAILED", "E", "why")]


def test_resources_that_contain_each_other_by_their_events_end() -> None:
    around = [
        said("a", 1, "CREATE_IN_PROGRESS", "", "1", "2"),
        said("b", 2, "CREATE_IN_PROGRESS", "", "2", "1"),
        said("c", 3, "CREATE_FAILED", "A: x", "2"),
    ]
    (found,) = failures_of(
        Answers({"/stacks/w/1/events": {"events": around}}), RecordedStack("w", "1", "ROLLBACK_COMPLETE")
    )
    assert found.path == ("a", *("b", "a") * 9, "c")


BROKEN: dict[str, Any] = {
    "slow": CloudError("Heat of cloud 'x' does not answer within 30 seconds"),
    "an error of Heat": RequestRefusedError("Heat", 500, "busy"),
    "a bad gateway": RequestRefusedError("Heat", 502, ""),
    "not permitted": RequestRefusedError("Heat", 403, "no"),
    "gone": RequestRefusedError("Heat", 404, ""),
    "a list": ["a"],
    "a text": "<html>",
    "nothing": None,
    "texts for all": dict.fromkeys(
        ("event", "resource", "resources", "events", "stack", "metadata", "parameters"), "x"
    ),
    "lists for all": {
        key: [1, {"links": [7]}] for key in ("event", "resource", "resources", "events", "stack", "parameters")
    },
}
"""Answers of a cloud that is slow, broken or hostile."""
UNREAD = {
    EVENTS: "the stored properties", "/environment": "the environment of the stack", "/files": "the files of the stack",
    "/resources/b/events/e1": "the stored properties of 'b'", "/resources/c/metadata": "the metadata of 'c'",
    "in": "the stack within 'g'", f"in{LISTED}": "", "/resources/f/events": "what 'f' replaces",
}  # fmt: skip
"""What is unknown where one answer is missing, by its path."""


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("path", UNREAD)
def test_one_broken_answer_ends_no_reading(path: str, broken: str) -> None:
    """What it would have told is unknown, and a note says so, unless Heat answers that there is no such thing."""
    heat = answers(
        shown("b"), shown("c", attributes={"value": 1}), shown("f", "CREATE_FAILED"), shown("g", type_="g.yaml", links=links(nested="w-g/2")),
        events=[told("b", 1), told("f", 2)], stack={"stack_status": "UPDATE_FAILED", "parameters": {"p": "1", "OS::stack_id": "1"}},
        **{f"/stacks/w/1/resources/{name}/events/e{n}": {"event": {"resource_properties": {"p": 1}}} for name, n in (("b", 1), ("f", 2))},
        **{"/stacks/w/1/resources/f/events": {"events": [told("f", 1, physical_resource_id="old")]}},
        **{"/stacks/w-g/2": a_stack(id="2"), f"/stacks/w-g/2{LISTED}": {"resources": [shown("m")]}, "/stacks/w-g/2/resources": {"resources": [shown("m")]}},
        **{f"/stacks/w/1/resources/{name}/metadata": {"metadata": {}} for name in "bc"},
    )  # fmt: skip
    heat.answers["/stacks/w/1/environment"] = {"parameters": {"p": "1"}}
    whole = read_stack(heat, "w")
    assert (whole.unread, whole.resources["g"].stack is not None) == ((), True)
    heat.answers[f"/stacks/w-g/2{path[2:]}" if path.startswith("in") else f"/stacks/w/1{path}"] = BROKEN[broken]
    found = read_stack(heat, "w")
    assert found.resources["c"].attributes == {"value": 1} and found.environment == whole.environment
    if broken in ("slow", "an error of Heat", "a bad gateway") and UNREAD[path]:
        assert found.unread == (f"{BROKEN[broken]}. So this is unknown: {UNREAD[path]}",)


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("path", ["", "/template", "/resources"])
def test_without_these_answers_nothing_is_known(path: str, broken: str) -> None:
    heat = answers(shown("a"))
    heat.answers[f"/stacks/w{'/1' if path else ''}{path}"] = BROKEN[broken]
    if path == "/resources":
        heat.answers[f"/stacks/w/1{LISTED}"] = CloudError("slow")
    with pytest.raises(CloudError):
        read_stack(heat, "w")


def test_a_resource_that_heat_does_not_show_in_time() -> None:
    short = [{k: v for k, v in shown(name).items() if k != "attributes"} for name in ("a", "b", "c")]
    slow = CloudError("Heat of cloud 'x' does not answer within 30 seconds")
    heat = answers(**{f"/stacks/w/1{LISTED}": slow, "/stacks/w/1/resources": {"resources": short}})
    heat.answers |= {"/stacks/w/1/resources/a": slow, "/stacks/w/1/resources/b": slow}
    heat.answers["/stacks/w/1/resources/c"] = {"resource": {"attributes": {"value": 1}}}
    found = read_stack(heat, "w")
    assert found.unread == (f"{slow}. So this is unknown: the attributes of 'a', the attributes of 'b'",)
    assert [r.attributes for r in found.resources.values()] == [{}, {}, {"value": 1}]
