"""Stacks are read from Heat's API, and recorded without their secrets."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from hotlint.cloud.errors import CloudError, RequestRefusedError
from hotlint.plans.failed_events import failures_of
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.planner import without_secrets_of
from hotlint.plans.recording import read, written
from hotlint.plans.stack_reader import NoSuchStackError, read_stack
from hotlint.plans.statuses import is_gone
from hotlint.resource_types.catalog import Catalog

BASE = "http://heat:8004/v1/p/stacks"
NESTED = {
    "heat_template_version": "2018-08-31",
    "parameters": {"token": {"type": "string", "hidden": True, "default": "n3sted"}},
}
TEMPLATE = {
    "heat_template_version": "2018-08-31",
    "parameters": {"pw": {"type": "string", "hidden": True, "default": "pr3set"}, "size": {"type": "number"}},
    "resources": {
        "word": {"type": "OS::Heat::RandomString"},
        "copy": {"type": "OS::Heat::Value", "properties": {"value": {"list_join": ["-", ["at", {"get_param": "pw"}]]}}},
        "other": {"type": "OS::Heat::TestResource", "properties": {"value": {"get_attr": ["word", "value"]}}},
        "inner": {"type": "file:///srv/inner.yaml"},
    },
}  # fmt: skip


def link(rel: str, path: str) -> dict[str, str]:
    return {"rel": rel, "href": f"{BASE}/{path}"}


def resource(name: str, type_: str, stack: str = "web/s-1", **more: Any) -> dict[str, Any]:
    links = [link("self", f"{stack}/resources/{name}"), link("stack", stack), *more.pop("links", ())]
    return {
        "resource_name": name, "resource_type": type_, "physical_resource_id": f"{name}-1", "resource_status": "CREATE_COMPLETE",
        "resource_status_reason": "state changed", "links": links, "attributes": {}, **more,
    }  # fmt: skip


def event(name: str, number: int, status: str = "CREATE_COMPLETE") -> dict[str, Any]:
    return {
        "resource_name": name, "resource_status": status, "event_time": f"2026-01-01T00:00:0{number}Z",
        "links": [link("self", f"web/s-1/resources/{name}/events/e{number}"), link("stack", "web/s-1")],
    }  # fmt: skip


class StandIn:
    """Answers as Heat does for one stack; `missing` paths are refused with 404."""

    def __init__(self) -> None:
        self.missing: set[str] = set()
        stack = {"stack_name": "web", "id": "s-1", "stack_status": "CREATE_COMPLETE", "stack_status_reason": "done"}
        detail = [
            resource("word", "OS::Heat::RandomString", attributes={"value": "r4ndom-word"}),
            resource("copy", "OS::Heat::Value", attributes={"value": "at-s3cret"}),
            resource("other", "OS::Heat::TestResource", attributes={"output": "r4ndom-word"}),
            resource("inner", "file:///srv/inner.yaml", links=[link("nested", "web-inner/s-2")]),
        ]
        events = [
            event("copy", 3, "UPDATE_COMPLETE"),
            event("other", 2),
            event("copy", 1),
            event("word", 1, "DELETE_COMPLETE"),
        ]
        properties = {
            "copy/events/e3": {"value": "at-s3cret"},
            "other/events/e2": {"value": "r4ndom-word"},
            "copy/events/e1": {"value": "old"},
        }
        self.answers: dict[str, Any] = {
            "/stacks/web": {"stack": {**stack, "parameters": {"pw": "******", "OS::stack_id": "s-1"}}},
            "/stacks/web/s-1/template": TEMPLATE,
            "/stacks/web/s-1/environment": {
                "parameters": {"pw": "******", "size": 2}, "parameter_defaults": {}, "event_sinks": [],
                "resource_registry": {"resources": {}, "file:///srv/inner.yaml": "file:///srv/inner.yaml"},
            },
            "/stacks/web/s-1/files": {"file:///srv/inner.yaml": json.dumps(NESTED), "file:///srv/run.sh": "#!/bin/sh\n"},
            "/stacks/web/s-1/resources?with_detail=true": {"resources": detail},
            "/stacks/web/s-1/events?nested_depth=20&resource_status=COMPLETE": {"events": events},
            "/stacks/web-inner/s-2": {"stack": {**stack, "stack_name": "web-inner", "id": "s-2"}},
            "/stacks/web-inner/s-2/resources?with_detail=true": {"resources": [resource("a", "OS::Heat::Value", "web-inner/s-2")]},
        }  # fmt: skip
        for path, found in properties.items():
            self.answers[f"/stacks/web/s-1/resources/{path}"] = {"event": {"resource_properties": found}}

    def get(self, service: str, path: str) -> Any:
        assert service == "orchestration"
        if path not in self.answers or path in self.missing:
            raise RequestRefusedError("Heat", 404, "not found")
        return self.answers[path]


ODD: list[Any] = [None, [], {}, "x", 1, True, [None], [[]], {"stack": None}, {"a": [{}]}, "http://[", "\ud800"]


def broken(answer: Any) -> Iterator[Any]:
    """Yield copies of an answer in which one part is something else, the whole answer included."""
    yield from ODD
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield {k: v for k, v in answer.items() if k != key}
            for other in broken(value):
                yield {**answer, key: other}
    elif isinstance(answer, list):
        for index, value in enumerate(answer):
            for other in broken(value):
                yield [*answer[:index], other, *answer[index + 1 :]]


@pytest.mark.parametrize("path", [*StandIn().answers, "/stacks/web/s-1/events?nested_depth=20"])
def test_an_answer_of_another_form_is_an_error_for_users(path: str) -> None:
    """A proxy in front of a cloud answered 200 with `{"stack": null}`, and plans ended in a traceback."""
    tried = StandIn()
    tried.answers.setdefault("/stacks/web/s-1/events?nested_depth=20", {"events": [event("copy", 3, "UPDATE_FAILED")]})
    for answer in broken(tried.answers[path]):
        heat = StandIn()
        heat.answers[path] = answer
        with contextlib.suppress(CloudError):
            failures_of(heat, read_stack(heat, "web"))
    heat.answers["/stacks/web"] = {"stack": None}
    with pytest.raises(
        CloudError, match="^Heat answers /stacks/web with 'stack' of a form that hotlint does not know$"
    ):
        read_stack(heat, "web")


@pytest.fixture
def heat() -> StandIn:
    return StandIn()


def test_a_stack_is_read_with_all_within_it(heat: StandIn) -> None:
    found = read_stack(heat, "web", "today")
    assert (found.name, found.id, found.status, found.recorded, found.size()) == (
        "web",
        "s-1",
        "CREATE_COMPLETE",
        "today",
        5,
    )
    assert found.resources["copy"].properties == {"value": "at-s3cret"}  # of its last event
    assert found.resources["word"].properties is None
    assert found.at(("inner", "a")) is not None
    assert found.environment == {"parameters": {"pw": "******", "size": 2}}
    assert found.files == {"file:///srv/inner.yaml": NESTED, "file:///srv/run.sh": "#!/bin/sh\n"}


def test_what_is_not_permitted_or_not_there_is_left_out(heat: StandIn) -> None:
    heat.missing |= {
        "/stacks/web/s-1/files",
        "/stacks/web-inner/s-2",
        "/stacks/web/s-1/events?nested_depth=20&resource_status=COMPLETE",
    }
    found = read_stack(heat, "web")
    assert found.files == {}
    assert found.resources["inner"].stack is None
    assert all(r.properties is None for r in found.resources.values())


def test_resources_are_read_one_by_one_where_all_are_too_much(heat: StandIn) -> None:
    found = heat.answers["/stacks/web/s-1/resources?with_detail=true"]["resources"]
    heat.missing.add("/stacks/web/s-1/resources?with_detail=true")
    heat.answers["/stacks/web/s-1/resources"] = {
        "resources": [{k: v for k, v in r.items() if k != "attributes"} for r in found]
    }
    heat.answers |= {f"/stacks/web/s-1/resources/{r['resource_name']}": {"resource": r} for r in found}
    assert read_stack(heat, "web").resources["other"].attributes == {"output": "r4ndom-word"}


def test_no_such_stack(heat: StandIn) -> None:
    with pytest.raises(NoSuchStackError, match="there is no stack 'wbe'"):
        read_stack(heat, "wbe")


def recorded(heat: StandIn) -> tuple[str, RecordedStack]:
    kept = without_secrets_of(read_stack(heat, "web"), Catalog())
    text = written(kept)
    return text, read("web.stack.yaml", text)


def test_a_recording_has_no_secrets(heat: StandIn) -> None:
    """Hidden values, given or by default, what is made of them, and random strings, wherever they turn up."""
    text, found = recorded(heat)
    assert not [secret for secret in ("s3cret", "pr3set", "n3sted", "r4ndom") if secret in text]
    assert found.resources["copy"].properties == {"value": "at-******"}
    assert "size: 2" in text


def test_a_nested_stack_has_no_secrets_in_its_parameters(heat: StandIn) -> None:
    heat.answers["/stacks/web-inner/s-2"]["stack"]["parameters"] = {
        "x": "at-s3cret",
        "y": "plain",
        "z": ["r4ndom-word"],
    }
    kept = without_secrets_of(read_stack(heat, "web"), Catalog())
    nested = kept.resources["inner"].stack
    assert nested is not None and nested.parameters == {"x": "******", "y": "plain", "z": ["******"]}


def test_a_reason_is_that_of_a_failure(heat: StandIn) -> None:
    shown = heat.answers["/stacks/web/s-1/resources?with_detail=true"]["resources"]
    shown[0] |= {"resource_status": "UPDATE_FAILED", "resource_status_reason": "it broke"}
    heat.answers["/stacks/web-inner/s-2"]["stack"] |= {
        "stack_status": "CREATE_FAILED",
        "stack_status_reason": "so did it",
    }
    found = read_stack(heat, "web")
    assert {r.name: r.reason for r in found.every()} == {
        "copy": "",
        "inner": "",
        "a": "",
        "other": "",
        "word": "it broke",
    }
    nested = found.resources["inner"].stack
    assert nested is not None and (found.reason, nested.reason) == ("", "so did it")


def test_a_recording_holds_what_was_read(heat: StandIn) -> None:
    text, found = recorded(heat)
    assert found == without_secrets_of(read_stack(heat, "web"), Catalog())
    assert written(found) == text


def test_how_far_a_failed_update_came(heat: StandIn) -> None:
    """Its start is when the stack was updated; before that, the stack's own events tell when an update last completed."""
    events = heat.answers["/stacks/web/s-1/events?nested_depth=20&resource_status=COMPLETE"]["events"]
    events += [event("web", 2), event("inner", 6, "UPDATE_COMPLETE")]
    heat.answers["/stacks/web/s-1/resources/word/metadata"] = {"metadata": {"a": "b"}}
    heat.answers["/stacks/web"]["stack"] |= {"stack_status": "UPDATE_FAILED", "updated_time": "2026-01-01T00:00:05Z"}
    found = read_stack(heat, "web")
    assert {name: r.reached for name, r in found.resources.items()} == {
        "copy": "earlier", "inner": "last", "other": "", "word": "",
    }  # fmt: skip
    assert {name: r.metadata for name, r in found.resources.items()} == {
        "copy": None, "inner": None, "other": None, "word": {"a": "b"},
    }  # fmt: skip
    kept = found._replace(template={})
    assert read("f", written(kept)).resources["copy"].reached == "earlier"
    assert read("f", written(kept)).resources["word"].metadata == {"a": "b"}
    heat.answers["/stacks/web"]["stack"]["stack_status"] = "UPDATE_COMPLETE"
    assert {r.reached for r in read_stack(heat, "web").resources.values()} == {""}


