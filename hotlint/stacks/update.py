"""An update of one stack: its resources before and after, what happens to each, and what a service has by now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hotlint.common.records import NamedTuple
from hotlint.language.origins import id_of
from hotlint.language.values import Value
from hotlint.stacks.records import StackResource

UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A physical id, as most services give them."""


class RunningThing(NamedTuple):
    """What a service has for a resource that runs.

    `shown` returns an attribute as the service shows it, OMITTED where that is not known. `properties` are those that Heat has
    stored. `is_as_created`: no update has changed them yet. `place` is its path from the outermost stack, and `id` its physical id.
    """

    shown: Callable[[str], Value]
    properties: Mapping[str, Value]
    is_as_created: bool
    place: str
    id: str


class StackUpdate:
    """The resources of one stack, or the members of a group, before and after an update, by name.

    `before` and `after` have no nested stacks. `enabled` are the names of those that exist, before and after. `actions` say what
    happens to those that change: "add", "update", "replace", "delete" or "unknown".
    """

    def __init__(
        self,
        before: Mapping[str, StackResource],
        after: Mapping[str, StackResource],
        enabled: tuple[frozenset[str], frozenset[str]],
        actions: Mapping[str, str],
        ids: Mapping[str, str],
        same: Callable[[Value, Value], bool],
        shown: Callable[[str, str], Value],
    ) -> None:
        """Make an update.

        `ids` are the names of the resources that run, by their physical ids. `same` returns whether a value of before and one of
        after are certainly the same when Heat has updated the stack. `shown` returns an attribute of a resource before.
        """
        self.before = before
        self.after = after
        self.actions = actions
        self.same = same
        self.shown = shown
        self._enabled = enabled
        self._ids = ids

    @property
    def enabled_before(self) -> frozenset[str]:
        """The names of the resources that exist before."""
        return self._enabled[0]

    def stays(self, name: str) -> bool:
        """Return whether a resource exists before and after, and is the same one."""
        return all(name in names for names in self._enabled) and self.actions.get(name, "update") == "update"

    def staying(self, kind: str) -> Iterator[tuple[StackResource, StackResource]]:
        """Yield the resources of a type that stay, before and after."""
        for name, old in self.before.items():
            if old.type == kind and name in self.after and self.stays(name):
                yield old, self.after[name]

    def existing(self, kind: str) -> Iterator[StackResource]:
        """Yield the resources of a type that exist before."""
        return (old for name, old in self.before.items() if old.type == kind and name in self._enabled[0])

    def of(self, kind: str) -> Iterator[StackResource]:
        """Yield the resources of a type before, those that are disabled included."""
        return (old for old in self.before.values() if old.type == kind)

    def differs(self, old: Value, new: Value) -> bool:
        """Return whether two values are certainly not the same."""
        if isinstance(old, str) and isinstance(new, str):
            return old != new
        if isinstance(old, str) and UUID.fullmatch(old) and self.actions.get(self.referred(new)) in ("add", "replace"):
            return True  # the id of something new
        return bool(self.referred(old)) and bool(self.referred(new)) and not self.same(old, new)

    def referred(self, value: Value) -> str:
        """Return the name of the resource of this stack whose id a value is; "" for any other value."""
        if isinstance(value, str):
            return self._ids.get(value, "")
        return id_of(value) or ""
