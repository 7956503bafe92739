"""Random completions in real templates, taken as an editor does, and what they do to the text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ide_fixture import no_template, path

from hotlint.analysis.file_kinds import recognize
from hotlint.ide.by_kind import completions
from hotlint.ide.completion import (
    CompletionAt,
    CompletionEnvironment,
    CompletionItem,
    CompletionList,
    DeclaredNames,
    TreeNames,
)
from hotlint.ide.completion.tree_names import FileNames
from hotlint.ide.completion.triggers import CHARACTERS
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

_PLACE = re.compile(r"\$(\d+)|\$\{(\d+)\}")
_CHOICE = re.compile(r"\$\{\d+\|([^}|]*)\|\}")
_NAMED = re.compile(r"\$\{\d+:((?:[^{}$\\]|\\.)*)\}")
KINDS = ("hot", "cfn", "environment", "suite", "policies")
"""The kinds of files in which something is completed."""
MOST_IN_TREE = 300
"""The files whose names are those of the tree."""
Path_ = tuple[str | int, ...]


class Place(NamedTuple):
    """A scalar of a template: its path, the offsets of its text, and whether it is a key."""

    path: Path_
    start: int
    end: int
    is_key: bool


class Trial(NamedTuple):
    """One completion that was taken: the text before, the cursor, the item and the text after."""

    template: str
    place: Place
    cut: str
    before: str
    offset: int
    item: CompletionItem
    after: str


def expanded(snippet: str, indent: str) -> str:
    """Return the text that a snippet inserts in a line of an indentation, its placeholders with their own texts."""
    text = _CHOICE.sub(lambda found: found.group(1).split(",")[0], snippet)
    while (inner := _NAMED.sub(lambda found: found.group(1), text)) != text:
        text = inner
    text = _PLACE.sub("", text)
    return re.sub(r"\\([\\$}])", r"\1", text).replace("\n", "\n" + indent)


def taken(text: str, offset: int, found: CompletionList, item: CompletionItem, *, snippet: bool) -> str:
    """Return a text after an item has been taken."""
    line = text[text.rfind("\n", 0, offset) + 1 :]
    indent = line[: len(line) - len(line.lstrip(" "))]
    new = item.snippet if snippet and item.snippet is not None else item.text
    made = expanded(new, indent) if snippet and item.snippet is not None else new.replace("\n", "\n" + indent)
    return text[: found.span.start] + found.prefix + made + text[found.span.end :]


def places(document: Document) -> list[Place]:
    """Return the scalars of a document that are on one line."""
    return [p for p in _places(document.root, ()) if p.end > p.start and "\n" not in document.text[p.start : p.end]]


def _places(node: Node | None, at: Path_) -> Iterator[Place]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            if isinstance(entry.key, Scalar):
                yield Place((*at, entry.name), entry.key.start, entry.key.end, True)
            yield from _places(entry.value, (*at, entry.name))
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from _places(item, (*at, index))
    elif isinstance(node, Scalar):
        yield Place(at, node.start, node.end, False)


def trials(files: list[Path], count: int, seed: int) -> Iterator[Trial]:
    """Yield completions taken at random places of templates: in the whole text, or with what follows the cursor cut."""
    chance = random.Random(seed)
    catalog = Catalog()
    documents = [d for f in files if (d := _document(f)) is not None]
    known = [FileNames(document.source.uri, DeclaredNames(document.text)) for document, _ in documents[:MOST_IN_TREE]]
    tree = TreeNames(known)
    made = 0
    while made < count:
        document, found_places = chance.choice(documents)
        place = chance.choice(found_places)
        cut = chance.choice(("nothing", "word", "line", "rest"))
        offset, text = _cut(document.text, place, cut, chance)
        found = _asked(document.source.uri, text, offset, CompletionEnvironment(catalog, tree=lambda: tree), chance)
        if not found.items:
            continue
        made += 1
        item = chance.choice(found.items[:12])
        after = taken(text, offset, found, item, snippet=chance.random() < 0.7)
        yield Trial(document.source.uri, place, cut, text, offset, item, after)


def _asked(
    uri: str, text: str, offset: int, environment: CompletionEnvironment, chance: random.Random
) -> CompletionList:
    """Return the completions for a word or a key of the user, or for the character before the cursor that opens a list."""
    around = environment._replace(path=uri, files=lambda: ["boot.sh", "a file.yaml"])
    typed = text[offset - 1 : offset] if chance.random() < 0.5 else ""
    trigger = typed if typed in CHARACTERS else ""
    names = DeclaredNames(text)
    return completions(
        recognize(uri, text), CompletionAt(uri, text, offset, lambda: around, lambda: names, no_template, trigger)
    )


def _document(file: Path) -> tuple[Document, list[Place]] | None:
    text = file.read_text(encoding="utf-8", errors="replace")
    document = parse(Source(path(file.name), text))
    if recognize(str(file), document) not in KINDS or document.problems or document.broken:
        return None
    found = places(document)
    return (document, found) if found else None


def _cut(text: str, place: Place, cut: str, chance: random.Random) -> tuple[int, str]:
    """Return the offset of the cursor, and the text without what is cut."""
    if cut == "nothing":
        return chance.randint(place.start, place.end), text
    offset = min(place.start + chance.choice((0, 1, 2)), place.end)
    if cut == "word":
        return offset, text[:offset] + text[place.end :]
    if cut == "line":
        end = text.find("\n", place.end)
        return offset, text[:offset] + text[end if end >= 0 else len(text) :]
    return offset, text[:offset]


def described(trial: Trial) -> str:
    """Return a trial with its line before, the cursor marked, and after."""
    start = trial.before.rfind("\n", 0, trial.offset) + 1
    line = (trial.before[start : trial.offset] + "|" + trial.before[trial.offset :]).split("\n")[0]
    return f"{trial.template}, cut: {trial.cut}, {trial.item}:\n{line}\n{trial.after[start : start + 300]}"


def damage(trial: Trial) -> str:
    """Return what a completion has broken; "" for nothing.

    Nothing is when the text after has no YAML problem but those that any other text in that place has, too, and nothing has
    changed but what is at the place.
    """
    after = _parsed(trial.after)
    if after.broken or after.problems:
        texts = [trial.before[: trial.offset] + new + trial.before[trial.offset :] for new in ("", "x", "x:", "x: y")]
        known = [{p.slug for p in _parsed(text).problems} for text in texts]
        if all(known):
            return ""  # the cut itself has broken the text
        problem = next((p for p in after.problems if not any(p.slug in slugs for slugs in known)), None)
        return f"{problem.slug}: {problem.message}" if problem is not None else ""
    if trial.cut != "nothing" or trial.place.is_key or "*" in trial.before:
        return ""
    changed = [
        c for c in _changes(_plain(_parsed(trial.before).root), _plain(after.root), ()) if not _same_line(c, trial)
    ]
    return f"changes {changed[0]}" if changed else ""


def _same_line(changed: Path_, trial: Trial) -> bool:
    at = trial.place.path
    return changed[: len(at)] == at or at[: len(changed)] == changed


def _parsed(text: str) -> Document:
    return parse(Source(path("t.yaml"), text))


def _plain(node: Node | None) -> object:
    if isinstance(node, Mapping):
        return {e.name: _plain(e.value) for e in node.entries}
    if isinstance(node, Sequence):
        return [_plain(item) for item in node.items]
    return node.text if isinstance(node, Scalar) else None


def _changes(one: object, other: object, at: Path_) -> Iterator[Path_]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            if key not in one or key not in other:
                yield (*at, key)
            else:
                yield from _changes(one[key], other[key], (*at, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _changes(left, right, (*at, index))
    elif one != other:
        yield at
