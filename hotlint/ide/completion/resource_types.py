"""Completion of resource types, by the name and the properties of the resource."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from hotlint.ide.completion import usage_stats
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.similarity import affinity, words
from hotlint.resource_types.catalog import PACKAGED
from hotlint.resource_types.schema import ResourceType

_PLAUSIBLE = 0.6
"""The score from which on the properties of a type are read: there are hundreds of types."""
_FILES = 30
"""The rank of a file among types that are equally likely."""
_SETS: dict[int, tuple[tuple[str, ...], frozenset[str]]] = {}


def types(request: CompletionRequest, resource: str) -> Iterator[CompletionItem]:
    """Yield resource types: those that fit the name and the properties of the resource first."""
    facts = _TypeFacts(request, resource)
    names = request.environment.catalog.names()
    known = _as_set(names)
    for name in (*names, *(n for n in {**PACKAGED.index["types"], **usage_stats.types()} if n not in known)):
        old = name not in known
        yield CompletionItem(name, "type", facts.of_type(name, old), about=("type", name), deprecated=old)
    registry = request.environment.registry()
    for name in registry:
        relevance = Relevance(is_local_custom=True, like_owner=affinity(resource, name), **facts.in_folder(name))
        yield CompletionItem(name, "type", relevance, "from the environment", about=("type", name))
    files = [name for name in request.files() if name.endswith((".yaml", ".template"))]
    for name in files:
        like_owner = affinity(resource, name.rpartition("/")[2].partition(".")[0])
        relevance = Relevance(like_owner=like_owner, rank=_FILES, **facts.in_folder(name))
        yield CompletionItem(name, "file", relevance, "nested template", about=("file", name))
    for name in facts.near - known - {*registry, *files, *PACKAGED.index["types"]}:
        about = ("type" if "::" in name else "file", name)
        relevance = Relevance(**facts.in_folder(name))
        yield CompletionItem(name, about[0], relevance, "in other templates of this folder", about=about)


class _InFolder(TypedDict):
    folder_share: float
    folder_habit: float


class _ByProperties(TypedDict):
    uses_below: float
    takes_below: float
    misses_required: int


class _TypeFacts:
    """What is known about a resource whose type is typed: its name, its properties, its neighbors."""

    def __init__(self, request: CompletionRequest, resource: str) -> None:
        self._request, self._resource = request, resource
        self._published = usage_stats.types()
        self._most = max(self._published.values(), default=1)
        self._below = _property_names(request, resource)
        self._here = frozenset(d.type for d in request.names.resources.values() if d.name != resource)
        neighbors = request.environment.neighbors()
        self._folder = neighbors.types
        self._most_in_folder = max(neighbors.types.values(), default=1)
        self._same_name = neighbors.types_by_resource.get(resource, {})

    @property
    def near(self) -> set[str]:
        """The types in the other templates of the folder."""
        return set(self._folder)

    def in_folder(self, name: str) -> _InFolder:
        """Return the facts about a type in the other templates of the folder."""
        return {
            "folder_share": self._folder.get(name, 0) / self._most_in_folder,
            "folder_habit": self._same_name[name] / sum(self._same_name.values()) if name in self._same_name else 0,
        }

    def of_type(self, name: str, is_old: bool) -> Relevance:
        """Return the relevance of a type that Heat has, or had in an earlier release."""
        resource, last = self._resource, name.rpartition("::")[2]
        shared = _shared_words(resource, last)
        relevance = Relevance(
            is_deprecated=is_old,
            is_compatibility_type=name.startswith("AWS::") and not resource[:1].isupper(),
            like_owner=affinity(resource, last),
            type_in_name=shared,
            type_ends_name=shared == 1 and words(resource)[-len(words(last)) :] == words(last),
            is_repeated=name in self._here,
            popularity=(self._published.get(name, 0) / self._most) ** 0.5,
            **self.in_folder(name),
        )
        if not self._below:
            return relevance
        kind = self._request.locator.type_named(name) if relevance.score() > _PLAUSIBLE else None
        return relevance._replace(**self._by_properties(name, kind))

    def _by_properties(self, name: str, kind: ResourceType | None) -> _ByProperties:
        """Return the facts about a type by the properties below the cursor; `kind` is None where it need not be read."""
        below, published = self._below, usage_stats.properties(name)
        required = [n for n, p in kind.properties.items() if p.required] if kind is not None else []
        return {
            "uses_below": sum(p in published for p in below) / len(below),
            "takes_below": sum(p in kind.properties for p in below) / len(below) if kind is not None else 0,
            "misses_required": sum(n not in below for n in required),
        }


def _as_set(names: tuple[str, ...]) -> frozenset[str]:
    known = _SETS.get(id(names))
    if known is None or known[0] is not names:
        _SETS.clear()
        known = _SETS[id(names)] = (names, frozenset(names))
    return known[1]


def _shared_words(resource: str, last: str) -> float:
    """Return the share of the words of a type's last part that a resource's name has: 1.0 for `web_port` and Port."""
    wanted, own = words(last), words(resource)
    return sum(word in own for word in wanted) / len(wanted) if wanted else 0.0


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
