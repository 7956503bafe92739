"""Reads a stack from Heat: what it was deployed with, its resources, and those of its nested stacks. Changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from hotlint import heat_types
from hotlint.cloud.errors import CloudError, RequestRefusedError
from hotlint.plans.failed_updates import EARLIER, LAST, is_settled, tells_its_metadata
from hotlint.plans.heat_answers import Heat, checked, items, mapping
from hotlint.plans.model import RecordedResource, RecordedStack

_AT_ONCE = 4
"""Requests at a time."""
_DEPTH = 20
"""Stacks within stacks that are followed: Heat allows five, unless it is configured otherwise."""
_STORING = ("CREATE_COMPLETE", "UPDATE_COMPLETE", "ADOPT_COMPLETE")
"""The events that tell the properties of a resource as Heat has stored them."""


class NoSuchStackError(CloudError):
    """Raised when there is no such stack."""


def read_stack(heat: Heat, name: str, recorded: str = "") -> RecordedStack:
    """Return the stack of a name or id. `recorded` says when and where it is read.

    Raises NoSuchStackError, and CloudError as `Heat.get` does.
    """
    try:
        shown = mapping(heat, f"/stacks/{quote(name, safe='')}", "stack")
    except RequestRefusedError as exc:
        if exc.status == 404:
            raise NoSuchStackError(f"there is no stack '{name}' in this project of the cloud") from None
        raise
    base = f"/stacks/{quote(str(shown['stack_name']), safe='')}/{shown['id']}"
    reader = _Reader(heat, base)
    return RecordedStack(
        shown["stack_name"], shown["id"], shown["stack_status"], _reason(shown),
        reader.resources(shown, base, 0), shown.get("parameters") or {}, mapping(heat, f"{base}/template"),
        _kept(mapping(heat, f"{base}/environment")), _parsed(reader.files()), recorded,
    )  # fmt: skip


class _Event(NamedTuple):
    """An event: its time, its place among those of the same time, and the path under which Heat shows it."""

    time: str
    order: int
    path: str


class _Reader:
    """Reads the resources of one stack and of all within it."""

    def __init__(self, heat: Heat, base: str) -> None:
        self.heat = heat
        self.base = base
        self.events = self._events()

    def files(self) -> Mapping[str, Any]:
        """Return the files of the stack; none where Heat is too old to tell (before Ocata)."""
        try:
            found = self.heat.get("orchestration", f"{self.base}/files")
        except RequestRefusedError as exc:
            if exc.status != 404:
                raise
            return {}
        return found if isinstance(found, dict) else {}

    def _events(self) -> dict[tuple[str, str], _Event]:
        """Return the last events that tell stored properties, by the id of the stack and the name of the resource.

        A stack is among its own resources, by its own name: these events tell when its last action completed.
        """
        try:
            events = items(self.heat, f"{self.base}/events?nested_depth={_DEPTH}&resource_status=COMPLETE", "events")
        except RequestRefusedError:
            return {}  # not permitted, or too many
        found: dict[tuple[str, str], _Event] = {}
        for number, event in enumerate(events):
            links = {link["rel"]: link["href"] for link in event.get("links") or []}
            key = (links.get("stack", "").rpartition("/")[2], str(event.get("resource_name")))
            order = -number if _newest_first(events) else number
            at = _Event(str(event.get("event_time")), order, _path(links.get("self", "")))
            stored = event.get("resource_status") in _STORING and "self" in links
            if stored and (key not in found or found[key] < at):
                found[key] = at
        return found

    def resources(
        self, stack: Mapping[str, Any], base: str, depth: int, group: str = ""
    ) -> dict[str, RecordedResource]:
        """Return the resources of the stack at `base`, which Heat shows as `stack`: that of a `group`, "" for any other."""
        listed = sorted(self._listed(base), key=_age if heat_types.of(group).has_random_members else _name)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            events = list(pool.map(lambda r: self._stored(base, r), listed))
            kept = list(pool.map(lambda each: self._kept(base, *each), zip(listed, events, strict=True)))
        found = {}
        for shown, stored, before in zip(listed, events, kept, strict=True):
            nested = _link(shown, "nested") if depth < _DEPTH else None
            type_ = str(shown["resource_type"])
            nested_stack = self._nested(nested, depth + 1, type_) if nested is not None else None
            reason = str(shown.get("resource_status_reason") or "")
            resource = RecordedResource(
                str(shown["resource_name"]), type_, str(shown.get("physical_resource_id") or ""),
                str(shown["resource_status"]), reason if "FAILED" in str(shown["resource_status"]) else "",
                _attributes(shown, type_), _properties(stored), nested_stack, kept=before,
                stored=_stored_by(stored, str(shown["resource_status"])),
            )  # fmt: skip
            found[resource.name] = resource
        return found if is_settled(str(stack["stack_status"])) else self._with_progress(stack, base, found)

    def _with_progress(
        self, stack: Mapping[str, Any], base: str, found: Mapping[str, RecordedResource]
    ) -> dict[str, RecordedResource]:
        """Return the resources of a stack whose last update failed, with how far that update came."""
        started = str(stack.get("updated_time") or stack.get("creation_time") or "")
        id_ = base.rpartition("/")[2]
        completed = self.events.get((id_, str(stack["stack_name"])))
        marked = {}
        for name, resource in found.items():
            event = self.events.get((id_, name))
            moved = event is not None and (completed is None or event > completed)
            reached = "" if event is None or not moved else LAST if event.time >= started else EARLIER
            marked[name] = resource._replace(reached=reached)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            return dict(zip(marked, pool.map(lambda r: self._with_metadata(base, r), marked.values()), strict=True))

    def _with_metadata(self, base: str, resource: RecordedResource) -> RecordedResource:
        if resource.reached == LAST or not tells_its_metadata(resource.type, resource.status):
            return resource
        try:
            found = mapping(self.heat, f"{base}/resources/{quote(resource.name, safe='')}/metadata").get("metadata")
        except RequestRefusedError:
            return resource
        return resource._replace(metadata=found) if isinstance(found, dict) else resource

    def _listed(self, base: str) -> list[dict[str, Any]]:
        """Return the resources of a stack with their attributes, one by one where all at once is too much for Heat."""
        try:
            found = items(self.heat, f"{base}/resources?with_detail=true", "resources")
        except CloudError:
            found = items(self.heat, f"{base}/resources", "resources")
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            return list(pool.map(lambda r: r if "attributes" in r else self._shown(base, r), found))

    def _shown(self, base: str, listed: dict[str, Any]) -> dict[str, Any]:
        try:
            name = quote(str(listed["resource_name"]), safe="")
            path = f"{base}/resources/{name}"
            return checked({**listed, **mapping(self.heat, path, "resource")}, "resources", path)
        except RequestRefusedError:
            return listed

    def _stored(self, base: str, shown: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the last event of a resource that tells its properties; None where there is none."""
        event = self.events.get((base.rpartition("/")[2], str(shown["resource_name"])))
        try:
            found = mapping(self.heat, event.path).get("event") if event is not None else None
        except RequestRefusedError:
            return None
        return found if isinstance(found, dict) else None

    def _kept(self, base: str, shown: Mapping[str, Any], stored: Mapping[str, Any] | None) -> RecordedResource | None:
        """Return the resource that one whose creation failed was to replace, and that still runs; None for any other.

        Of several resources of a name, Heat goes on with one that has not failed (`_get_best_existing_rsrc_db` in
        heat/engine/stack.py).
        """
        if shown["resource_status"] != "CREATE_FAILED" or stored is None or _link(shown, "nested") is not None:
            return None
        name = str(shown["resource_name"])
        try:
            events = items(self.heat, f"{base}/resources/{quote(name, safe='')}/events", "events")
        except RequestRefusedError:
            return None
        events = events[::-1] if _newest_first(events) else events
        last = {str(event.get("physical_resource_id") or ""): str(event.get("resource_status")) for event in events}
        own = {"", str(shown.get("physical_resource_id") or "")}
        running = [id_ for id_, status in last.items() if id_ not in own and _runs(status)]
        if not running:
            return None
        type_ = str(stored.get("resource_type") or shown["resource_type"])
        return RecordedResource(name, type_, running[-1], last[running[-1]], properties=_properties(stored))

    def _nested(self, base: str, depth: int, group: str) -> RecordedStack | None:
        try:
            shown = mapping(self.heat, base, "stack")
        except RequestRefusedError:
            return None
        return RecordedStack(
            shown["stack_name"], shown["id"], shown["stack_status"], _reason(shown),
            self.resources(shown, base, depth, group), shown.get("parameters") or {},
        )  # fmt: skip


