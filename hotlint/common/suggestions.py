"""Suggestions of names, for "did you mean"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from hotlint.common.annotations import TypeVar
from hotlint.common.records import NamedTuple
from hotlint.common.time_limit import allowance, metered

Found = TypeVar("Found")
_NEIGHBORS = 60
_COMPARED = 12
"""Of those that are alike, how many are compared in other ways, too; twice as many that have most letters in common are looked at."""
_QUICK = 100
"""Pairs of letters that take as long as to see that two names are not alike."""
_INDEXED = 20
"""Pairs of letters that take as long as to sort a name among the others."""
_LONGEST = 100
"""Characters of a name that may be a misspelling: comparing takes time in proportion to both lengths."""
_LONG_WORD = 7
"""Letters from which two transposed ones are no other word: trial and trail, united and untied are shorter."""
_WORD = r"[^\W\d_]+"
_SEPARATORS = r"[\W_]+"


def closest_matches(name: str, candidates: Iterable[str]) -> list[str]:
    """Up to three candidates that the author of `name` may have meant, the most likely first.

    The candidates may call `charge` for what it takes to find them.
    """
    return (_in_time(_nearest, name, candidates) or [])[:3]


def _in_time(find: Callable[[str, tuple[str, ...]], Found], name: str, candidates: Iterable[str]) -> Found | None:
    """Return what `find` returns; None where the names of a file were compared for too long."""
    if not allowance().compare(0):
        return None
    try:
        return metered(_found, find, name, candidates)
    except _TooManyError:
        return None


def _found(find: Callable[[str, tuple[str, ...]], Found], name: str, candidates: Iterable[str]) -> Found:
    return find(name, tuple(candidates))


class _TooManyError(Exception):
    """Names were compared for too long."""


@lru_cache(2048)
def _nearest(name: str, candidates: tuple[str, ...]) -> list[str]:
    """All candidates that may be meant, the most likely first: a fix needs one that is nearer than each of the others."""
    from difflib import SequenceMatcher

    if len(name) > _LONGEST:
        return []
    index = _index(candidates)
    folded = _fold(name)
    same = [c for c in index.by_folded.get(folded, ()) if c != name]
    if same:
        return same
    pool = _neighbors(name, index) if len(index.names) > 2 * _NEIGHBORS else [c for c in index.names if c != name]
    cutoff, matcher = 0.75 if len(name) > 4 else 0.6, SequenceMatcher(None, "", name)
    shared = {}
    for candidate in pool:
        charge(_QUICK)
        matcher.set_seq1(candidate)
        if matcher.real_quick_ratio() >= cutoff and (quick := matcher.quick_ratio()) >= cutoff:
            shared[candidate] = quick
    ratios = {}
    for candidate in sorted(shared, key=lambda c: -shared[c])[: 2 * _COMPARED]:
        charge(len(name) * len(candidate))
        matcher.set_seq1(candidate)
        ratios[candidate] = matcher.ratio()
    found = [c for c in sorted(ratios, key=lambda c: -ratios[c]) if ratios[c] >= cutoff][:_COMPARED]
    if not found and len(name) > 3:
        found = [c for c in pool if len(c) > 3 and (_fold(c).startswith(folded) or folded.startswith(_fold(c)))][:3]
    return sorted(found, key=lambda c: (_likeness(name, c), -ratios.get(c, 0), _distance(name, c)))


def charge(steps: int) -> None:
    """Count steps of a comparison. Raises _TooManyError where the names of the file have taken as many as they may."""
    if not allowance().compare(steps):
        raise _TooManyError


def _likeness(name: str, candidate: str) -> int:
    """Return 0 for the same letters with other separators, 1 when all parts but one are the same, or else 2."""
    mine, other = re.split(_SEPARATORS, name.casefold()), re.split(_SEPARATORS, candidate.casefold())
    if "".join(mine) == "".join(other):
        return 0
    shared = sum((Counter(mine) & Counter(other)).values())
    return 1 if 0 < shared >= max(len(mine), len(other)) - 1 else 2


def _neighbors(name: str, index: _Index) -> list[str]:
    """Of many candidates, those that begin or end most like a name: comparing with each of thousands takes too long."""
    found: dict[str, None] = {}
    for pool, written, turn in ((index.forward, name, False), (index.backward, name[::-1], True)):
        at = bisect_left(pool, written)
        for near in pool[max(0, at - _NEIGHBORS // 2) : at + _NEIGHBORS // 2]:
            found[near[::-1] if turn else near] = None
    found.pop(name, None)
    return list(found)


class _Index(NamedTuple):
    """Candidates, each once, in their order; by their folded names; and sorted from their starts and from their ends."""

    names: list[str]
    by_folded: dict[str, list[str]]
    forward: list[str]
    backward: list[str]


@lru_cache(16)
def _index(candidates: tuple[str, ...]) -> _Index:
    charge(_INDEXED * len(candidates))
    names = [c for c in dict.fromkeys(candidates) if isinstance(c, str) and len(c) <= _LONGEST]
    by_folded: dict[str, list[str]] = {}
    for name in names:
        by_folded.setdefault(_fold(name), []).append(name)
    if len(names) <= 2 * _NEIGHBORS:
        return _Index(names, by_folded, [], [])
    return _Index(names, by_folded, sorted(names), sorted(c[::-1] for c in names))


def unambiguous_match(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that was meant, when it is near enough and no other is as near: what a fix may put there.

    None without such a one. Whether the fix is safe, `is_certain` says.
    """
    return _in_time(_the_one_meant, name, candidates)


