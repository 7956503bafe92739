"""Makes, updates and deletes stacks on a real Heat, and tells what an update did to each resource."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

POLL_SECONDS = 1.5
LIMIT_SECONDS = 600


class Outcome(NamedTuple):
    """How an action on a stack ended: its status, and the reason.

    "REFUSED" where Heat did not begin, "NO_ANSWER" where it was too busy to say so.
    """

    status: str
    reason: str

    @property
    def complete(self) -> bool:
        return self.status.endswith("_COMPLETE")


class Heat:
    """Heat of a cloud of clouds.yaml."""

    def __init__(self, cloud: str) -> None:
        import openstack

        self.connection: Any = openstack.connect(cloud=cloud)

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return the status and the decoded answer to a request. A busy service is asked again."""
        for attempt in range(4):
            try:
                answer = self.connection.orchestration.request(
                    path, method, json=body, raise_exc=False, timeout=400, connect_retries=2
                )
                if method != "GET" or answer.status_code < 500 or attempt == 3:
                    break
            except Exception:
                if attempt == 3:
                    raise
            time.sleep(3)
        try:
            return answer.status_code, answer.json()
        except ValueError:
            return answer.status_code, answer.text

    def create(self, name: str, body: dict[str, Any]) -> Outcome:
        """Create a stack. Returns how it ended."""
        status, answer = self.call("POST", "/stacks", {"stack_name": name, "disable_rollback": True, **body})
        return _unbegun(status, answer) or self.wait(name, "CREATE")

    def update(self, name: str, body: dict[str, Any], existing: bool = False) -> Outcome:
        """Update a stack, with what it has where it is `existing`. Returns how it ended."""
        stack_id, method = self.shown(name)["id"], "PATCH" if existing else "PUT"
        status, answer = self.call(method, f"/stacks/{name}/{stack_id}", {"disable_rollback": True, **body})
        return _unbegun(status, answer) or self.wait(name, "UPDATE")

    def act(self, name: str, action: str) -> Outcome:
        """Suspend, resume or check a stack. Returns how it ended."""
        status, answer = self.call("POST", f"/stacks/{name}/{self.shown(name)['id']}/actions", {action: None})
        return _unbegun(status, answer) or self.wait(name, action.upper())

    def shown(self, name: str) -> dict[str, Any]:
        """Return a stack as Heat shows it; {} for none."""
        status, answer = self.call("GET", f"/stacks/{name}")
        return answer["stack"] if status < 400 else {}

    def wait(self, name: str, action: str) -> Outcome:
        """Wait for the end of an action."""
        end = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < end:
            time.sleep(POLL_SECONDS)
            shown = self.shown(name)
            status = str(shown.get("stack_status", ""))
            if not status.endswith("IN_PROGRESS") and status.startswith(action):
                return Outcome(status, str(shown.get("stack_status_reason")))
        return Outcome("TIMED_OUT", "")

    def settle(self, name: str) -> None:
        """Wait until nothing within a stack is under way: nested stacks go on after the failure of another resource."""
        end = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < end:
            if not any(r["resource_status"].endswith("IN_PROGRESS") for r in self.resources(name).values()):
                return
            time.sleep(POLL_SECONDS)

    def delete(self, name: str, wait: bool = False) -> None:
        """Delete a stack."""
        shown = self.shown(name)
        if shown:
            self.call("DELETE", f"/stacks/{name}/{shown['id']}")
        end = time.monotonic() + 90
        while wait and self.shown(name) and time.monotonic() < end:
            time.sleep(POLL_SECONDS)

    def resources(self, name: str) -> dict[tuple[str, ...], dict[str, Any]]:
        """Return all resources of a stack and of those within it, by path."""
        shown = self.shown(name)
        _, answer = self.call("GET", f"/stacks/{name}/{shown['id']}/resources?nested_depth=5")
        listed = answer["resources"]
        paths: dict[str, tuple[str, ...]] = {shown["id"]: ()}
        found: dict[tuple[str, ...], dict[str, Any]] = {}
        for _ in range(7):
            for item in listed:
                links = {link["rel"]: link["href"] for link in item["links"]}
                stack = links["stack"].rpartition("/")[2]
                if stack not in paths:
                    continue
                path = (*paths[stack], item["resource_name"])
                found[path] = {**item, "stack": stack}
                if "nested" in links:
                    paths[links["nested"].rpartition("/")[2]] = path
        return found

    def events(self, name: str) -> dict[str, tuple[str, str, str]]:
        """Return (stack id, resource, status) of all events of a stack and of those within it, by the event's id.

        An update that only takes back that a resource has failed is none.
        """
        shown = self.shown(name)
        _, answer = self.call("GET", f"/stacks/{name}/{shown['id']}/events?nested_depth=5")
        return {
            e["id"]: (
                next(link["href"] for link in e["links"] if link["rel"] == "stack").rpartition("/")[2],
                e["resource_name"],
                e["resource_status"],
            )
            for e in answer["events"]
            if "neither update nor replace" not in str(e["resource_status_reason"])
        }


def actions(
    before: dict[tuple[str, ...], dict[str, Any]],
    after: dict[tuple[str, ...], dict[str, Any]],
    events: list[tuple[str, str, str]],
) -> dict[tuple[str, ...], str]:
    """Return what an update did to each resource: by physical ids, and the events that it made.

    What is within a resource that came, went or was replaced is left out.
    """
    updated = {(stack, name) for stack, name, status in events if status.startswith("UPDATE")}
    created = {(stack, name) for stack, name, status in events if status.startswith("CREATE")}
    found: dict[tuple[str, ...], str] = {}
    for path in sorted({*before, *after}, key=len):
        if any(found.get(path[:n]) in ("add", "delete", "replace") for n in range(1, len(path))):
            continue
        old, new = before.get(path), after.get(path)
        if old is not None and (
            old["resource_status"].startswith("INIT") or old["resource_status"] == "DELETE_COMPLETE"
        ):
            old = None  # never made, or deleted by an update that failed: Heat lists it until the next one
        if new is not None and new["resource_status"] == "DELETE_COMPLETE":
            new = None
        if new is None:
            found[path] = "delete" if old is not None else "unchanged"
        elif old is None:
            found[path] = "add"
        else:
            key = (new["stack"], path[-1])
            moved = bool(old["physical_resource_id"]) and old["physical_resource_id"] != new["physical_resource_id"]
            moved = moved and old["resource_status"] != "CREATE_FAILED"  # Heat goes on with what that was to replace
            if key in created or (moved and key not in updated):  # an attachment gets another id in an update in place
                found[path] = "replace"
            else:
                found[path] = "update" if key in updated else "unchanged"
    return found


def _unbegun(status: int, answer: Any) -> Outcome | None:
    """Return the outcome of an action that Heat did not begin; None for any other."""
    if status < 400:
        return None
    return Outcome("REFUSED" if status < 500 else "NO_ANSWER", _message(answer))


def _message(answer: Any) -> str:
    error = answer.get("error") if isinstance(answer, dict) else None
    return str(error.get("message") if isinstance(error, dict) else answer)
