"""Changes of an update that a service refuses, so that the update fails half way.

Heat creates a replacement before it deletes the old resource: where a service allows only one of them, it refuses the new
one. Heat also deletes resources that others still need, when only the service knows of the need. Each case was seen on a
cloud: the tests have templates of each, and of a change next to it that succeeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hotlint import heat_types
from hotlint.dry_run.changes import ResourceChange
from hotlint.dry_run.compared_resource import Side, shown_value
from hotlint.heat_types.base import Unique
from hotlint.language.values import OMITTED, Value, is_known, show
from hotlint.stacks.records import MadeResource, StackResource
from hotlint.stacks.update import StackUpdate

Same = Callable[[Value, Value], bool]
"""Whether a value of the old side and one of the new side are certainly the same when Heat has updated the stack."""


class StackChanges:
    """The resources of one stack, or the members of a group, before and after, with the changes of them by name."""

    def __init__(
        self,
        before: Mapping[str, Side],
        after: Mapping[str, Side],
        changes: Mapping[str, ResourceChange],
        same: Same,
        ids: Mapping[str, str],
    ) -> None:
        """`ids` are the names of the resources that run, by their physical ids."""
        self._before = before
        self._after = after
        self._changes = changes
        sides = before, after
        old, new = ({name: _resource(name, side) for name, side in each.items()} for each in sides)
        exist = (frozenset(name for name, side in each.items() if side.found.enabled) for each in sides)
        actions = {name: change.action for name, change in changes.items()}
        self._update = StackUpdate(old, new, (next(exist), next(exist)), actions, ids, same, self._shown)

    def failure(self, name: str) -> str:
        """Return why a service refuses the change of a resource, a clause; "" where nothing known refuses it."""
        action, update = self._changes[name].action, self._update
        old, new = update.before.get(name), update.after.get(name)
        if old is None or not old.type:
            return ""
        known = heat_types.of(old.type)
        if action == "replace" and new is not None and new.type == old.type:
            unique = known.unique if not known.gives_way else ()
            found = next(self._twice(name, unique), "") or known.fails_to_be_replaced(old, new, update)
            if found:
                return found
        if action in ("delete", "replace"):
            return known.fails_to_go(old, update)
        return known.fails_to_change(old, new, update) if action == "update" and new is not None else ""

    def _twice(self, name: str, unique: tuple[Unique, ...]) -> Iterator[str]:
        """Yield why the new resource cannot exist beside the old one."""
        old, new = self._before[name], self._after[name]
        for service, thing, names, *_ in unique:
            first = new.values.get(names[0])
            if first is not None and all(self._update.same(old.values.get(n), new.values.get(n)) for n in names):
                value = shown_value(new, names[0], first)
                alike = f"with {names[0]} {show(value, _WIDTH)}" if is_known(value) else f"with the same {names[0]}"
                alike = alike if len(names) < _FEW else "that is the same"
                yield f"{service} refuses a second {thing} {alike}, and Heat deletes the old one only afterwards"

    def _shown(self, name: str, attribute: str) -> Value:
        """Return an attribute of a resource before the update; OMITTED for a member of a group."""
        side = self._before.get(name)
        if side is None or side.found.resource is None:
            return OMITTED
        return side.preview.context.attribute(side.found.resource, [attribute])


def _resource(name: str, side: Side) -> StackResource:
    kind = side.kind.type.name if side.kind.location is None else ""
    return MadeResource(name, side.found.record.stack, kind, dict(side.values))


_FEW: Final = 3
"""Properties of which a message names the first: of more, all are meant."""
_WIDTH: Final = 80
"""Characters of a value in a message."""
