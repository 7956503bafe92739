"""Completion in environment files: sections, parameters of templates, the resource registry."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from typing import Any, NamedTuple

from hotlint.analysis.environments.file import LISTS, SECTIONS
from hotlint.analysis.files.environment_finder import stem_of
from hotlint.ide.completion import cloud_names
from hotlint.ide.completion.declared_names import Declared
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.similarity import NamesByWord, affinity, names_by_word, words
from hotlint.ide.completion.tree_names import DeclaredAt, base_of
from hotlint.ide.completion.values import allowed_in
from hotlint.resource_types.schema import ResourceType

_SHAPES = {
    "resource_registry": "resource_registry:\n  ${1}",
    "parameters": "parameters:\n  ${1}",
    "parameter_defaults": "parameter_defaults:\n  ${1}",
}
_GIVEN = ("parameters", "parameter_defaults", "parameter_merge_strategies", "encrypted_param_names")
_DESCRIBED = 24
"""The characters of a comment that are enough to find the parameter that it describes."""
_TRUTH = re.compile(r"\bdefault:[ \t]+[\"']?(?:true|false)\b", re.I)
_FIRST_ROW = re.compile(r"(?:\n[ \t]*(?:#[^\n]*)?(?=\n))*\n([^\n]+)")
"""The first row behind a position that is neither blank nor a comment."""
_MOST = 0.5
"""The share of the names of the text from which on a template is one that the environment is for."""
_SEVERAL = 2
"""The number of templates up to which a parameter that no environment gives may be an environment's."""
_OFTEN = 5
"""The number of environments with a name from which on more make no difference."""