@pytest.mark.parametrize("order", [1, -1])
def test_what_a_failed_creation_was_to_replace(heat: StandIn, order: int) -> None:
    """Heat shows the replacement, whose creation failed; the events tell of the old one, and that it was not deleted."""
    shown = heat.answers["/stacks/web/s-1/resources?with_detail=true"]["resources"]
    for one in shown[1:3]:
        one |= {"resource_status": "CREATE_FAILED", "physical_resource_id": "", "resource_status_reason": "it broke"}
    past = [
        ("web-copy-x", "CREATE_IN_PROGRESS"),
        ("copy-1", "CREATE_COMPLETE"),
        ("copy-1", "UPDATE_COMPLETE"),
        ("", "CREATE_FAILED"),
    ]
    gone = [("other-1", "CREATE_COMPLETE"), ("other-1", "DELETE_COMPLETE"), ("", "CREATE_FAILED")]
    for name, told in (("copy", past), ("other", gone)):
        events = [event(name, n, status) | {"physical_resource_id": id_} for n, (id_, status) in enumerate(told)]
        heat.answers[f"/stacks/web/s-1/resources/{name}/events"] = {"events": events[::order]}
    heat.answers["/stacks/web/s-1/resources/copy/events/e3"]["event"]["resource_type"] = "OS::Heat::None"
    found = read_stack(heat, "web")
    kept = RecordedResource("copy", "OS::Heat::None", "copy-1", "UPDATE_COMPLETE", properties={"value": "at-s3cret"})
    assert (found.resources["copy"].kept, found.resources["other"].kept) == (kept, None)
    assert found.as_continued().resources["copy"] == kept
    text, again = recorded(heat)
    assert "s3cret" not in text and again.resources["copy"].kept is not None


def test_what_the_service_does_not_have_any_more(heat: StandIn) -> None:
    """Heat leaves out `show`, the only attribute of a security group, where Neutron does not find the group."""
    shown = heat.answers["/stacks/web/s-1/resources?with_detail=true"]["resources"]
    shown += [resource("group", "OS::Neutron::SecurityGroup"), resource("link", "OS::Cinder::VolumeAttachment")]
    found = read_stack(heat, "web")
    assert [is_gone(found.resources[name]) for name in ("group", "link")] == [True, False]
