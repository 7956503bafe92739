"""Completion in the resource registry of an environment: the types that may be mapped, and what a type may be mapped to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.files.environment_finder import stem_of
from hotlint.heat_types.heat.none import NONE
from hotlint.ide.completion.around_key import AroundKey, alike, keys_of, shares, typed_names, usual
from hotlint.ide.completion.relevance import Relevance, totals
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.similarity import NamesByWord, affinity, base_of, names_by_word, words
from hotlint.ide.completion.tree_names import TreeNames
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.schema import ResourceType

_FAR = 2
"""The remoteness of a type to which no environment maps the type at the cursor."""
_VALUE = re.compile(r":[ \t]+([^\s#]+)[ \t]*$", re.M)


def types(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the types that may be mapped: those of the tree, which follow each other as elsewhere, then those of Heat."""
    tree, around, catalog = request.environment.tree(), AroundKey.of(request), request.environment.catalog
    names = list(typed_names(request, tree.remember(("types", catalog), lambda: _all_types(tree, catalog))))
    own_name, habits = stem_of(request.environment.path), around.habits(tree, keys_of(request))
    used = {d.type for t in request.environment.templates() for d in t.resources.values()}
    scores = totals(
        names,
        is_local_custom=dict.fromkeys(tree.types, 1),
        is_unused={n: 1 for n in used if n and not isinstance(catalog.resource(n), ResourceType)},
        like_owner={name: affinity(name.rpartition("::")[2], own_name) for name in names},
        folder_habit=habits.next,
        folder_share=usual(tree.types),
        reuse=habits.together,
        like_next=alike(around.before, _types_by_word(tree), names_by_word(catalog.names())),
        type_in_name={name: around.likeness(name) for name in names},
    )
    for name, score in scores.items():
        yield CompletionItem(name, "type", score, "", f"{name}: ", f"{name}: ${{1}}", ("type", name))
    if request.position.path == ("resource_registry",):
        about = "for single resources, by name"
        yield CompletionItem("resources", "key", Relevance(), about, "resources:\n", "resources:\n  ${1}")


def _all_types(tree: TreeNames, catalog: Catalog) -> list[str]:
    return list(dict.fromkeys((*tree.types, *catalog.names())))


def _types_by_word(tree: TreeNames) -> NamesByWord:
    return tree.whole.remember("types by word", lambda: NamesByWord(tree.whole.types))


def targets(request: CompletionRequest, name: str) -> Iterator[CompletionItem]:
    """Yield what a type may be mapped to: what other environments map it to, templates of the tree, and types."""
    yield from _files(request, name)
    yield from _other_types(request, name)


def _files(request: CompletionRequest, name: str) -> Iterator[CompletionItem]:
    tree, paths = request.environment.tree(), _paths(request)
    own_name, last = stem_of(request.environment.path), name.rpartition("::")[2]
    in_tree = tree.whole.remember("files by word", lambda: NamesByWord(map(base_of, _known(tree.whole))))
    beside = NamesByWord(base for f, path in paths.items() if not path and (base := base_of(f)) not in in_tree)
    nearest, owned = (alike(like, in_tree, beside) for like in (last, own_name))
    stem, folders = frozenset(words(own_name)), {os.path.dirname(path) for path in _written(request)}
    mapped = shares(tree.targets.get(name, {}))
    bases = {file: base_of(file) for file in typed_names(request, paths)}
    reused = {file: mapped[paths[file]] for file in bases if paths[file] in mapped}
    scores = totals(
        bases,
        like_nearest={f: nearest[base] for f, base in bases.items() if base in nearest and f not in reused},
        like_owner={file: owned[base] for file, base in bases.items() if base in owned},
        like_type={file: _named_for(base, stem) for file, base in bases.items() if base in owned},
        is_repeated={file: 1 for file in bases if file.rpartition("/")[0] in folders},
        reuse=dict.fromkeys(reused, 1),
        folder_habit=reused,
    )
    for file, score in scores.items():
        yield CompletionItem(file, "file", score, about=("file", file))


def _other_types(request: CompletionRequest, name: str) -> Iterator[CompletionItem]:
    tree, catalog = request.environment.tree(), request.environment.catalog
    mapped = shares(tree.targets.get(name, {}))
    others = (NONE, *(name for name in mapped if "::" in name), *catalog.names(), *tree.types)
    names = dict.fromkeys(typed_names(request, others))
    scores = totals(
        names,
        remoteness={other: _FAR for other in names if other not in mapped and other != NONE},
        like_next=alike(name.rpartition("::")[2], _types_by_word(tree), names_by_word(catalog.names())),
        is_idiom={NONE: 1},
        reuse=dict.fromkeys(mapped, 1),
        folder_habit=mapped,
    )
    for other, score in scores.items():
        yield CompletionItem(other, "type", score, "nothing is made" if other == NONE else "", about=("type", other))


def _paths(request: CompletionRequest) -> dict[str, str]:
    """Return the files that may be named, each as it is written, with its full path; "" for one outside of the tree."""
    tree, here = request.environment.tree(), os.path.dirname(request.environment.path)
    paths = dict.fromkeys((file for file in request.files() if file.endswith(TEMPLATE_ENDINGS)), "")
    paths.update(tree.remember(("paths", here), lambda: _relative_paths(tree, here)))
    written = _written(request)
    if request.position.prefix.startswith("/"):
        written.update(dict.fromkeys(tree.absolute))
    for installed, root in _installed(written, _known(tree)):
        paths.update((f"{installed}{path[len(root) :]}", path) for path in _known(tree) if path.startswith(root))
    return paths


def _written(request: CompletionRequest) -> dict[str, None]:
    """Return the values that end a row of the text."""
    return dict.fromkeys(row.strip() for row in _VALUE.findall(request.text))


def _known(tree: TreeNames) -> tuple[str, ...]:
    return (*tree.files, *tree.templates)


def _relative_paths(tree: TreeNames, here: str) -> dict[str, str]:
    """Return the files of a tree as a file of the folder `here` names them, each with its path."""
    relative = _Relative(here)
    return {path if path in tree.absolute else relative.of(path): path for path in _known(tree)}


@lru_cache(20_000)
def _named_for(name: str, stem: frozenset[str]) -> float:
    """Return the share of the words of an environment's name that stand in the name of a template."""
    return len(stem.intersection(words(name))) / len(stem) if stem else 0.0


def _installed(used: Iterable[str], known: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Return the folders in which full paths of the text have the tree, each with the folder of the tree that it stands for."""
    found: dict[tuple[str, str], None] = {}
    absolute = [path for path in used if os.path.isabs(path)]
    ends = {path.rpartition("/")[2]: path for path in known} if absolute else {}
    for path in absolute:
        own = ends.get(path.rpartition("/")[2])
        if own is None or own == path:
            continue
        theirs, ours = path.split("/"), own.split("/")
        while theirs and ours and theirs[-1] == ours[-1]:
            theirs.pop()
            ours.pop()
        found["/".join((*theirs, "")), "/".join((*ours, ""))] = None
    return found


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
