"""The changes that an update of a stack makes: to resources, their properties, and outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final, NamedTuple

from hotlint.language.values import Value

ACTIONS: Final = ("refuse", "replace", "delete", "add", "unknown", "update")
"""What Heat would do, the most severe first: refuse the update, replace, delete, create, not known, update in place."""


class PropertyChange(NamedTuple):
    """A property that changes. `old` or `new` is OMITTED where it is not given; secrets are redacted in both.

    `action` is what the property alone would cause: "update", "replace", "refuse" or "unknown"; `why` is the reason.
    `may_replace`: the action is unknown, and a new value would replace the resource.
    """

    name: str
    old: Value
    new: Value
    action: str
    why: str = ""
    may_replace: bool = False


class ResourceChange(NamedTuple):
    """A change of a resource. `path` begins with the enclosing resources: ("group", "0", "server").

    `idle` is True where Heat updates the resource in every update of the stack, and nothing in it changes now. `fails` is
    why a service refuses the change, so that the update fails half way: a clause, "" where nothing known refuses it. `may_fail`
    is why a service refuses it on clouds that are set up as most are.
    """

    path: tuple[str, ...]
    type: str
    action: str
    why: str
    properties: tuple[PropertyChange, ...] = ()
    idle: bool = False
    fails: str = ""
    may_fail: str = ""

    @property
    def name(self) -> str:
        """The path with dots."""
        return ".".join(self.path)

    @property
    def may_replace(self) -> bool:
        """Whether the action is unknown, and may turn out to be a replacement."""
        return self.action == "unknown" and (not self.properties or any(p.may_replace for p in self.properties))


class OutputChange(NamedTuple):
    """An output that is added, removed (OMITTED on one side) or changes; `sure` is False where it may not change."""

    name: str
    old: Value
    new: Value
    sure: bool


class QuotaChange(NamedTuple):
    """What an update takes of a quota more than before: at most while it runs, and afterwards. Less is a negative number."""

    name: str
    during: int
    after: int

    def __str__(self) -> str:
        if self.during == self.after:
            return f"{self.after:+} {self.name}"
        return (
            f"{self.during:+} {self.name} during the update, {f'{self.after:+}' if self.after else 'none'} afterwards"
        )


class UpdateCosts(NamedTuple):
    """What an update costs.

    `unavailable`: (the name of a resource, when); `lost`: what is lost, in words; `order`: the names of what is replaced, in the
    order of creation. `quota`: what it takes of each quota, such as "instances", more than before.
    """

    unavailable: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    quota: tuple[QuotaChange, ...] = ()

    def sentences(self) -> list[str]:
        """Return the costs in words; none where the update costs nothing."""
        found = []
        if self.unavailable:
            found.append(f"Unavailable: {_listed([f'{name!r} {when}' for name, when in self.unavailable])}.")
        if self.lost:
            found.append(f"Lost: {_listed(list(self.lost))}.")
        if len(self.order) > 1:
            names = _listed([f"'{name}'" for name in self.order])
            found.append(f"Order: Heat creates {names} anew, then deletes the old ones in the opposite order.")
        if self.quota:
            found.append(f"Quota: {_listed([str(change) for change in self.quota])}.")
        return found


_NAMED: Final = 6
"""How many resources a sentence names."""


def _listed(words: list[str]) -> str:
    more = f", and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return ", ".join(words[:_NAMED]) + more


class StackDiff(NamedTuple):
    """All changes: resources in the order of the templates, each followed by its nested stack; then outputs.

    `refused` are the reasons why Heat refuses the update as a whole, before it looks at any resource.
    """

    changes: tuple[ResourceChange, ...]
    outputs: tuple[OutputChange, ...]
    refused: tuple[str, ...] = ()
    costs: UpdateCosts = UpdateCosts()

    @property
    def effective(self) -> tuple[ResourceChange, ...]:
        """The changes of resources in which something changes."""
        return tuple(change for change in self.changes if not change.idle)

    @property
    def failing(self) -> tuple[ResourceChange, ...]:
        """The changes that a service refuses."""
        return tuple(change for change in self.changes if change.fails)

    def reaches(self, level: str) -> bool:
        """Return whether there is a change of a level: "delete", "replace" (or delete), or "change" (any).

        What Heat may do, as far as is known, counts as done, and so does what it or a service refuses.
        """
        if self.refused or self.failing or (level == "change" and self.outputs):
            return True
        return any(level in _levels(change) for change in self.effective)

    def counts(self) -> dict[str, int]:
        """Return the number of resources in which something changes, for each action that occurs, the most severe first."""
        found = {a: sum(c.action == a for c in self.effective) for a in ACTIONS}
        return {a: n for a, n in found.items() if n}


def _levels(change: ResourceChange) -> tuple[str, ...]:
    if change.action in ("delete", "refuse"):
        return ("change", "replace", "delete")
    if change.action == "replace" or (change.action == "unknown" and change.may_replace):
        return ("change", "replace")
    return ("change",)


def _is_sent(change: ResourceChange) -> bool:
    """Return whether an update sends something of a resource to its service."""
    return change.action in ("add", "replace") or (change.action == "update" and bool(change.properties))


class PropertyRefusal(NamedTuple):
    """Why a service refuses a property of a resource; the property is "" for the resource as a whole.

    `is_certain` is False where the settings of the cloud decide.
    """

    property: str
    why: str
    is_certain: bool = True

    def is_about(self, changed: Set[str]) -> bool:
        """Return whether one of these properties is refused, or is why another one is: the words then name it."""
        return self.property in changed or any(f"'{name}'" in self.why for name in changed if name)


class Refusals(NamedTuple):
    """`whole`: why Heat refuses the update as a whole. `single`: what services refuse, by the path of the resource."""

    whole: tuple[str, ...] = ()
    single: Mapping[tuple[str, ...], tuple[PropertyRefusal, ...]] = {}

    def applied(self, diff: StackDiff) -> StackDiff:
        """Return a difference with what is refused: of resources, as far as the update sends it to a service."""
        changes = tuple(self._applied(diff.changes))
        return diff._replace(changes=changes, refused=(*diff.refused, *self.whole))

    def _applied(self, changes: tuple[ResourceChange, ...]) -> Iterable[ResourceChange]:
        made: list[tuple[str, ...]] = []
        outer = {c.path[:n] for c in changes for n in range(1, len(c.path))}
        sent = {c.path[:n] for c in changes if _is_sent(c) and c.path not in outer for n in range(1, len(c.path))}
        for change in changes:
            if change.action in ("add", "replace"):
                made.append(change.path)
            is_idle = change.action == "update" and change.path in outer - sent
            found = () if change.fails or is_idle else self._of(change, made, change.path in sent)
            fails = next((refusal.why for refusal in found if refusal.is_certain), change.fails)
            may_fail = next((refusal.why for refusal in found), "") if not fails else ""
            yield change._replace(fails=fails, may_fail=may_fail)

    def _of(self, change: ResourceChange, made: list[tuple[str, ...]], is_sent: bool) -> tuple[PropertyRefusal, ...]:
        """Return why a service refuses a change. What is within something new has no change of its own.

        `is_sent`: something within the resource changes. A refusal of the resource as a whole is one of its members.
        """
        if change.path in made:
            within = (self.single[path] for path in self.single if path[: len(change.path)] == change.path)
            return tuple(refusal for each in within for refusal in each)
        changed = {item.name for item in change.properties} if change.action == "update" else set[str]()
        changed |= {""} if is_sent else set()
        return tuple(r for r in self.single.get(change.path, ()) if r.is_about(changed))
