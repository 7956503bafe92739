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
from hotlint.language.values import OMITTED, Unknown, Value, equal, is_known, show
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
        if new is not None and new.type and action in ("add", "replace", "update"):
            moved = next(self._still_taken(new, old if action == "update" else None), "")
            if moved:
                return moved
        if old is None or not old.type or action == "add":
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
        yield from _twice(
            unique, old.values, new.values, self._update.same, lambda n, first: shown_value(new, n, first)
        )

    def _still_taken(self, new: StackResource, old: StackResource | None) -> Iterator[str]:
        """Yield what a resource takes that one to be deleted still has, since something moves from this one to the other.

        Heat deletes what has left a template at any time, but only after it has updated what needed it (`_compute_convg_dependencies`
        in heat/engine/stack.py). `old` is the resource itself where the update keeps it.
        """
        update, known = self._update, heat_types.of(new.type)
        claims = [c for c in known.fixed_addresses(new.values) if old is None or c.address not in _addresses(old)]
        for name, other in update.before.items():
            if name == new.name or update.actions.get(name) != "delete" or name not in update.enabled_before:
                continue
            movers = (n for n in update.before if n in update.after and self._moves(n, name, new.name))
            mover = next(movers, None)
            if mover is None:
                continue
            late = f"and Heat deletes that one only after it has updated '{mover}'"
            for one in known.unique if other.type == new.type and not known.gives_way else ():
                first, is_free = new.values.get(one.names[0]), one.taken is not None or one.key is not None
                if is_free or first is None or (old is not None and update.same(old.values.get(one.names[0]), first)):
                    continue
                if all(update.same(other.values.get(n), new.values.get(n)) for n in one.names):
                    yield f"{one.service} refuses it, since {one.thing} '{name}' has the same {one.names[0]}, {late}"
            for claim, its in ((c, i) for c in claims for i in heat_types.of(other.type).fixed_addresses(other.values)):
                places = ((its.subnet, claim.subnet), (its.network, claim.network))
                is_one = any(a is not None and b is not None and update.same(a, b) for a, b in places)
                if its.address == claim.address and is_one:
                    yield f"Neutron refuses {claim.address}, which '{name}' has, {late}"

    def _moves(self, name: str, old: str, new: str) -> bool:
        """Return whether a resource needs one resource before the update, and another one after it."""
        before, after = (_leaves(side[name].values) for side in (self._update.before, self._update.after))
        return any(self._update.referred(v) == old for v in before) and any(
            self._update.referred(v) == new for v in after
        )

    def _shown(self, name: str, attribute: str) -> Value:
        """Return an attribute of a resource before the update; OMITTED for a member of a group."""
        side = self._before.get(name)
        if side is None or side.found.resource is None:
            return OMITTED
        return side.preview.context.attribute(side.found.resource, [attribute])


def refused_beside(old: StackResource, new: StackResource) -> str:
    """Return why a service refuses a new resource while an old one still exists, a clause; "" where nothing known does."""
    known, exists = heat_types.of(new.type), frozenset([new.name])

    def same(one: Value, other: Value) -> bool:
        return equal(one, other) is True

    def nothing(name: str, attribute: str) -> Value:
        return OMITTED

    update = StackUpdate({old.name: old}, {new.name: new}, (exists, exists), {new.name: "replace"}, {}, same, nothing)
    unique = known.unique if not known.gives_way else ()
    found = next(_twice(unique, old.values, new.values, same, lambda name, first: Unknown("it may be hidden")), "")
    return found or known.fails_to_be_replaced(old, new, update)


def _twice(
    unique: tuple[Unique, ...],
    old: Mapping[str, Value],
    new: Mapping[str, Value],
    same: Same,
    shown: Callable[[str, Value], Value],
) -> Iterator[str]:
    """Yield why a service refuses a resource beside an old one; `shown` returns what may be shown of a property."""
    for service, thing, names, *_ in unique:
        first = new.get(names[0])
        if first is not None and all(same(old.get(n), new.get(n)) for n in names):
            value = shown(names[0], first)
            alike = f"with {names[0]} {show(value, _WIDTH)}" if is_known(value) else f"with the same {names[0]}"
            alike = alike if len(names) < _FEW else "that is the same"
            yield f"{service} refuses a second {thing} {alike}, and Heat deletes the old one only afterwards"


def _resource(name: str, side: Side) -> StackResource:
    kind = side.kind.type.name if side.kind.location is None else ""
    return MadeResource(name, side.found.record.stack, kind, dict(side.values))


def _leaves(value: Value) -> Iterator[Value]:
    """Yield what is in a value and is neither a mapping nor a list."""
    if isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(item)
    else:
        yield value


def _addresses(resource: StackResource) -> set[str]:
    """Return the fixed addresses that a resource asks for."""
    return {claim.address for claim in heat_types.of(resource.type).fixed_addresses(resource.values)}


_FEW: Final = 3
"""Properties of which a message names the first: of more, all are meant."""
_WIDTH: Final = 80
"""Characters of a value in a message."""
