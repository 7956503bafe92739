"""What authors write again and again: the names that stand at a key, in an entry of a name, or after another name.

The templates of a folder repeat each other, and a long template repeats itself. `written_names` reads the names of a text with
their places; `PlaceHabits` says how often each name stands at places like that of a cursor.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypedDict

from hotlint.language import functions

STRUCTURE = frozenset({
    "properties", "params", "value", "template", "data", "parameters", "resources", "outputs", "conditions", "metadata",
})  # fmt: skip
"""Keys that say nothing about the values below them."""
_FUNCTIONS = functions.NAMES | functions.CFN_NAMES
_KEY = re.compile(
    r"^([ ]*+(?:-[ ]++)*+)(\"[^\"\n]*\"|'[^'\n]*'|[^\s#'\"{}\[\],|>&*!%@`-][^#\n]*?)(?<! )[ ]*+:(?=[ \t\r\n]|$)", re.M
)
_ANY_FUNCTION = "|".join(sorted(_FUNCTIONS))
_NAME = r"[\"']?([\w.-]*\w)"
_FIRST = r"[\"']?:[ ]*(?:\[\s*|\n[ ]*-[ ]+)"
"""What is between a function and the first of its arguments."""


def _after(word: str, pattern: str) -> str:
    """Return a pattern for what follows a word. It begins with the word, which a search finds ten times as fast as a class."""
    return rf"{word}(?<!\w{word}){pattern}"


_FUNCTION = re.compile(rf"(?<![\w-])({_ANY_FUNCTION})[\"']?:(?=\s)")
_READS, _WAITS = ("get_attr", "Fn::GetAtt"), ("depends_on", "DependsOn")
_LISTED = r"[\"']?:(?:[ ]*+\[([^\[\]\n]*+)\]|((?:[ ]*+\n[ ]*+-[ ]++[\w.-]++)++))"
_REFERENCES = {
    "parameter": (re.compile(_after("get_param", rf"(?:{_FIRST}|[\"']?:[ ]*){_NAME}")),),
    "resource": (re.compile(_after("get_resource", rf"[\"']?:[ ]*{_NAME}")),),
    "attribute": tuple(re.compile(_after(word, rf"{_FIRST}{_NAME}")) for word in _READS),
    "depends": tuple(re.compile(_after(word, rf"[\"']?:[ ]*{_NAME}")) for word in _WAITS),
}
_DEPENDS = tuple(re.compile(_after(word, _LISTED)) for word in _WAITS)
_READ = tuple(re.compile(_after(word, rf"{_FIRST}{_NAME}[\"']?\s*(?:,[ ]*|\n[ ]*-[ ]+){_NAME}")) for word in _READS)
_ITEM = re.compile(r"[\w.-]+")
LONGEST = 200_000
"""The characters of the longest text whose names are read with their places: as many take some 40 ms."""
_SMOOTHING = 1
"""What is added to all counts, so that what was seen once is no certainty."""
Context = tuple[str, str, str, str]
"""A kind of name, and what is known of its place: "in" an entry at a key, "at" a key, or "after" a name."""
Counts = dict[Context, dict[str, int]]


class Written(NamedTuple):
    """A name in a text: its offset, its kind, the entry of the section and the key that it stands in, and the name before it.

    The kinds are those of the uses of `DeclaredNames`, "read" for an attribute, whose name before is the resource, and "key".
    """

    at: int
    kind: str
    name: str
    entry: str
    key: str
    before: str


def places(kind: str, entry: str, key: str, before: str, type_: str | None) -> tuple[Context, ...]:
    """Return what is known of a place, where `type_` is the type of the entry: its properties have that in place of their key."""
    if kind == "key":
        key = type_ if key == "properties" and type_ else key
        return (kind, "in", entry, key), (kind, "at", key, ""), (kind, "after", key, before)
    return (kind, "in", entry, key), (kind, "at", key, ""), (kind, "after", "", before)


def written_names(text: str) -> list[Written]:
    """Return the names in the sections of a text, in order."""
    open_: list[tuple[int, str]] = []
    last: dict[tuple[str, ...], str] = {}
    names: list[Written] = []
    for at, kind, name, column, before in sorted((*_keys(text), *_references(text)), key=itemgetter(0)):
        if kind == "key":
            while open_ and open_[-1][0] >= column:
                open_.pop()
            key = open_[-1][1] if open_ else ""
            place = tuple(step for _, step in open_)
        else:
            key, place = described_by([step for _, step in open_]), (kind,)
        names.append(Written(at, kind, name, open_[1][1] if len(open_) > 1 else "", key, before or last.get(place, "")))
        last[place] = name
        if kind == "key":
            open_.append((column, name))
    return names


def described_by(steps: Sequence[str]) -> str:
    """Return the innermost of some keys that says what a value below it is: the section for a condition; "" for none."""
    if steps[:1] == ["conditions"]:
        return "conditions"
    return next((step for step in reversed(steps[1:]) if step not in _FUNCTIONS and step not in STRUCTURE), "")


_Found = tuple[int, str, str, int, str]
"""The offset, the kind, and the name; the column of a key; the resource of an attribute."""


def _keys(text: str) -> Iterator[_Found]:
    for found in _KEY.finditer(text):
        yield found.start(2), "key", found.group(2).strip("\"'"), found.start(2) - found.start(), ""


def _references(text: str) -> Iterator[_Found]:
    for found in _FUNCTION.finditer(text):
        yield found.start(1), "function", found.group(1), 0, ""
    for kind, patterns in _REFERENCES.items():
        for found in _found(patterns, text):
            yield found.start(1), kind, found.group(1), 0, ""
    for found in _found(_READ, text):
        yield found.start(2), "read", found.group(2), 0, found.group(1)
    for found in _found(_DEPENDS, text):
        for item in _ITEM.finditer(text, found.start(found.lastindex or 0), found.end(found.lastindex or 0)):
            if name := item.group().strip(".-"):
                yield item.start(), "depends", name, 0, ""


def _found(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(text)


def counted(names: Iterable[Written], types: Mapping[str, str | None]) -> Counts:
    """Return how often each name stands at each place. `types` are those of the entries."""
    counts: Counts = {}
    for _, kind, name, entry, key, before in names:
        for place in places(kind, entry, key, before, types.get(entry)):
            there = counts.setdefault(place, {})
            there[name] = there.get(name, 0) + 1
    return counts


class Habit(TypedDict):
    """The facts about a name that follow from what stands at places like this one."""

    habit_in_entry: float
    habit_at_key: float
    habit_after: float


class PlaceHabits(NamedTuple):
    """The shares of the names that stand at places like one: in the entry, at the key, and after the name before."""

    in_entry: dict[str, float]
    at_key: dict[str, float]
    after: dict[str, float]

    @classmethod
    def at(cls, place: Iterable[Context], own: Counts, others: Counts, word: str) -> PlaceHabits:
        """Return the shares at a place, by the counts of its own text and of others, without the word at the place itself."""
        return cls(*(_shares(own.get(context, {}), others.get(context, {}), word) for context in place))

    def has(self, name: str) -> bool:
        """Return whether a name stands in such an entry, or after that name before."""
        return name in self.in_entry or name in self.after

    def of(self, name: str) -> Habit:
        """Return the facts about a name."""
        return {
            "habit_in_entry": self.in_entry.get(name, 0.0),
            "habit_at_key": self.at_key.get(name, 0.0),
            "habit_after": self.after.get(name, 0.0),
        }


def _shares(own: Mapping[str, int], others: Mapping[str, int], word: str) -> dict[str, float]:
    total = dict(others)
    for name, count in own.items():
        count -= name == word
        if count:
            total[name] = total.get(name, 0) + count
    most = sum(total.values()) + _SMOOTHING
    return {name: count / most for name, count in total.items()}
