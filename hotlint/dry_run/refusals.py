"""What is refused of an update beside what its comparison shows: findings of a check, as a whole and by resource."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hotlint.dry_run.changes import ResourceChange, StackDiff


class PropertyRefusal(NamedTuple):
    """Why a service refuses a property of a resource; the property is "" for the resource as a whole."""

    property: str
    why: str


class Refusals(NamedTuple):
    """`whole`: why Heat refuses the update as a whole. `single`: what services refuse, by the path of the resource."""

    whole: tuple[str, ...] = ()
    single: Mapping[tuple[str, ...], tuple[PropertyRefusal, ...]] = {}

    def applied(self, diff: StackDiff) -> StackDiff:
        """Return a difference with what is refused: of resources, as far as the update sends it to a service."""
        changes = tuple(self._applied(diff.changes))
        return diff._replace(changes=changes, refused=(*diff.refused, *self.whole))

    def _applied(self, changes: Iterable[ResourceChange]) -> Iterable[ResourceChange]:
        made: list[tuple[str, ...]] = []
        for change in changes:
            if change.action in ("add", "replace"):
                made.append(change.path)
            yield change if change.fails else change._replace(fails=self._why(change, made))

    def _why(self, change: ResourceChange, made: list[tuple[str, ...]]) -> str:
        """Return why a service refuses a change; "" where none does. What is within something new has no change of its own."""
        found = list(self.single.get(change.path, ()))
        if change.path in made:
            within = (self.single[path] for path in self.single if path[: len(change.path)] == change.path)
            return next((refusal.why for each in within for refusal in each), "")
        changed = {item.name for item in change.properties}
        return next((r.why for r in found if change.action == "update" and r.property in changed), "")
