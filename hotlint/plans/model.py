"""A stack as it runs, read from a cloud or from a recording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from hotlint import heat_types


class RecordedResource(NamedTuple):
    """A resource that runs.

    `id` is the physical id, "" where nothing was created. `status` is "CREATE_COMPLETE", "UPDATE_FAILED" and the like,
    `reason` why it failed. `attributes` are those that Heat shows. `properties` are those of its last creation or update
    with all functions resolved, which Heat compares with the new ones; None where they are not known. `stored` is the status
    with which Heat stored them, where `status` is another one by now. `stack` is its nested stack, or the stack of its members.

    `reached` and `metadata` are known of a stack whose last update failed, or is not at its end. `reached`: "last" where
    that update has completed the resource, "earlier" where a failed one before it has, else "". `metadata`: those of the
    template that has made the resource, None where they are not known.

    `kept` is the resource that this one was to replace, where its creation failed: it still runs, and Heat goes on with it.
    Its attributes are not known. `older` are those that it replaced in updates that failed: they exist until one completes.
    """

    name: str
    type: str
    id: str
    status: str
    reason: str = ""
    attributes: Mapping[str, Any] = {}
    properties: Mapping[str, Any] | None = None
    stack: RecordedStack | None = None
    reached: str = ""
    metadata: Mapping[str, Any] | None = None
    kept: RecordedResource | None = None
    stored: str = ""
    older: tuple[RecordedResource, ...] = ()


class RecordedStack(NamedTuple):
    """A stack that runs.

    `resources` are sorted by name; those of a group that names its members at random by age, and failed ones first.
    `template`, `environment` and `files` are those of its last update; only the outermost stack has them. `files` are
    by the names that the template uses: templates parsed, anything else as text. `recorded` says when and where the
    stack was read, and `unread` what of it is unknown, since the cloud did not answer, in sentences.
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
    unread: tuple[str, ...] = ()

    def at(self, path: tuple[str, ...]) -> RecordedResource | None:
        """Return the resource at a path from this stack; None where there is none.

        A member of a group that names its members at random is found by its number, too: the oldest is 0.
        """
        stack: RecordedStack | None = self
        found: RecordedResource | None = None
        for name in path:
            group = found.type if found is not None else ""
            found = _member(stack, name, group) if stack is not None else None
            if found is None:
                return None
            stack = found.stack
        return found

    def named(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """Return a path with the names of members in place of their numbers, as far as they exist."""
        found = [self.at(path[: length + 1]) for length in range(len(path))]
        return tuple(name if one is None else one.name for name, one in zip(path, found, strict=True))

    def every(self) -> Iterator[RecordedResource]:
        """Yield all resources, each followed by those of its nested stack."""
        return (resource for _, resource in self.walk())

    def walk(self, outer: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], RecordedResource]]:
        """Yield all resources with their paths, which begin with `outer`."""
        for name, resource in self.resources.items():
            yield (*outer, name), resource
            if resource.stack is not None:
                yield from resource.stack.walk((*outer, name))

    def as_continued(self) -> RecordedStack:
        """Return the stack as an update goes on with it: with the resources that it keeps in place of failed replacements."""
        found = {name: resource.kept or resource for name, resource in self.resources.items()}
        return self._replace(
            resources={
                name: resource._replace(stack=resource.stack.as_continued()) if resource.stack is not None else resource
                for name, resource in found.items()
            }
        )

    def size(self) -> int:
        """Return the number of resources, those of nested stacks included."""
        return sum(1 for _ in self.every())


def _member(stack: RecordedStack, name: str, group: str) -> RecordedResource | None:
    """Return a resource of a stack, whose members are numbered where the `group` names them at random."""
    found = stack.resources.get(name)
    if found is not None or not heat_types.of(group).has_random_members or not name.isdecimal():
        return found
    return next(islice(stack.resources.values(), int(name), None), None)