def completions(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the completions at the cursor of an environment file."""
    position = request.position
    path = position.path
    section = str(path[0]) if path else ""
    if not path and position.role == "key":
        yield from _sections()
    elif section == "resource_registry":
        yield from _registry(request)
    elif section in _GIVEN and (section in LISTS or (len(path) == 1 and position.role == "key")):
        yield from _parameters(request)
    elif section in ("parameters", "parameter_defaults") and len(path) == 2 and position.role == "value":
        yield from _values(request, str(path[1]))


def _sections() -> Iterator[CompletionItem]:
    for rank, name in enumerate(SECTIONS):
        insert = f"{name}:\n" if name in _SHAPES else f"{name}:"
        yield CompletionItem(
            name, "section", Relevance(rank=rank), insert=insert, snippet=_SHAPES.get(name, f"{name}: ${{1}}")
        )


class _Around(NamedTuple):
    """What stands around a key that is typed: the keys before and behind it, the comment above it, the words of the text."""

    before: str
    behind: str
    comment: str
    words: frozenset[str]

    @classmethod
    def of(cls, request: CompletionRequest) -> _Around:
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

    def describes(self, declarations: Iterable[DeclaredAt]) -> bool:
        """Return whether the comment above is the description of a parameter."""
        wanted = _compact(self.comment)[:_DESCRIBED]
        return len(wanted) > 3 and any(wanted in _compact(found.text) for found in declarations)


def _key_at(row: str, indent: int) -> str:
    """Return the key of a row; an empty one if the row has none, or another indentation."""
    named = re.match(r"""\s*["']?([^\s"'#][^\s"'#]*?)["']?\s*:(?:\s|$)""", row)
    return named.group(1) if named is not None and len(row) - len(row.lstrip()) == indent else ""


def _alike(name: str, *others: NamesByWord) -> dict[str, float]:
    """Return the affinity with a name of each other name that has any."""
    return {other: value for names in others for other, value in names.like(name).items()}


@lru_cache(20_000)
def _compact(text: str) -> str:
    """Return the letters and digits of a text."""
    return re.sub(r"\W+", "", text)


def _parameters(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the parameters of the templates that the environment is for, then those of the other files of the tree."""
    tree, around = request.environment.tree(), _Around.of(request)
    own: dict[str, tuple[int, Declared]] = {}
    for template in request.environment.templates():
        for rank, (name, declared) in enumerate(template.parameters.items()):
            own.setdefault(name, (rank, declared))
    after, declared_after = tree.after.get(around.before, Counter()), tree.declared_after.get(around.before, Counter())
    most, most_declared = sum(after.values()) or 1, sum(declared_after.values()) or 1
    together, soon = tree.together(_keys(request), around.before)
    is_strict = request.position.path[0] == "parameters"
    leading = tree.before(around.behind)
    beside = tree.declared_with({**request.names.parameters, **request.names.defaults})
    in_tree = tree.by_word().parameters
    alike, worded, none = _alike(around.before, in_tree, NamesByWord(own)), in_tree.having(around.words), (0, None)
    for name in _typed(request, {**own, **tree.parameters, **tree.given}):
        declarations = tree.parameters.get(name, [])
        known, given = own.get(name), tree.given.get(name, 0)
        share, best = beside.get(name, none)
        relevance = Relevance(
            is_local_custom=known is not None,
            is_described_above=bool(around.comment) and around.describes(declarations),
            is_needed=is_strict and share > _MOST and best is not None and "default:" not in best.text,
            is_passed_by_parents=len(declarations) > _SEVERAL and not given,
            declared_beside=share,
            folder_habit=max(after.get(name, 0) / most, soon.get(name, 0)) + leading.get(name, 0),
            follows_last=declared_after.get(name, 0) / most_declared,
            folder_share=min(given, _OFTEN) / _OFTEN,
            reuse=together.get(name, 0),
            type_in_name=around.likeness(name) if known is None and name in worded else 0,
            like_next=alike.get(name, 0),
            rank=known[0] if known is not None else 0,
        )
        found = known[1] if known is not None else declarations[0].declared if declarations else None
        detail = (found.type or "") if found is not None else ""
        yield CompletionItem(name, "parameter", relevance, detail, f"{name}: ", f"{name}: ${{1}}")


def _keys(request: CompletionRequest) -> Set[str]:
    names = request.names
    return {*names.parameters, *names.defaults, *names.registry}


def _values(request: CompletionRequest, name: str) -> Iterator[CompletionItem]:
    """Yield the values that the templates allow for a parameter, those of the cloud included."""
    found = [(t.text, t.parameters[name]) for t in request.environment.templates() if name in t.parameters]
    found += [(d.names.text, d.declared) for d in request.environment.tree().parameters.get(name, ())]
    listed = [value for text, declared in found for value in allowed_in(text[declared.at : declared.end])]
    if name in request.environment.tree().switches or any(_is_switch(text, declared) for text, declared in found):
        listed += ["true", "false"]
    for rank, value in enumerate(dict.fromkeys(listed)):
        yield CompletionItem(value, "value", Relevance(is_allowed=True, rank=rank))
    yield from cloud_names.of_parameter(
        request, tuple(dict.fromkeys(c for _, declared in found for c in declared.customs))
    )


def _is_switch(text: str, declared: Declared) -> bool:
    return declared.type == "boolean" or _TRUTH.search(text, declared.at, declared.end) is not None


def _registry(request: CompletionRequest) -> Iterator[CompletionItem]:
    position = request.position
    if position.role == "key":
        yield from _types(request)
        if position.path == ("resource_registry",):
            about = "for single resources, by name"
            yield CompletionItem("resources", "key", Relevance(), about, "resources:\n", "resources:\n  ${1}")
    else:
        yield from _targets(request, str(position.path[-1]))


def _types(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the types that may be mapped: those of the tree, which follow each other as elsewhere, then those of Heat."""
    tree, around = request.environment.tree(), _Around.of(request)
    after = tree.after.get(around.before, Counter())
    total, (together, soon) = sum(after.values()) or 1, tree.together(_keys(request), around.before)
    catalog, own_name = request.environment.catalog, stem_of(request.environment.path)
    leading = tree.before(around.behind)
    used = {d.type for t in request.environment.templates() for d in t.resources.values()}
    others = [name for name in catalog.names() if name not in tree.types]
    alike = _alike(around.before, tree.by_word().types, names_by_word(catalog.names()))
    for name in _typed(request, dict.fromkeys((*tree.types, *others))):
        relevance = Relevance(
            is_local_custom=name in tree.types,
            is_unused=name in used and not isinstance(catalog.resource(name), ResourceType),
            like_owner=affinity(name.rpartition("::")[2], own_name),
            folder_habit=max(after.get(name, 0) / total, soon.get(name, 0)) + leading.get(name, 0),
            folder_share=min(tree.types.get(name, 0), _OFTEN) / _OFTEN,
            reuse=together.get(name, 0),
            like_next=alike.get(name, 0),
            type_in_name=around.likeness(name),
        )
        yield CompletionItem(name, "type", relevance, "", f"{name}: ", f"{name}: ${{1}}", ("type", name))


def _targets(request: CompletionRequest, name: str) -> Iterator[CompletionItem]:
    """Yield what a type may be mapped to: what other environments map it to, templates of the tree, and types."""
    tree = request.environment.tree()
    mapped, here = tree.targets.get(name, Counter()), os.path.dirname(request.environment.path)
    total, last = sum(mapped.values()) or 1, name.rpartition("::")[2]
    known = (*tree.files, *tree.templates)
    relative = _Relative(here)
    files = dict.fromkeys((file for file in request.files() if file.endswith((".yaml", ".template"))), "")
    files.update((path if path in tree.absolute else relative.of(path), path) for path in known)
    used = {row.strip() for row in re.findall(r":[ \t]+([^\s#]+)[ \t]*$", request.text, re.M)}
    written = {*used, *tree.absolute} if request.position.prefix.startswith("/") else used
    for installed, root in _installed(written, known):
        files.update((f"{installed}{path[len(root) :]}", path) for path in known if path.startswith(root))
    folders, own_name = {os.path.dirname(path) for path in used}, stem_of(request.environment.path)
    in_tree = tree.by_word()
    beside = NamesByWord(
        base for file, path in files.items() if not path and (base := base_of(file)) not in in_tree.files
    )
    alike, owned = (_alike(like, in_tree.files, beside) for like in (last, own_name))
    stem = frozenset(words(own_name))
    for file in _typed(request, files):
        path, base = files[file], base_of(file)
        relevance = Relevance(
            folder_habit=mapped.get(path, 0) / total,
            reuse=path in mapped,
            like_nearest=0 if path in mapped else alike.get(base, 0),
            like_owner=owned.get(base, 0),
            like_type=_named_for(base, stem) if base in owned else 0,
            is_repeated=file.rpartition("/")[0] in folders,
        )
        yield CompletionItem(file, "file", relevance, about=("file", file))
    others = ["OS::Heat::None", *(name for name in mapped if "::" in name), *request.environment.catalog.names()]
    alike = _alike(last, in_tree.types, names_by_word(request.environment.catalog.names()))
    for other in _typed(request, dict.fromkeys((*others, *tree.types))):
        is_none = other == "OS::Heat::None"
        relevance = Relevance(
            folder_habit=mapped.get(other, 0) / total,
            reuse=other in mapped,
            is_idiom=is_none,
            remoteness=0 if is_none or other in mapped else 2,
            like_next=alike.get(other, 0),
        )
        yield CompletionItem(other, "type", relevance, "nothing is made" if is_none else "", about=("type", other))


def _named_for(name: str, stem: frozenset[str]) -> float:
    """Return the share of the words of an environment's name that stand in the name of a template."""
    return len(stem.intersection(words(name))) / len(stem) if stem else 0.0


def _installed(used: Iterable[str], known: Iterable[str]) -> set[tuple[str, str]]:
    """Return the folders in which full paths of the text have the tree, each with the folder of the tree that it stands for."""
    found = set()
    ends = {path.rpartition("/")[2]: path for path in known}
    for path in used:
        own = ends.get(path.rpartition("/")[2]) if os.path.isabs(path) else None
        if own is None or own == path:
            continue
        theirs, ours = path.split("/"), own.split("/")
        while theirs and ours and theirs[-1] == ours[-1]:
            theirs.pop()
            ours.pop()
        found.add(("/".join((*theirs, "")), "/".join((*ours, ""))))
    return found


def _typed(request: CompletionRequest, names: dict[str, Any]) -> Iterator[str]:
    """Yield the names that hold what is typed, which are few of the thousands of a tree; one character begins a word."""
    typed = request.position.prefix.lower()
    if not typed:
        return iter(names)
    if len(typed) == 1 and typed.isalnum():
        capital = typed.upper()
        begins = re.compile(rf"(?<![A-Za-z0-9])[{typed}{capital}]|(?<=[a-z0-9]){capital}|(?<=[A-Z]){capital}(?=[a-z])")
        return (name for name in names if begins.search(name) is not None)
    return (name for name in names if typed in name.lower())


class _Relative:
    """Makes paths relative to a folder; the way to a folder is found once for all its files."""

    def __init__(self, here: str) -> None:
        self._here = here
        self._leads: dict[str, str] = {}

    def of(self, path: str) -> str:
        """Return a path as it is written in a file of the folder."""
        if not self._here:
            return path
        folder, _, name = path.rpartition(os.sep)
        lead = self._leads.get(folder)
        if lead is None:
            way = os.path.relpath(folder or os.sep, self._here).replace(os.sep, "/")
            lead = self._leads[folder] = "" if way == "." else f"{way}/"
        return lead + name
