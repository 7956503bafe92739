"""A stack as it runs, read from a cloud or from a recording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class RecordedResource(NamedTuple):
    """A resource that runs.

    `id` is the physical id, "" where nothing was created. `status` is "CREATE_COMPLETE", "UPDATE_FAILED" and the like,
    `reason` why it failed. `attributes` are those that Heat shows. `properties` are those of its last creation or update
    with all functions resolved, which Heat compares with the new ones; None where they are not known. `stack` is its
    nested stack, or the stack of its members.
    """

    name: str
    type: str
    id: str
    status: str
    reason: str = ""
    attributes: Mapping[str, Any] = {}
    properties: Mapping[str, Any] | None = None
    stack: RecordedStack | None = None


class RecordedStack(NamedTuple):
    """A stack that runs.

    `template`, `environment` and `files` are those of its last update; only the outermost stack has them. `files` are
    by the names that the template uses: templates parsed, anything else as text. `recorded` says when and where the
    stack was read.
    """

    name: str
    id: str
    status: str
    reason: str = ""
    resources: Mapping[str, RecordedResource] = {}
    parameters: Mapping[str, Any] = {}
    template: Mapping[str, Any] = {}
    environment: Mapping[str, Any] = {}
    files: Mapping[str, Any] = {}
    recorded: str = ""

    def at(self, path: tuple[str, ...]) -> RecordedResource | None:
        """Return the resource at a path from this stack; None where there is none."""
        stack: RecordedStack | None = self
        found: RecordedResource | None = None
        for name in path:
            found = stack.resources.get(name) if stack is not None else None
            if found is None:
                return None
            stack = found.stack
        return found

    def size(self) -> int:
        """Return the number of resources, those of nested stacks included."""
        return sum(1 + (r.stack.size() if r.stack is not None else 0) for r in self.resources.values())
