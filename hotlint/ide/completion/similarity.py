"""Similarity of names, by the words that they are made of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SAME = {
    "net": "network", "nets": "network", "networks": "network", "sg": "securitygroup", "secgroup": "securitygroup",
    "vm": "server", "instance": "server", "node": "server", "servers": "server", "size": "flavor", "vol": "volume",
    "volumes": "volume", "keypair": "key", "keyname": "key", "pw": "password", "passwd": "password", "pass": "password",
    "addr": "address", "addresses": "address", "ips": "ip", "ports": "port", "fip": "floatingip", "subnets": "subnet",
    "images": "image", "lb": "loadbalancer", "asg": "autoscalinggroup", "pub": "public", "priv": "private",
    "external": "public", "ext": "public", "internal": "private", "conf": "config", "deploy": "deployment",
    "instancetype": "flavor", "usr": "user", "username": "user", "db": "database", "cfg": "config",
}  # fmt: skip
_PAIRS = {
    ("security", "group"): "securitygroup",
    ("floating", "ip"): "floatingip",
    ("load", "balancer"): "loadbalancer",
}


@lru_cache(20_000)
def words(name: str) -> tuple[str, ...]:
    """Return the words of a name in a common form: `DBServer_name2` is database, server, name, 2."""
    found = [w.lower() for w in _WORDS.findall(name)]
    joined: list[str] = []
    for word in found:
        pair = _PAIRS.get((joined[-1], word.rstrip("s"))) if joined else None
        if pair:
            joined[-1] = pair
        else:
            joined.append(_SAME.get(word, word))
    return tuple(joined)


_LONG = 3
"""The length from which on a word counts as a part of another one."""


@lru_cache(20_000)
def affinity(a: str, b: str) -> float:
    """Return how similar two names are: 1.0 for the same words, 0.0 for no word in common."""
    first, second = words(a), words(b)
    if not first or not second:
        return 0.0
    if first == second:
        return 1.0
    total = 0.0
    for word in first:
        if word in second:
            total += 1.0 if len(word) > 1 else 0.5
        elif len(word) >= _LONG:
            for other in second:  # a loop: a generator costs more than what is compared
                if len(other) >= _LONG and _overlap(word, other):
                    total += 0.6
                    break
    return total / max(len(first), len(second)) * 0.9


@lru_cache(50_000)
def _overlap(a: str, b: str) -> bool:
    """Return whether one word is the start or the end of the other."""
    return (a.startswith(b) or a.endswith(b)) if len(a) > len(b) else (b.startswith(a) or b.endswith(a))


class NamesByWord:
    """Finds the few of many names that are like another one: those with a word in common, or a part of one."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, list[str]] = {}  # a name is there as often as it has the word
        self._alike: dict[str, list[str]] = {}
        self._all = dict.fromkeys(names)
        for name in self._all:
            for word in words(name):
                self._names.setdefault(word, []).append(name)

    def __contains__(self, name: str) -> bool:
        return name in self._all

    def resembling(self, other: str) -> Iterable[str]:
        """Return the names that have any affinity with a name, each once."""
        alike = dict.fromkeys(same for word in words(other) for same in self._words_like(word))
        return dict.fromkeys(name for word in alike for name in self._names[word])

    def like(self, other: str) -> dict[str, float]:
        """Return the affinity with a name of each name that has any."""
        return {name: affinity(name, other) for name in self.resembling(other)}

    def shares(self, some: Iterable[str]) -> dict[str, float]:
        """Return the share of the words of each name that are among some words, for the names that have any."""
        counts = Counter(name for word in some for name in self._names.get(word, ()))
        return {name: count / len(words(name)) for name, count in counts.items()}

    def _words_like(self, word: str) -> list[str]:
        alike = self._alike.get(word)
        if alike is None:
            is_long = len(word) >= _LONG
            alike = [o for o in self._names if o == word or (is_long and len(o) >= _LONG and _overlap(word, o))]
            self._alike[word] = alike
        return alike


@lru_cache(4)
def names_by_word(names: tuple[str, ...]) -> NamesByWord:
    """Return names by their words, made once."""
    return NamesByWord(names)


def base_of(path: str) -> str:
    """Return the part of a path that names are compared with: the file's name up to its first dot."""
    return path[path.rfind("/") + 1 :].partition(".")[0]


def best(name: str, others: Iterable[str]) -> float:
    """Return the highest affinity of a name with others; 0.0 for none."""
    return max((affinity(name, other) for other in others), default=0.0)
