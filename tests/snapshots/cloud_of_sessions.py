"""The cloud that sessions ask: everything of the furnished one, and two stacks, one of which was rolled back."""

from __future__ import annotations

import json
from typing import Any

from furniture import furnish
from stand_in import Answer, StandIn

_HEAT = "/heat/v1/p1"
_TEMPLATE = {
    "heat_template_version": "2018-08-31",
    "parameters": {"pw": {"type": "string", "hidden": True, "default": "pr3set"}, "size": {"type": "number", "default": 1}},
    "resources": {
        "word": {"type": "OS::Heat::RandomString", "properties": {"length": 8}},
        "copy": {"type": "OS::Heat::Value", "properties": {"value": {"list_join": ["-", ["at", {"get_param": "pw"}]]}}},
        "inner": {"type": "inner.yaml", "properties": {"x": {"get_param": "size"}}},
        "group": {"type": "OS::Heat::AutoScalingGroup", "properties": {
            "min_size": 1, "max_size": 2, "resource": {"type": "OS::Heat::Value", "properties": {"value": "a"}}}},
    },
}  # fmt: skip
_INNER = json.dumps({
    "heat_template_version": "2018-08-31", "parameters": {"x": {"type": "number"}}, "resources": {"r": {"type": "OS::Neutron::Port"}},
})  # fmt: skip


def furnished(cloud: StandIn) -> None:
    """Give a cloud all that the sessions ask for."""
    furnish(cloud)
    cloud.answers |= _stack("web", "s-1", "UPDATE_FAILED") | _stack("back", "s-9", "ROLLBACK_COMPLETE")
    stacks = [{"id": f"s-{name}", "stack_name": name} for name in ("web", "back")]
    cloud.answers |= {
        f"{_HEAT}/stacks": (200, {"stacks": stacks}),
        f"{_HEAT}/validate": (400, {"error": {"message": "ERROR: The Parameter (size) was not provided."}}),
        f"{_HEAT}/stacks/preview": (
            400, {"error": {"message": "Property error: : resources.copy.properties.value: : 'x' is not known"}},
        ),
    }  # fmt: skip


def _link(rel: str, path: str) -> dict[str, str]:
    return {"rel": rel, "href": f"http://heat{_HEAT}/stacks/{path}"}


def _resource(name: str, kind: str, stack: str, status: str = "CREATE_COMPLETE", **more: Any) -> dict[str, Any]:
    links = [_link("self", f"{stack}/resources/{name}"), _link("stack", stack), *more.pop("links", ())]
    return {
        "resource_name": name, "resource_type": kind, "physical_resource_id": f"{name}-1", "resource_status": status,
        "resource_status_reason": "Conflict: resources.word: it is used (HTTP 409) (Request-ID: req-1)",
        "creation_time": "2025-01-01T00:00:01Z", "links": links, "attributes": {}, **more,
    }  # fmt: skip


def _event(name: str, number: int, stack: str, status: str, **more: Any) -> dict[str, Any]:
    return {
        "resource_name": name, "resource_status": status, "event_time": f"2026-01-01T00:00:0{number}Z", "id": f"e{number}",
        "physical_resource_id": f"{name}-1", "resource_type": "OS::Neutron::Port", "resource_status_reason": "state changed",
        "links": [_link("self", f"{stack}/resources/{name}/events/e{number}"), _link("stack", stack)], **more,
    }  # fmt: skip


def _stack(name: str, own_id: str, status: str) -> dict[str, Answer]:
    base, inner, group = f"{name}/{own_id}", f"{name}-inner/{own_id}-i", f"{name}-group/{own_id}-g"
    failed = "UPDATE_FAILED" if status.endswith("FAILED") else "DELETE_COMPLETE"
    resources = [
        _resource("word", "OS::Heat::RandomString", base, failed, attributes={"value": "r4ndom-word"}),
        _resource("copy", "OS::Heat::Value", base, attributes={"value": "at-s3cret", "show": None}),
        _resource("inner", "inner.yaml", base, "UPDATE_FAILED", links=[_link("nested", inner)], physical_resource_id=f"{own_id}-i",
                  resource_status_reason="Resource failed"),
        _resource("group", "OS::Heat::AutoScalingGroup", base, links=[_link("nested", group)], attributes={"current_size": 2}),
    ]  # fmt: skip
    members = [
        _resource("young", "OS::Heat::ScaledResource", group, creation_time="2025-02-01T00:00:00Z"),
        _resource("old", "OS::Heat::ScaledResource", group),
    ]
    port = [_resource("r", "OS::Neutron::Port", inner, "CREATE_FAILED", physical_resource_id=None)]
    events = [
        _event("copy", 1, base, "CREATE_COMPLETE"), _event("copy", 4, base, "UPDATE_COMPLETE"),
        _event(name, 2, base, "UPDATE_COMPLETE", physical_resource_id=own_id),
        _event("inner", 3, base, "CREATE_IN_PROGRESS", physical_resource_id=f"{own_id}-i"),
        _event("r", 5, inner, "CREATE_FAILED", resource_status_reason="NotFound: resources.r: no network 'net' (HTTP 404)"),
        _event("word", 6, base, "UPDATE_FAILED", resource_status_reason="Resource UPDATE failed: it was r"),
    ]  # fmt: skip
    shown = {
        "stack_name": name, "id": own_id, "stack_status": status, "stack_status_reason": "it failed", "creation_time": "2025",
        "updated_time": "2026-01-01T00:00:03Z", "parameters": {"pw": "******", "size": "1", "OS::stack_name": name},
    }  # fmt: skip
    nested = {**shown, "parameters": {}, "stack_status": "CREATE_FAILED"}
    environment = {
        "parameters": {"pw": "******"}, "parameter_defaults": {}, "event_sinks": [],
        "resource_registry": {"resources": {}, "A::B": "inner.yaml", "inner.yaml": "inner.yaml"},
    }  # fmt: skip
    stacks = f"{_HEAT}/stacks"
    return {
        f"{stacks}/{name}": (200, {"stack": shown}),
        f"{stacks}/{base}/template": (200, _TEMPLATE),
        f"{stacks}/{base}/environment": (200, environment),
        f"{stacks}/{base}/files": (200, {"inner.yaml": _INNER, "other": "text"}),
        f"{stacks}/{base}/events": (200, {"events": events}),
        f"{stacks}/{base}/resources": (200, {"resources": resources}),
        f"{stacks}/{base}/resources/copy/metadata": (200, {"metadata": {"a": 1}}),
        f"{stacks}/{base}/resources/copy/events/e4": (200, {"event": {"resource_properties": {"value": "at-s3cret"}}}),
        f"{stacks}/{inner}": (200, {"stack": {**nested, "stack_name": f"{name}-inner", "id": f"{own_id}-i"}}),
        f"{stacks}/{inner}/resources": (200, {"resources": port}),
        f"{stacks}/{group}": (200, {"stack": {**nested, "stack_name": f"{name}-group", "id": f"{own_id}-g"}}),
        f"{stacks}/{group}/resources": (200, {"resources": members}),
    }
