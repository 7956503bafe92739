"""A CloudFormation template in the words of HOT, so that all other code reads both as one.

The nodes are those of the document, with their spans; only mappings with keys of the format are made anew, with entries that
are named as in HOT. Constraints, which are keys of a parameter there, become a list as in HOT.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Words

from hotlint.language.cloudformation import CONSTRAINT_KEYS
from hotlint.language.dialects import Dialect
from hotlint.syntax.nodes import Entry, Mapping, Node, Sequence


def sections(root: Mapping, dialect: Dialect) -> dict[str | None, Entry]:
    """Return the sections of a template by their names in HOT.

    A section or key that the format lacks has its own name in angle brackets.
    """
    found = _renamed(root, dialect.sections)
    readers: dict[str, Callable[[Node], Node]] = {
        "parameters": lambda node: _parameter(_in_words(node, dialect.parameter_keys)),
        "resources": lambda node: _in_words(node, dialect.resource_keys),
        "outputs": lambda node: _in_words(node, dialect.output_keys),
    }
    for name, read in readers.items():
        entry = found.named.get(name)
        if entry is not None and isinstance(entry.value, Mapping):
            found.named[name] = _named(entry, name, _each(entry.value, read))
    return found.named


def _each(section: Mapping, read: Callable[[Node], Node]) -> Mapping:
    """Return a section whose entries are read again."""
    return _rebuilt(section, lambda entry: _named(entry, entry.name, read(entry.value)))


def _in_words(node: Node, words: Words[str, str]) -> Node:
    return _renamed(node, words) if isinstance(node, Mapping) else node


def _renamed(node: Mapping, words: Words[str, str]) -> Mapping:
    """Return a mapping whose entries are named as in HOT."""
    names = {word: name for name, word in words.items()}

    def rename(entry: Entry) -> Entry:
        name = names.get(entry.name)
        return _named(entry, name if name is not None else f"<{entry.name}>", entry.value)

    return _rebuilt(node, rename)


def _rebuilt(node: Mapping, change: Callable[[Entry], Entry]) -> Mapping:
    made = Mapping(node.start, node.end, node.flow)
    made.merged = node.merged
    changed = {id(entry): change(entry) for entry in (*node.entries, *node.items())}
    made.entries = [changed[id(entry)] for entry in node.entries]
    made.named = {entry.name: entry for entry in (changed[id(entry)] for entry in node.items())}
    return made


def _named(entry: Entry, name: str | None, value: Node) -> Entry:
    made = Entry(entry.key, value, entry.via)
    made.name = name
    return made


def _parameter(node: Node) -> Node:
    """Return a parameter with its constraints as a list, in the order in which Heat makes them."""
    if not isinstance(node, Mapping) or node.named.keys().isdisjoint(CONSTRAINT_KEYS):
        return node
    items: dict[str, Mapping] = {}
    for key, (kind, limit) in CONSTRAINT_KEYS.items():
        entry = node.named.get(key)
        if entry is None:
            continue
        item = items.get(kind)
        if limit:
            if item is None:
                item = _single(entry, kind, Mapping(entry.key.start, entry.value.end, flow=True))
            limits = item.named[kind].value
            assert isinstance(limits, Mapping)
            limits.add(_named(entry, limit, entry.value))
        else:
            item = _single(entry, kind, entry.value)
        items[kind] = item
    first = min((item.entries[0] for item in items.values()), key=lambda entry: entry.key.start)
    listed = Sequence(first.key.start, max(item.end for item in items.values()), flow=True)
    listed.items = list(items.values())
    made = _rebuilt(node, lambda entry: entry)
    made.named["constraints"] = _named(first, "constraints", listed)
    return made


def _single(entry: Entry, name: str, value: Node) -> Mapping:
    """Return a mapping with one entry, at the place of an entry."""
    made = Mapping(entry.key.start, max(entry.key.end, entry.value.end), flow=True)
    made.add(_named(entry, name, value))
    return made
