"""The names around a cursor, and how a name is related to them."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import NamedTuple, TypedDict

from hotlint.ide.completion.declared_names import Declared
from hotlint.ide.completion.habits import STRUCTURE, PlaceHabits, described_by, places
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.ide.completion.similarity import affinity
from hotlint.language import functions

MOST_NAMES = 300
"""Names of one kind that are offered at once; of more, the editor asks again as more is typed."""
_FAR = 400
"""The distance in characters at which the nearness of a declaration is halved."""
_FUNCTIONS = functions.NAMES | functions.CFN_NAMES


class Likeness(TypedDict):
    """The facts about the similarity of a name with those around the cursor."""

    like_nearest: float
    like_next: float
    like_owner: float


class NearbyNames(NamedTuple):
    """The names that describe the value at a cursor, from near to far; "" for none."""

    nearest: str
    next: str
    owner: str

    def likeness(self, name: str) -> Likeness:
        """Return the facts about the similarity of a name with these."""
        return {
            "like_nearest": affinity(name, self.nearest),
            "like_next": affinity(name, self.next),
            "like_owner": affinity(name, self.owner),
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names without gaps."""
        return tuple(filter(None, self))


def nearby_names(request: CompletionRequest) -> NearbyNames:
    """Return the names around the cursor that describe the value."""
    steps = [s for s in request.position.path if isinstance(s, str)]
    found = [s for s in reversed(steps[1:]) if s not in _FUNCTIONS and s not in STRUCTURE][:2]
    if steps[1:2] and steps[1] not in found:
        found.append(steps[1])
    return NearbyNames(*found, *[""] * (3 - len(found)))


def owner_of(request: CompletionRequest) -> str:
    """Return the resource that the cursor is in; "" elsewhere."""
    path = request.position.path
    return str(path[1]) if len(path) > 1 and path[0] == "resources" else ""


def habits_of(request: CompletionRequest, kind: str, before: str = "") -> PlaceHabits:
    """Return how often each name of a kind stands at places like the cursor, in this text and in the others of its folder.

    `before` is the resource of an attribute.
    """
    names, path = request.names, request.position.path
    at = bisect_left(names.written, request.position.start, key=attrgetter("at"))
    own = (
        names.written[at].name if names.written[at : at + 1] and names.written[at].at == request.position.start else ""
    )
    entry = str(path[1]) if len(path) > 1 else ""
    steps = [step for step in path if isinstance(step, str)]
    key = (steps or [""])[-1] if kind == "key" else described_by(steps)
    if not before:
        place = (entry, key) if kind == "key" else ()
        same = (
            w.name for w in reversed(names.written[:at]) if w.kind == kind and (not place or place == (w.entry, w.key))
        )
        before = next(same, "")
    declared = names.resources.get(entry)
    here = places(kind, entry, key, before, declared.type if declared is not None else None)
    return PlaceHabits.at(here, names.habits, request.environment.neighbors().habits, own)


def customs_of(location: SchemaLocation) -> list[str]:
    """Return the custom constraints of the property at a location."""
    outer: SchemaLocation | None = location
    while outer is not None:
        if outer.schema is not None:
            return [str(c.args) for c in outer.schema.constraints if c.kind == "custom_constraint"]
        outer = outer.outer
    return []


def nearby(request: CompletionRequest, declared: dict[str, Declared]) -> list[tuple[str, Declared]]:
    """Return the names to choose from: all, or in a very long text the nearest that match what is typed."""
    if len(declared) <= MOST_NAMES:
        return list(declared.items())
    typed, at = request.position.prefix.casefold(), request.offset
    fitting = [(n, d) for n, d in declared.items() if typed in n.casefold()]
    return sorted(sorted(fitting, key=lambda item: abs(item[1].at - at))[:MOST_NAMES], key=lambda item: item[1].at)


def nearness(declared: Declared, at: int) -> float:
    """Return a number between 0 and 1: how near a cursor is to a declaration above it or, with less weight, below."""
    distance = at - declared.at
    return 1 / (1 + distance / _FAR) if distance >= 0 else 0.6 / (1 - distance / _FAR)


def share(count: int, most: int) -> float:
    """Return a count as a number between 0 and 1, which no count above `most` exceeds."""
    return min(count, most) / most