@lru_cache(2048)
def _the_one_meant(name: str, candidates: tuple[str, ...]) -> str | None:
    found = _nearest(name, candidates)
    if len(found) > 1 and _fold(found[0]) == _fold(found[1]):
        return None
    if not found or not all(_is_nearer(name, found[0], other) for other in found[1:]):
        return None
    mine, other = _fold(name), _fold(found[0])
    shorter = min(len(mine), len(other)) - 1
    near = mine[:shorter] == other[:shorter] or _distance(mine, other) <= max(2, len(name) // 5)
    return found[0] if near else None


def _is_nearer(name: str, first: str, second: str) -> bool:
    """Return whether the first suggestion has fewer other letters than the second, or not as many but more of the same parts."""
    mine, other = _distance(name, first), _distance(name, second)
    return mine < other or (mine > other and _likeness(name, first) < _likeness(name, second))


def is_certain(name: str, candidate: str) -> bool:
    """Return whether `name` can only be a misspelling of `candidate`, so that a fix is safe.

    That is so when they differ in case or in `-` against `_`, or when two neighboring letters of one long word are
    transposed. A missing, another or one more letter may as well be another name; a digit always is.
    """
    if name == candidate:
        return False
    if name.lower().replace("-", "_") == candidate.lower().replace("-", "_"):
        return True
    if len(name) != len(candidate):
        return False
    differ = [i for i, (a, b) in enumerate(zip(name, candidate, strict=True)) if a != b]
    if len(differ) != 2 or differ[1] != differ[0] + 1:
        return False
    first, second = differ
    words = (m for m in re.finditer(_WORD, candidate) if m.start() <= first and second < m.end())
    transposed = name[first] == candidate[second] and name[second] == candidate[first]
    return transposed and any(len(word[0]) >= _LONG_WORD for word in words)


def did_you_mean(name: object, candidates: Iterable[str], *, all_likely: bool = False) -> str:
    """` (did you mean 'x'?)` for the end of a message, or nothing. `all_likely`: all candidates are, whatever they are called."""
    found = list(candidates) if all_likely else closest_matches(name, candidates) if isinstance(name, str) else []
    if not found:
        return ""
    quoted = [f"'{c}'" for c in found[:2]]
    return f" (did you mean {' or '.join(quoted)}?)"


def _fold(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def _distance(a: str, b: str) -> int:
    """Return how many letters must be put in, left out or replaced. What both begin and end with takes no time."""
    start = shared_start(a, b)
    a, b = a[start:], b[start:]
    end = shared_start(a[::-1], b[::-1])
    a, b = a[: len(a) - end], b[: len(b) - end]
    charge(len(a) * len(b))
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row, before = [i], row
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y)))
    return row[-1]


def shared_start(a: str, b: str) -> int:
    """Return with how many letters both begin."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