def _stored_by(event: Mapping[str, Any] | None, now: str) -> str:
    """Return the status of the event that tells the properties of a resource; "" where the resource still has it."""
    status = str(event.get("resource_status") or "") if event is not None else ""
    return status if status != now else ""


def _runs(status: str) -> bool:
    return status.endswith("_COMPLETE") and not status.startswith("DELETE")


def _properties(event: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return the properties in an event; None where it tells none."""
    found = event.get("resource_properties") if event is not None else None
    return found if isinstance(found, dict) and "Error" not in found else None


def _attributes(shown: Mapping[str, Any], type_: str) -> Mapping[str, Any]:
    """Return the attributes that Heat shows of a resource.

    Where the service does not find the thing, Heat leaves `show` out (`format_resource_attributes` in heat/engine/api.py).
    """
    found = shown.get("attributes")
    return {"show": None} if found == {} and heat_types.of(type_).has_only_answer else found or {}


def _name(shown: Mapping[str, Any]) -> str:
    return str(shown["resource_name"])


def _age(shown: Mapping[str, Any]) -> tuple[bool, str, str]:
    """Return a key by which the members of a group are sorted as Heat replaces and removes them."""
    return not str(shown["resource_status"]).endswith("_FAILED"), str(shown.get("creation_time")), _name(shown)


def _reason(shown: Mapping[str, Any]) -> str:
    failed = str(shown["stack_status"]).endswith("_FAILED")
    return str(shown.get("stack_status_reason") or "") if failed else ""


def _newest_first(events: list[dict[str, Any]]) -> bool:
    times = [str(event.get("event_time")) for event in events]
    return len(times) > 1 and times[0] > times[-1]


def _link(shown: Mapping[str, Any], rel: str) -> str | None:
    href = next((link["href"] for link in shown.get("links") or [] if link["rel"] == rel), None)
    return _path(href) if href is not None else None


def _path(href: str) -> str:
    """Return an address of Heat as a path below the project's: /stacks/NAME/ID..."""
    path = urlsplit(href).path
    return "/" + path[path.index("/stacks/") + 1 :] if "/stacks/" in path else unquote(path)


def _kept(environment: Mapping[str, Any]) -> dict[str, Any]:
    """Return an environment without what is empty, and the entries that Heat adds for templates that are named by file."""
    registry = {n: v for n, v in (environment.get("resource_registry") or {}).items() if v != n and v != {}}
    found = {n: environment.get(n) for n in ("parameters", "parameter_defaults")}
    return {n: v for n, v in {**found, "resource_registry": registry}.items() if v}


def _parsed(files: Mapping[str, Any]) -> dict[str, Any]:
    """Return files with those that are templates as mappings, as the client sends them."""
    return dict(_parsed_files(files))


def _parsed_files(files: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, text in sorted(files.items()):
        try:
            content = json.loads(text) if isinstance(text, str) and text.startswith("{") else None
            is_template = (
                isinstance(content, dict) and "heat_template_version" in content and json.dumps(content) == text
            )
        except (ValueError, RecursionError):
            content, is_template = None, False
        yield name, content if is_template else text
