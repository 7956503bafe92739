"""Completion of the parameters that an environment gives: those of its templates, then those of the tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hotlint.ide.completion.around_key import AroundKey, alike, keys_of, shares, typed_names, usual
from hotlint.ide.completion.declared_names import Declared
from hotlint.ide.completion.relevance import totals
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.similarity import NamesByWord
from hotlint.ide.completion.tree_names import TreeNames

_MOST = 0.5
"""The share of the names of the text from which on a template is one that the environment is for."""
_SEVERAL = 2
"""The number of templates up to which a parameter that no environment gives may be an environment's."""


class _InTree(NamedTuple):
    """What a tree says about its parameters, whatever the text is."""

    types: Mapping[str, str]
    shares: Mapping[str, float]
    passed: Mapping[str, float]
    words: NamesByWord

    @classmethod
    def of(cls, tree: TreeNames) -> _InTree:
        """Return it for the tree without the text."""
        types = {name: found[0].declared.type or "" for name, found in tree.parameters.items()}
        passed = {n: 1 for n, found in tree.parameters.items() if len(found) > _SEVERAL and n not in tree.given}
        by_word = tree.whole.remember("parameters", lambda: NamesByWord((*tree.whole.parameters, *tree.whole.given)))
        types.update((name, "") for name in tree.given if name not in types)
        return cls(types, usual(tree.given), passed, by_word)


def parameters(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the parameters that may be given at the cursor."""
    tree, around = request.environment.tree(), AroundKey.of(request)
    in_tree = tree.remember("given", lambda: _InTree.of(tree))
    own: dict[str, tuple[int, Declared]] = {}
    for template in request.environment.templates():
        for rank, (name, declared) in enumerate(template.parameters.items()):
            own.setdefault(name, (rank, declared))
    is_strict = request.position.path[0] == "parameters"
    beside = tree.declared_with({**request.names.parameters, **request.names.defaults})
    needed = (n for n, (share, best) in beside.items() if share > _MOST and "default:" not in best.text)
    habits = around.habits(tree, keys_of(request))
    scores = totals(
        typed_names(request, {**own, **in_tree.types}),
        is_local_custom=dict.fromkeys(own, 1),
        is_described_above=dict.fromkeys(around.described(tree), 1),
        is_needed=dict.fromkeys(needed if is_strict else (), 1),
        is_passed_by_parents=in_tree.passed,
        declared_beside={name: share for name, (share, _) in beside.items()},
        folder_habit=habits.next,
        follows_last=shares(tree.declared_after.get(around.before, {})),
        folder_share=in_tree.shares,
        reuse=habits.together,
        type_in_name={n: share for n, share in in_tree.words.shares(around.words).items() if n not in own},
        like_next=alike(around.before, in_tree.words, NamesByWord(name for name in own if name not in in_tree.words)),
        rank={name: rank for name, (rank, _) in own.items()},
    )
    for name, score in scores.items():
        detail = own[name][1].type or "" if name in own else in_tree.types[name]
        yield CompletionItem(name, "parameter", score, detail, f"{name}: ", f"{name}: ${{1}}")
