"""What an environment has around a key that is typed, and which names of a tree are like it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from typing import NamedTuple

from hotlint.analysis.files.environment_finder import stem_of
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.similarity import NamesByWord, words
from hotlint.ide.completion.tree_names import TreeNames

_DESCRIBED = 24
"""The characters of a comment that are enough to find the parameter that it describes."""
_OFTEN = 5
"""The number of environments with a name from which on more make no difference."""
_FIRST_ROW = re.compile(r"(?:\n[ \t]*(?:#[^\n]*)?(?=\n))*\n([^\n]+)")
"""The first row behind a position that is neither blank nor a comment."""


class AroundKey(NamedTuple):
    """What stands around a key that is typed: the keys before and behind it, the comment above it, the words of the text."""

    before: str
    behind: str
    comment: str
    words: frozenset[str]

    @classmethod
    def of(cls, request: CompletionRequest) -> AroundKey:
        """Return what stands around the cursor."""
        text, start = request.text, request.position.start
        rows = text[: text.rfind("\n", 0, start) + 1].rstrip("\n").split("\n")
        comment: list[str] = []
        while rows and rows[-1].lstrip().startswith("#"):
            comment.insert(0, rows.pop().lstrip().lstrip("# "))
        indent = request.position.indent
        key = next((row for row in reversed(rows) if row.strip() and len(row) - len(row.lstrip()) <= indent), "")
        row_end = text.find("\n", start)
        below = _FIRST_ROW.match(text, row_end) if row_end >= 0 else None
        rest = text[: text.rfind("\n", 0, start) + 1] + (text[row_end:] if row_end >= 0 else "")
        near = f"{rest[:4000]} {stem_of(request.environment.path)}"
        behind = _key_at(below.group(1), indent) if below is not None else ""
        return cls(_key_at(key, indent), behind, " ".join(comment), frozenset(words(near)))

    def likeness(self, name: str) -> float:
        """Return the share of the words of a name that stand in the text."""
        own = words(name.rpartition("::")[2])
        return sum(map(self.words.__contains__, own)) / len(own) if own else 0.0

    def described(self, tree: TreeNames) -> Iterator[str]:
        """Yield the parameters of which the comment above is the description."""
        wanted = _compact(self.comment)[:_DESCRIBED]
        if len(wanted) > 3:
            yield from (
                name for name, texts in tree.remember("descriptions", lambda: _compacted(tree)) if wanted in texts
            )

    def habits(self, tree: TreeNames, keys: Set[str]) -> Habits:
        """Return what the other environments have around the same names; `keys` are those of the text."""
        next_ = shares(tree.after.get(self.before, {}))
        together, soon = tree.together(keys, self.before)
        next_.update((name, max(share, next_.get(name, 0))) for name, share in soon.items())
        for name, share in tree.before(self.behind).items():
            next_[name] = next_.get(name, 0) + share
        return Habits(next_, together)


def shares(counts: Mapping[str, int]) -> dict[str, float]:
    """Return the share of each name in all that are counted."""
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items()}


def usual(counts: Mapping[str, int]) -> dict[str, float]:
    """Return how usual names are, by the number of environments that have each: at most 1."""
    return {name: min(count, _OFTEN) / _OFTEN for name, count in counts.items()}


class Habits(NamedTuple):
    """What other environments have: how often each name is next to the same names, and in which share it occurs."""

    next: Mapping[str, float]
    together: Mapping[str, float]


def _key_at(row: str, indent: int) -> str:
    """Return the key of a row; an empty one if the row has none, or another indentation."""
    named = re.match(r"""\s*["']?([^\s"'#][^\s"'#]*?)["']?\s*:(?:\s|$)""", row)
    return named.group(1) if named is not None and len(row) - len(row.lstrip()) == indent else ""


def _compacted(tree: TreeNames) -> list[tuple[str, str]]:
    """Return the parameters with the letters and digits of their declarations."""
    return [(name, " ".join(_compact(at.text) for at in found)) for name, found in tree.parameters.items()]


@lru_cache(20_000)
def _compact(text: str) -> str:
    """Return the letters and digits of a text."""
    return re.sub(r"\W+", "", text)


def keys_of(request: CompletionRequest) -> Set[str]:
    """Return the parameters and types that an environment gives."""
    names = request.names
    return {**names.parameters, **names.defaults, **names.registry}.keys()  # in their order, which sums depend on


def alike(name: str, *others: NamesByWord) -> dict[str, float]:
    """Return the affinity with a name of each other name that has any."""
    return {other: value for names in others for other, value in names.like(name).items()}


def typed_names(request: CompletionRequest, names: Iterable[str]) -> Iterator[str]:
    """Yield the names that hold what is typed, which are few of the thousands of a tree; one character begins a word."""
    typed = request.position.prefix.lower()
    if not typed:
        return iter(names)
    if len(typed) == 1 and typed.isalnum():
        capital = typed.upper()
        begins = re.compile(rf"(?<![A-Za-z0-9])[{typed}{capital}]|(?<=[a-z0-9]){capital}|(?<=[A-Z]){capital}(?=[a-z])")
        return (name for name in names if begins.search(name) is not None)
    return (name for name in names if typed in name.lower())
