"""Reads from the events of a stack what happened to its resources, also when Heat has rolled it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from hotlint.cloud.errors import RequestRefusedError
from hotlint.plans.failures import Failure, failures, split_reason, told
from hotlint.plans.heat_answers import Heat, items, mapping
from hotlint.plans.model import RecordedStack

_DEPTH = 20


def failures_of(heat: Heat, stack: RecordedStack) -> list[Failure]:
    """Return the failures of a stack: by its resources, and where these are gone, by its events. Raises CloudError."""
    found = list(failures(stack))
    return found or _told(heat, stack) or list(told(stack.reason))


def _told(heat: Heat, stack: RecordedStack) -> list[Failure]:
    """Return the last failure of each resource that the events tell."""
    found: dict[tuple[str, ...], Failure] = {}
    for event in _happened(heat, stack):
        if event.status.endswith("_FAILED") and event.kind and not event.words.startswith("Resource "):
            found[event.path] = event
    return [f for p, f in found.items() if not any(other[: len(p)] == p and other != p for other in found)]


def last_events(heat: Heat, name: str) -> tuple[RecordedStack, list[Failure]]:
    """Return a stack, without its resources, and the last event of each resource, failed or not, the newest last.

    Takes two or three requests. Raises CloudError.
    """
    shown = mapping(heat, f"/stacks/{quote(name, safe='')}", "stack")
    stack = RecordedStack(
        str(shown["stack_name"]),
        str(shown["id"]),
        str(shown["stack_status"]),
        str(shown.get("stack_status_reason") or ""),
    )
    found: dict[tuple[str, ...], Failure] = {}
    for event in _happened(heat, stack):
        found.pop(event.path, None)
        found[event.path] = event
    return stack, list(found.values())


def _happened(heat: Heat, stack: RecordedStack) -> Iterator[Failure]:
    """Yield what the events tell of the resources of a stack, in the order of time."""
    base = f"/stacks/{quote(stack.name, safe='')}/{stack.id}"
    listed = _events(heat, f"{base}/events?nested_depth={_DEPTH}") or _events(heat, f"{base}/events")
    events = sorted(listed, key=lambda event: str(event.get("event_time")))
    owners = {
        str(event["physical_resource_id"]): (_stack_id(event), str(event["resource_name"]))
        for event in events
        if event.get("physical_resource_id") and str(event["physical_resource_id"]) != _stack_id(event)
    }
    for event in events:
        if str(event.get("physical_resource_id")) == _stack_id(event):
            continue
        status, reason = str(event.get("resource_status")), str(event.get("resource_status_reason") or "")
        kind, words = split_reason(reason)
        yield Failure(_path(event, owners), str(event.get("resource_type") or ""), status, kind, words)


def _events(heat: Heat, path: str) -> list[dict[str, Any]]:
    """Return a list of events; none where Heat refuses to tell. Of a stack that was rolled back, Heat lists no nested ones."""
    try:
        return items(heat, path, "events")
    except RequestRefusedError:
        return []


def _path(event: dict[str, Any], owners: dict[str, tuple[str, str]]) -> tuple[str, ...]:
    """Return the names that lead to the resource of an event from the outermost stack."""
    names, stack = [str(event["resource_name"])], _stack_id(event)
    while stack in owners and len(names) < _DEPTH:
        stack, name = owners[stack]
        names.insert(0, name)
    return tuple(names)


def _stack_id(event: dict[str, Any]) -> str:
    link = next((link["href"] for link in event.get("links") or [] if link["rel"] == "stack"), "")
    return link.rpartition("/")[2]
