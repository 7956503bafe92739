"""Suggestions of names, for "did you mean"."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

_NEIGHBORS = 60


def closest_matches(name: str, candidates: Iterable[str]) -> list[str]:
    """Up to three candidates that the author of `name` may have meant, the most likely first."""
    return list(_nearest(name, tuple(candidates)))


@lru_cache(2048)
def _nearest(name: str, candidates: tuple[str, ...]) -> list[str]:
    from difflib import SequenceMatcher, get_close_matches

    pool = [c for c in dict.fromkeys(candidates) if isinstance(c, str) and c != name]
    folded = _fold(name)
    same = [c for c in pool if _fold(c) == folded]
    if same:
        return same[:3]
    if len(pool) > 2 * _NEIGHBORS:
        pool = _neighbors(name, candidates)
    found = get_close_matches(name, pool, 3, 0.75 if len(name) > 4 else 0.6)
    if not found and len(name) > 3:
        found = [c for c in pool if len(c) > 3 and (_fold(c).startswith(folded) or folded.startswith(_fold(c)))][:3]
    return sorted(found, key=lambda c: -SequenceMatcher(None, name, c).ratio())


def _neighbors(name: str, candidates: tuple[str, ...]) -> list[str]:
    """Of many candidates, those that begin or end most like a name: comparing with each of thousands takes too long."""
    forward, backward = _sorted(candidates)
    found: dict[str, None] = {}
    for pool, written, turn in ((forward, name, False), (backward, name[::-1], True)):
        at = bisect_left(pool, written)
        for near in pool[max(0, at - _NEIGHBORS // 2) : at + _NEIGHBORS // 2]:
            found[near[::-1] if turn else near] = None
    found.pop(name, None)
    return list(found)


@lru_cache(16)
def _sorted(candidates: tuple[str, ...]) -> tuple[list[str], list[str]]:
    names = {c for c in candidates if isinstance(c, str)}
    return sorted(names), sorted(c[::-1] for c in names)


def unambiguous_match(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that was meant, when it is near enough and no other is as near: what a fix may put there."""
    found = closest_matches(name, candidates)
    if not found or (len(found) > 1 and abs(_distance(name, found[0]) - _distance(name, found[1])) < 1):
        return None
    mine, other = _fold(name), _fold(found[0])
    shorter = min(len(mine), len(other)) - 1
    near = mine[:shorter] == other[:shorter] or _distance(mine, other) <= max(2, len(name) // 5)
    return found[0] if near else None


def did_you_mean(name: object, candidates: Iterable[str]) -> str:
    """` (did you mean 'x'?)` for the end of a message, or nothing."""
    found = closest_matches(name, candidates) if isinstance(name, str) else []
    if not found:
        return ""
    quoted = [f"'{c}'" for c in found[:2]]
    return f" (did you mean {' or '.join(quoted)}?)"


def _fold(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def _distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row, before = [i], row
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y)))
    return row[-1]
