"""Reads a stack from Heat: what it was deployed with, its resources, and those of its nested stacks. Changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, unquote, urlsplit

from hotlint import heat_types
from hotlint.cloud.errors import CloudError, RequestRefusedError, is_told, unknown_since
from hotlint.language.versions import PSEUDO_PARAMETERS
from hotlint.plans.failed_updates import EARLIER, LAST, is_settled, tells_its_metadata
from hotlint.plans.heat_answers import Heat, checked, items, mapping
from hotlint.plans.model import RecordedResource, RecordedStack

_AT_ONCE = 8
"""Requests at a time."""
_DEPTH = 20
"""Stacks within stacks that are followed: Heat allows five, unless it is configured otherwise."""
_STORING = ("CREATE_COMPLETE", "UPDATE_COMPLETE", "ADOPT_COMPLETE")
"""The events that tell the properties of a resource as Heat has stored them."""
_Item = TypeVar("_Item")
_Read = TypeVar("_Read")


class NoSuchStackError(CloudError):
    """Raised when there is no such stack."""


def read_stack(heat: Heat, name: str, recorded: str = "") -> RecordedStack:
    """Return the stack of a name or id, as `find_stack` and `read_found` do."""
    return read_found(heat, find_stack(heat, name), recorded)


def find_stack(heat: Heat, name: str) -> dict[str, Any]:
    """Return what Heat shows of the stack of a name or id. Raises NoSuchStackError, and CloudError as `Heat.get` does."""
    try:
        return mapping(heat, f"/stacks/{quote(name, safe='')}", "stack")
    except RequestRefusedError as exc:
        if exc.status == 404:
            raise NoSuchStackError(f"there is no stack '{name}' in this project of the cloud") from None
        raise


def read_found(heat: Heat, shown: Mapping[str, Any], recorded: str = "") -> RecordedStack:
    """Return the stack that Heat shows. `recorded` says when and where it is read.

    A part that Heat does not answer in time, or in no known form, is unknown, and named in `unread`. Raises CloudError as
    `Heat.get` does for the template of the stack, and the list of its resources.
    """
    base = f"/stacks/{quote(str(shown['stack_name']), safe='')}/{shown['id']}"
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        reader = _Reader(heat, base, pool)
        parts = (
            pool.submit(mapping, heat, f"{base}/template"),
            pool.submit(reader.environment, shown),
            pool.submit(reader.files),
        )
        found = reader.read(shown)
        template, environment, files = (part.result() for part in parts)
    return found._replace(
        template=template, environment=environment, files=_parsed(files), recorded=recorded, unread=reader.notes()
    )


class _Event(NamedTuple):
    """An event: its time, its place among those of the same time, and the path under which Heat shows it."""

    time: str
    order: int
    path: str


class _Place(NamedTuple):
    """A stack as Heat shows it at `base`, the names that lead to it, and the type of the group whose members it has, or ""."""

    base: str
    shown: Mapping[str, Any]
    path: tuple[str, ...] = ()
    group: str = ""

    @property
    def id(self) -> str:
        """The id of the stack."""
        return self.base.rpartition("/")[2]


class _Reader:
    """Reads the resources of one stack and of all within it, those of one depth side by side."""

    def __init__(self, heat: Heat, base: str, pool: ThreadPoolExecutor) -> None:
        self.heat = heat
        self.base = base
        self.pool = pool
        self.unread: dict[str, list[str]] = {}
        self.events: dict[tuple[str, str], _Event] = {}
        self.things: dict[tuple[str, str], dict[str, _Event]] = {}

    def notes(self) -> tuple[str, ...]:
        """Return what could not be read and is unknown, a sentence for each reason, in an order that no thread decides."""
        return tuple(unknown_since(why, sorted(about)) for why, about in sorted(self.unread.items()))

    def _each(self, work: Callable[[_Item], _Read], items: Iterable[_Item]) -> list[_Read]:
        return list(self.pool.map(work, items))

    def _tried(self, about: str, work: Callable[[], _Read], otherwise: _Read) -> _Read:
        """Return what Heat answers; else `otherwise`, and a note where it does not just say that there is nothing."""
        try:
            return work()
        except CloudError as exc:
            if not is_told(exc):
                self.unread.setdefault(str(exc), []).append(about)
            return otherwise

    def environment(self, shown: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the environment of the stack; where it cannot be read, the parameters that Heat shows of the stack."""
        values = {n: v for n, v in (shown.get("parameters") or {}).items() if n not in PSEUDO_PARAMETERS}
        work = partial(mapping, self.heat, f"{self.base}/environment")
        return _kept(self._tried("the environment of the stack", work, {"parameters": values}))

    def files(self) -> Mapping[str, Any]:
        """Return the files of the stack; none where Heat is too old to tell (before Ocata)."""
        found: Any = self._tried(
            "the files of the stack", lambda: self.heat.get("orchestration", f"{self.base}/files"), None
        )
        return found if isinstance(found, dict) else {}

    def _events(self) -> dict[tuple[str, str], _Event]:
        """Return the last events that tell stored properties, by the id of the stack and the name of the resource.

        A stack is among its own resources, by its own name: these events tell when its last action completed. `things` gets the
        last of these events of each physical id that is not deleted.
        """
        path = f"{self.base}/events?nested_depth={_DEPTH}&resource_status=COMPLETE"
        none: list[dict[str, Any]] = []
        events = self._tried("the stored properties", lambda: items(self.heat, path, "events"), none)
        found: dict[tuple[str, str], _Event] = {}
        deleted = set[tuple[tuple[str, str], str]]()
        for number, event in enumerate(events):
            links = {link["rel"]: link["href"] for link in event.get("links") or []}
            key = (links.get("stack", "").rpartition("/")[2], str(event.get("resource_name")))
            order = -number if _newest_first(events) else number
            at = _Event(str(event.get("event_time")), order, _path(links.get("self", "")))
            stored = event.get("resource_status") in _STORING and "self" in links
            if stored and (key not in found or found[key] < at):
                found[key] = at
            id_ = str(event.get("physical_resource_id") or "")
            if event.get("resource_status") == "DELETE_COMPLETE":
                deleted.add((key, id_))
            elif stored and at >= self.things.setdefault(key, {}).get(id_, at):
                self.things[key][id_] = at
        for key, id_ in deleted:
            self.things.get(key, {}).pop(id_, None)
        return found

    def read(self, shown: Mapping[str, Any]) -> RecordedStack:
        """Return the stack that Heat shows, with its resources. Raises CloudError where Heat does not list them."""
        events = self.pool.submit(self._events)
        level = [_Place(self.base, shown)]
        inner: dict[tuple[str, ...], _Place] = {}
        resources: dict[tuple[str, ...], dict[str, RecordedResource]] = {}
        while level:
            listings = self._each(self._listed, level)
            self.events = events.result()
            pairs = [(at, r) for at, listed in zip(level, listings, strict=True) for r in listed or ()]
            found = self._each(lambda pair: self._resource(*pair), pairs)
            resources |= {at.path: {} for at, listed in zip(level, listings, strict=True) if listed is not None}
            for (at, _), (resource, _) in zip(pairs, found, strict=True):
                resources[at.path][resource.name] = resource
            nested = [
                _Place(link, {}, (*at.path, resource.name), resource.type)
                for (at, _), (resource, link) in zip(pairs, found, strict=True)
                if link is not None and len(at.path) < _DEPTH
            ]
            level = [at for at in self._each(self._shown_stack, nested) if at.shown]
            inner |= {at.path: at for at in level}

        def built(at: _Place) -> RecordedStack:
            own = {
                name: resource._replace(stack=built(inner[path]))
                if (path := (*at.path, name)) in inner and path in resources
                else resource
                for name, resource in resources[at.path].items()
            }
            stack = at.shown
            return RecordedStack(
                stack["stack_name"],
                stack["id"],
                stack["stack_status"],
                _reason(stack),
                own,
                stack.get("parameters") or {},
            )

        return built(_Place(self.base, shown))

    def _shown_stack(self, at: _Place) -> _Place:
        """Return a nested stack with what Heat shows of it; with nothing where it does not."""
        about = f"the stack within '{'.'.join(at.path)}'"
        return at._replace(shown=self._tried(about, lambda: mapping(self.heat, at.base, "stack"), {}))

    def _listed(self, at: _Place) -> list[dict[str, Any]] | None:
        """Return the resources of a stack in their order, with their attributes where Heat tells all at once.

        Returns None for a nested stack whose resources cannot be listed.
        """
        try:
            found: list[dict[str, Any]] | None = items(self.heat, f"{at.base}/resources?with_detail=true", "resources")
        except CloudError:
            work = partial(items, self.heat, f"{at.base}/resources", "resources")
            found = self._tried(f"the resources within '{'.'.join(at.path)}'", work, None) if at.path else work()
        key = _age if heat_types.of(at.group).has_random_members else _name
        return sorted(found, key=key) if found is not None else None

    def _resource(self, at: _Place, listed: dict[str, Any]) -> tuple[RecordedResource, str | None]:
        """Return a resource without its nested stack, and the path of that stack, if it has one."""
        name = ".".join((*at.path, str(listed["resource_name"])))
        shown = listed
        if "attributes" not in listed:
            shown = self._tried(f"the attributes of '{name}'", lambda: self._shown(at.base, listed), listed)
        event = self.events.get((at.id, str(shown["resource_name"])))
        path = event.path if event is not None else ""
        told = (
            self._tried(f"the stored properties of '{name}'", lambda: mapping(self.heat, path).get("event"), None)
            if path
            else None
        )
        stored = told if isinstance(told, dict) else None
        kept = self._tried(f"what '{name}' replaces", lambda: self._kept(at.base, shown, stored), None)
        type_, status = str(shown["resource_type"]), str(shown["resource_status"])
        reason = str(shown.get("resource_status_reason") or "") if "FAILED" in status else ""
        resource = RecordedResource(
            str(shown["resource_name"]), type_, str(shown.get("physical_resource_id") or ""), status, reason,
            _attributes(shown, type_), _properties(stored), kept=kept, stored=_stored_by(stored, status),
        )  # fmt: skip
        if not is_settled(str(at.shown["stack_status"])):
            resource = self._with_progress(at, resource, event)._replace(older=self._older(at, resource))
        return resource, _link(shown, "nested")

    def _with_progress(self, at: _Place, resource: RecordedResource, event: _Event | None) -> RecordedResource:
        """Return a resource of a stack whose last update failed, with how far that update came."""
        started = str(at.shown.get("updated_time") or at.shown.get("creation_time") or "")
        completed = self.events.get((at.id, str(at.shown["stack_name"])))
        moved = event is not None and (completed is None or event > completed)
        reached = "" if event is None or not moved else LAST if event.time >= started else EARLIER
        if reached == LAST or not tells_its_metadata(resource.type, resource.status):
            return resource._replace(reached=reached)
        path = f"{at.base}/resources/{quote(resource.name, safe='')}/metadata"
        about = f"the metadata of '{'.'.join((*at.path, resource.name))}'"
        found = self._tried(about, lambda: mapping(self.heat, path).get("metadata"), None)
        return resource._replace(reached=reached, metadata=found if isinstance(found, dict) else None)

    def _older(self, at: _Place, resource: RecordedResource) -> tuple[RecordedResource, ...]:
        """Return what a resource has replaced in updates that failed, which Heat deletes only when one completes."""
        things = self.things.get((at.id, resource.name), {})
        own = {"", resource.id, resource.kept.id if resource.kept is not None else ""}
        found = []
        for id_, event in things.items():
            if id_ not in own:
                about = f"what '{'.'.join((*at.path, resource.name))}' was before"
                none: dict[str, Any] = {}
                told = self._tried(about, partial(mapping, self.heat, event.path, "event"), none)
                type_ = str(told.get("resource_type") or resource.type)
                found.append(
                    RecordedResource(resource.name, type_, id_, "CREATE_COMPLETE", properties=_properties(told))
                )
        return tuple(found)

    def _shown(self, base: str, listed: dict[str, Any]) -> dict[str, Any]:
        path = f"{base}/resources/{quote(str(listed['resource_name']), safe='')}"
        return checked({**listed, **mapping(self.heat, path, "resource")}, "resources", path)

    def _kept(self, base: str, shown: Mapping[str, Any], stored: Mapping[str, Any] | None) -> RecordedResource | None:
        """Return the resource that one whose creation failed was to replace, and that still runs; None for any other.

        Of several resources of a name, Heat goes on with one that has not failed (`_get_best_existing_rsrc_db` in
        heat/engine/stack.py).
        """
        if shown["resource_status"] != "CREATE_FAILED" or stored is None or _link(shown, "nested") is not None:
            return None
        name = str(shown["resource_name"])
        events = items(self.heat, f"{base}/resources/{quote(name, safe='')}/events", "events")
        events = events[::-1] if _newest_first(events) else events
        last = {str(event.get("physical_resource_id") or ""): str(event.get("resource_status")) for event in events}
        own = {"", str(shown.get("physical_resource_id") or "")}
        running = [id_ for id_, status in last.items() if id_ not in own and _runs(status)]
        if not running:
            return None
        type_ = str(stored.get("resource_type") or shown["resource_type"])
        return RecordedResource(name, type_, running[-1], last[running[-1]], properties=_properties(stored))


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
