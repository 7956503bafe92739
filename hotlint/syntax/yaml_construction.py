"""What Heat's YAML loader makes of nodes: duplicate keys, merge keys (`<<`), and collections with a tag of their own.

`!!set`, `!!omap` and `!!pairs` travel as lists. The YAML parser imports this module only when a document has such nodes.
"""

from __future__ import annotations

from hotlint.common.annotations import Any
from hotlint.syntax.nodes import Entry, Mapping, Node, Problem, Scalar, Sequence, key_name
from hotlint.syntax.scalars import short_tag
from hotlint.syntax.source import Span


def check_keys(node: Mapping) -> list[Problem]:
    """Move the merge keys of a complete mapping from `entries` to `merged`; return problems: duplicate keys, bad merges.

    Of duplicate keys Heat's loader keeps the last value, without a word.
    """
    if len(node.named) == len(node.entries) and "<<" not in node.named:
        return []
    problems = []
    seen: dict[Any, Entry] = {}
    merges = False
    for entry in node.entries:
        key = entry.key
        if key.__class__ is not Scalar:
            continue
        name = key_name(key)
        if name == "<<" and not key.style:
            merges = True
        elif name in seen:
            problems.append(duplicate_key(key, seen[name].key.span))
        else:
            seen[name] = entry
    return problems + _merge(node) if merges else problems


def duplicate_key(key: Scalar, first: Span) -> Problem:
    """Return the problem of a key that its mapping has already, at the span `first`."""
    return Problem("duplicate-key", f"duplicate key {key.text!r}; Heat keeps only the last value", key.span, first)


def _merge(node: Mapping) -> list[Problem]:
    """Apply `<<`: entries of other mappings count unless the mapping has them itself; the first one wins."""
    problems = []
    kept: list[Entry] = []
    for entry in node.entries:
        key = entry.key
        if not (key.__class__ is Scalar and key.value == "<<" and not key.style):
            kept.append(entry)
            continue
        value = entry.value
        sources = value.items if isinstance(value, Sequence) else [value]
        for source in sources:
            if isinstance(source, Mapping):
                node.merged.append((key.span, source))
            else:
                message = "value of `<<` must be a mapping or a list of mappings, mostly aliases such as *name"
                span = entry.via or entry.value.span
                problems.append(Problem("merge", message, Span(span.start, max(span.end, span.start + 1))))
    node.entries = kept
    node.named = {}
    for _, other in node.merged:
        for name, entry in other.named.items():
            node.named.setdefault(name, entry)
    for entry in kept:
        node.named[entry.name] = entry
    return problems


def set_list(node: Mapping) -> Sequence:
    """Return the list of the keys of a `!!set`, in the order of the text (Heat's own order is random)."""
    return _sequence(node.start, node.end, [entry.key for entry in node.items()])


def pairs_list(node: Sequence, tag: str) -> tuple[Sequence, list[Problem]]:
    """Return the list of [key, value] lists of an `!!omap` or `!!pairs`, and a problem for each item that is no pair."""
    items: list[Node] = []
    problems = []
    for item in node.items:
        entries = list(item.items()) if isinstance(item, Mapping) else []
        if len(entries) == 1:
            items.append(_sequence(item.start, item.end, [entries[0].key, entries[0].value]))
        else:
            message = f"item of {short_tag(tag)} must be a mapping with one key; Heat's YAML loader refuses any other"
            problems.append(Problem("tag", message, Span(item.start, max(item.end, item.start + 1))))
    return _sequence(node.start, node.end, items), problems


def _sequence(start: int, end: int, items: list[Node]) -> Sequence:
    made = Sequence(start, end, True)
    made.items = items
    return made
