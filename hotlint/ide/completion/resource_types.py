"""Completion of resource types, by the name and the properties of the resource."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache

from hotlint import heat_types
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.ide.completion import usage_stats
from hotlint.ide.completion.around_key import shares
from hotlint.ide.completion.relevance import totals
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.similarity import NamesByWord, affinity, base_of, names_by_word, words
from hotlint.resource_types.catalog import PACKAGED

_PLAUSIBLE = 0.6
"""The score from which on the properties of a type are read: there are hundreds of types."""
_FILES = 30
"""The rank of a file among types that are equally likely."""

Facts = dict[str, dict[str, float]]
"""The facts about types: for each field of `Relevance` the types that have a value, and the value."""


def types(request: CompletionRequest, resource: str) -> Iterator[CompletionItem]:
    """Yield resource types: those that fit the name and the properties of the resource first."""
    heat, beside = _heat_types(request.environment.catalog.names()), _in_folder(request, resource)
    scores = _scores(request, resource, heat, beside)
    for name in heat.names:
        yield CompletionItem(name, "type", scores[name], about=("type", name), deprecated=name in heat.old)
    registry = request.environment.registry()
    like_owner = _like(resource, names_by_word(tuple(registry)))
    scores = totals(registry, is_local_custom=dict.fromkeys(registry, True), like_owner=like_owner, **beside)
    for name in registry:
        yield CompletionItem(name, "type", scores[name], "from the environment", about=("type", name))
    bases = {name: base_of(name) for name in request.files() if name.endswith(TEMPLATE_ENDINGS)}
    like_base = _like(resource, names_by_word(tuple(dict.fromkeys(bases.values()))))
    like_owner = {name: like_base[base] for name, base in bases.items() if base in like_base}
    scores = totals(bases, like_owner=like_owner, rank=dict.fromkeys(bases, _FILES), **beside)
    for name in bases:
        yield CompletionItem(name, "file", scores[name], "nested template", about=("file", name))
    listed = {*heat.names, *registry, *bases}
    near, typed = request.environment.neighbors(), request.names.resources.get(resource)
    listed |= {typed.type} - near.types.keys() if typed is not None and typed.type else set()  # it was saved half typed
    scores = totals((name for name in near.types | near.saved_types if name not in listed), **beside)
    for name, score in scores.items():
        about = ("type" if "::" in name else "file", name)
        where = "in other templates of this folder" if name in near.types else "in the saved file"
        yield CompletionItem(name, about[0], score, where, about=about)


class _HeatTypes:
    """The types of a catalog, and those that Heat had in an earlier release, with what holds of them at every place."""

    def __init__(self, names: tuple[str, ...]) -> None:
        published, known = usage_stats.types(), set(names)
        earlier = [name for name in {**PACKAGED.index["types"], **published} if name not in known]
        self.names, self.old = (*names, *earlier), frozenset(earlier)
        self._by_last: dict[str, list[str]] = {}
        for name in self.names:
            self._by_last.setdefault(name.rpartition("::")[2], []).append(name)
        self._last_parts = NamesByWord(self._by_last)
        most = max(published.values(), default=1)
        self._popularity = {name: (published[name] / most) ** 0.5 for name in self.names if name in published}

    def facts(self, resource: str) -> Facts:
        """Return the facts about each type for a resource of this name."""
        own = words(resource)
        shared = self._last_parts.shares(set(own))
        ends = [last for last, share in shared.items() if share == 1 and own[-len(words(last)) :] == words(last)]
        is_native = not resource[:1].isupper()
        return {
            "is_deprecated": dict.fromkeys(self.old, 1),
            "is_compatibility_type": {n: 1 for n in self.names if heat_types.service_of(n) == "aws"}
            if is_native
            else {},
            "like_owner": self._of_last(_like(resource, self._last_parts)),
            "type_in_name": self._of_last(shared),
            "type_ends_name": self._of_last(dict.fromkeys(ends, 1)),
            "popularity": self._popularity,
        }

    def _of_last(self, values: dict[str, float]) -> dict[str, float]:
        """Return the values of last parts as those of the types that end in them."""
        return {name: value for last, value in values.items() for name in self._by_last[last]}


@lru_cache(4)
def _heat_types(names: tuple[str, ...]) -> _HeatTypes:
    return _HeatTypes(names)


def _in_folder(request: CompletionRequest, resource: str) -> Facts:
    """Return the facts about the types in the other templates of the folder."""
    neighbors = request.environment.neighbors()
    most = max(neighbors.types.values(), default=1)
    return {
        "folder_share": {name: count / most for name, count in neighbors.types.items()},
        "folder_habit": shares(neighbors.types_by_resource.get(resource, {})),
    }


def _scores(request: CompletionRequest, resource: str, heat: _HeatTypes, beside: Facts) -> dict[str, float]:
    """Return the score of each type that Heat has or had."""
    others = (declared.type for declared in request.names.resources.values() if declared.name != resource)
    facts = {**heat.facts(resource), "is_repeated": dict.fromkeys(filter(None, others), 1.0), **beside}
    scores = totals(heat.names, **facts)
    below = _property_names(request, resource)
    if not below:
        return scores
    facts["uses_below"] = {n: _share(below, usage_stats.properties(n)) for n in heat.names}
    plausible = {n: request.locator.type_named(n) for n, score in scores.items() if score > _PLAUSIBLE}
    kinds = {name: kind.properties for name, kind in plausible.items() if kind is not None}
    facts["takes_below"] = {name: _share(below, properties) for name, properties in kinds.items()}
    facts["misses_required"] = {
        name: sum(p.required and n not in below for n, p in properties.items()) for name, properties in kinds.items()
    }
    return totals(heat.names, **facts)


def _share(names: list[str], of: Container[str]) -> float:
    return sum(name in of for name in names) / len(names)


def _like(resource: str, names: NamesByWord) -> dict[str, float]:
    """Return the affinity of the name of a resource with each of the names that have any."""
    return {name: affinity(resource, name) for name in names.resembling(resource)}


def _property_names(request: CompletionRequest, resource: str) -> list[str]:
    """Return the properties that a resource has below the cursor."""
    rows: list[str] = []
    margin = 0
    for line in request.text[request.offset :].split("\n")[1:]:
        content = line.lstrip(" ")
        indent = len(line) - len(content)
        blank = not content.strip() or content.startswith("#")
        if not margin:
            if indent and content.startswith("properties:"):
                margin = indent
            elif indent < 4 and not blank:
                break
        elif indent > margin or blank:
            rows += [] if blank else [line]
        else:
            break
    level = len(rows[0]) - len(rows[0].lstrip()) if rows else 0
    return [r.strip().partition(":")[0].strip("\"'") for r in rows if len(r) - len(r.lstrip()) == level and ":" in r]
