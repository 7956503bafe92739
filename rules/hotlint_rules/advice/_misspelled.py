"""Names that nothing uses because what refers to them is misspelled.

The misspelling is an error of its own, so that nothing is to be said about the name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from functools import lru_cache

from hotlint.common.suggestions import closest_matches
from hotlint.rule import Document, Mapping, RuleContext, Scalar, Sequence

COMPARED = 200
"""Undefined names that are compared with the defined ones: of more, the first ones in order."""


def meant_names(undefined: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the names that undefined ones are probably misspellings of."""
    names = list(known)
    return {near[0] for name in sorted(set(undefined))[:COMPARED] if (near := closest_matches(name, names))}


def written_names(ctx: RuleContext, keys: tuple[str, ...]) -> set[str]:
    """Return the names below one of `keys`, or a misspelling of it, anywhere in the document: in misspelled sections, too.

    The value of a key is a name, or a list that begins with one. Nothing is returned where all of them are in calls that the template
    knows: the caller has seen these.
    """
    others = ctx.document.key_names - ctx.template.resources.keys()  # the entry of a resource is no call
    meant = {name for name in others if isinstance(name, str) and _is_one_of(name, keys)}
    meant -= {name for name in meant if _is_section_alone(ctx, name)}
    if not meant or (meant <= set(keys) and _are_all_calls(ctx, meant)):
        return set()
    return set(_written(ctx.document, meant))


def _is_section_alone(ctx: RuleContext, name: str) -> bool:
    """Return whether a name is that of a section, and appears nowhere else in the text: `conditions` looks like `condition`."""
    section = ctx.template.sections.get(name)
    return section is not None and isinstance(section.value, Mapping) and ctx.document.text.count(name) == 1


def _are_all_calls(ctx: RuleContext, keys: Collection[str]) -> bool:
    """Return whether every occurrence of `keys` in the text is a call that the template knows."""
    if ctx.document.aliases:
        return False
    called = sum(call.function.name in keys for part in ctx.template.parts for call in part.calls)
    return called == sum(map(ctx.document.text.count, keys))


@lru_cache(maxsize=10_000)  # the same keys come again and again
def _is_one_of(key: str, keys: tuple[str, ...]) -> bool:
    """Return whether a key is one of `keys` or a misspelling of it."""
    return key in keys or (any(abs(len(key) - len(k)) <= 2 for k in keys) and bool(closest_matches(key, keys)))


def _written(document: Document, keys: Set[str]) -> Iterator[str]:
    for mapping in document.mappings:
        for entry in () if keys.isdisjoint(mapping.named) else mapping.entries:
            if entry.name not in keys:
                continue
            first = entry.value.items[0] if isinstance(entry.value, Sequence) and entry.value.items else entry.value
            if isinstance(first, Scalar) and isinstance(first.value, str):
                yield first.value
