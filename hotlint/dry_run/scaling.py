"""What an update does to the members of a scaling group: how many it creates, updates and deletes, in which batches.

See heat/scaling/rolling_update.py, heat/scaling/template.py and heat/engine/resources/openstack/heat/instance_group.py.
The oldest member comes first everywhere: Heat updates it first, and removes it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from hotlint.heat_types.base import HeatType
from hotlint.language.values import Value, is_known

_BATCHES: Final = 1000
"""Batches that are followed, at most."""


class RollingPolicy(NamedTuple):
    """How a group rolls: members that stay in service, members of a batch, and the pause after a batch, as it is given."""

    in_service: int = 0
    batch: int = 1
    pause: Value = 0


class Member(NamedTuple):
    """A member of a group. `differs`: it is of another definition; `replaced`: a new definition replaces it."""

    name: str
    differs: bool
    replaced: bool = False
    failed: bool = False


class Scaled(NamedTuple):
    """What becomes of the members: those that get the new definition and stay, those that go, how many come; the batches."""

    updated: frozenset[str]
    deleted: frozenset[str]
    created: int
    batches: int

    @property
    def why_deleted(self) -> str:
        """Why members go: the group gets smaller, or the rolling update has created others for the time being."""
        return "the oldest members go at the end of the rolling update" if self.batches else "the group gets smaller"

    def describe(self, policy: RollingPolicy | None) -> str:
        """Return how the group updates its members, in words; "" where it does not update them in batches."""
        if policy is None or not self.batches:
            return ""
        counts = ((self.created, "created"), (len(self.updated), "updated"), (len(self.deleted), "deleted"))
        members = ", ".join(f"{count} {what}" for count, what in counts if count)
        rolls = f"a rolling update in {self.batches} batch{'' if self.batches == 1 else 'es'}: {members or 'no change'}"
        return f"{rolls}; pause of {policy.pause} between batches" if policy.pause and self.batches > 1 else rolls


def policy_of(group: HeatType, values: Mapping[str, Value], update_policy: Value) -> RollingPolicy | None:
    """Return how a group rolls when the definition of its members changes; None where it does not."""
    if not group.rolling_policy:
        return _policy(values.get("rolling_updates") or {}, ("min_in_service", "max_batch_size", "pause_time"))
    found = update_policy.get(group.rolling_policy) if isinstance(update_policy, dict) else None
    return _policy(found, ("MinInstancesInService", "MaxBatchSize", "PauseTime")) if found else None


def _policy(found: Value, names: tuple[str, str, str]) -> RollingPolicy:
    given = [found.get(name) if isinstance(found, dict) else None for name in names]
    in_service, batch = (number(value) for value in given[:2])
    return RollingPolicy(in_service or 0, max(batch if batch is not None else 1, 1), given[2] or 0)


def number(value: Any) -> int | None:
    """Return a value as an integer; None where it is not one."""
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def sizes(group: HeatType, values: Mapping[str, Value], members: Sequence[Member]) -> tuple[int | None, int]:
    """Return the size that a group asks for, None where it asks for none, and the size that it has after an update."""
    healthy = sum(not member.failed for member in members)
    given = [number(values.get(name)) for name in group.sizes]
    if len(given) == 1:
        return given[0], healthy if given[0] is None else given[0]
    desired, least, most = given
    wanted = desired or healthy
    wanted = wanted if most is None else min(wanted, most)
    return desired, wanted if least is None else max(wanted, least)


def size_when_made(group: HeatType, given: Callable[[str], Value]) -> int | None:
    """Return the size of a new group with these properties; None where they are not known."""
    values = {name: given(name) for name in group.sizes}
    return sizes(group, values, ())[1] if all(is_known(value) for value in values.values()) else None


def scale(members: Sequence[Member], asked: int | None, final: int, policy: RollingPolicy | None) -> Scaled:
    """Return what becomes of the members of a group, which it updates in batches where there is a policy."""
    group = _Group(members)
    batches = list(_batches(min(asked or len(members), len(members)), len(members), policy)) if policy else []
    for size, new in batches:
        group.become(size, new)
    group.become(final, 0)
    return Scaled(
        frozenset(m.name for m in group.members if m.name in group.updated),
        frozenset(group.deleted),
        sum(m.name == "" for m in group.members),
        len(batches),
    )


def _batches(target: int, capacity: int, policy: RollingPolicy) -> Iterator[tuple[int, int]]:
    """Yield the size of the group after each batch, and how many members get the new definition in it."""
    done = 0
    for _ in range(_BATCHES):
        if done >= capacity == target:
            return
        new = min(policy.batch, max(target - done, 0))
        capacity = new + max(min(capacity, target - new), min(policy.in_service, target, capacity))
        done += new
        yield capacity, new


class _Group:
    """A group while it is updated; the name of a member that is created is ""."""

    def __init__(self, members: Sequence[Member]) -> None:
        self.members = list(members)
        self.updated: set[str] = set()
        self.deleted: set[str] = set()

    def become(self, size: int, new: int) -> None:
        """Give the group a size, and the new definition to some members, those that are created included."""
        kept = self.members[-size:] if size else []
        self.deleted |= {m.name for m in self.members[: len(self.members) - len(kept)] if m.name}
        created = size - len(kept)
        stay: list[Member] = []
        renewed: list[Member] = []
        for member in kept:
            if member.differs and new > created:
                new -= 1
                self.updated.add(member.name)
                (renewed if member.replaced else stay).append(member._replace(differs=False))
            else:
                stay.append(member)
        self.members = [*stay, *renewed, *[Member("", False)] * created]
