"""Completion of resource types, by the name and the properties of the resource."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.ide.completion import usage_stats
from hotlint.ide.completion.item import CompletionItem
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.similarity import affinity, words
from hotlint.resource_types.catalog import PACKAGED

_SETS: dict[int, tuple[tuple[str, ...], frozenset[str]]] = {}


def types(request: CompletionRequest, resource: str) -> Iterator[CompletionItem]:
    """Yield resource types: those that fit the name and the properties of the resource first."""
    counts = usage_stats.types()
    most = max(counts.values(), default=1)
    below = _property_names(request, resource)
    here: dict[str, int] = {}
    for declared in request.names.resources.values():
        if declared.type and declared.name != resource:
            here[declared.type] = here.get(declared.type, 0) + 1
    near = _near_types(request, resource)
    names = request.environment.catalog.names()
    known_names = _as_set(names)
    for name in (*names, *(n for n in {**PACKAGED.index["types"], **counts} if n not in known_names)):
        score = 0.8 * (counts.get(name, 0) / most) ** 0.5 + _speaks_for(resource, name)
        score += min(here.get(name, 0), 3) * 0.12 + near.get(name, 0.0)
        old = name not in known_names
        if below and (score > 0.05 or request.position.prefix):
            known = usage_stats.properties(name)
            score += 3.0 * sum(p in known for p in below) / len(below)
            kind = request.locator.type_named(name) if score > 0.6 else None
            if kind is not None:
                score += 2.0 * sum(p in kind.properties for p in below) / len(below) - 0.5 * sum(
                    p.required and n not in below for n, p in kind.properties.items()
                )
        yield CompletionItem(
            name,
            "type",
            score - (2.0 if old or (name.startswith("AWS::") and not resource[:1].isupper()) else 0.0),
            about=("type", name),
            deprecated=old,
        )
    registry = request.environment.registry()
    for name in registry:
        score = 1.0 + affinity(resource, name) + near.get(name, 0.0)
        yield CompletionItem(name, "type", score, "from the environment", about=("type", name))
    files = [name for name in request.files() if name.endswith((".yaml", ".template"))]
    for name in files:
        score = affinity(resource, name.rpartition("/")[2].partition(".")[0]) - 0.3 + near.get(name, 0.0)
        yield CompletionItem(name, "file", score, "nested template", about=("file", name))
    for name in near.keys() - known_names - {*registry, *files, *PACKAGED.index["types"]}:
        about = ("type" if "::" in name else "file", name)
        yield CompletionItem(name, about[0], near[name], "in other templates of this folder", about=about)


def _near_types(request: CompletionRequest, resource: str) -> dict[str, float]:
    """Return scores of types by the other templates of the folder, mostly of those of resources of the same name."""
    near = request.environment.neighbors()
    most = max(near.types.values(), default=1)
    scores = {name: 0.8 * count / most for name, count in near.types.items()}
    same = near.types_by_resource.get(resource, {})
    for name, count in same.items():
        scores[name] += 4.0 * count / sum(same.values())
    return scores


def _as_set(names: tuple[str, ...]) -> frozenset[str]:
    known = _SETS.get(id(names))
    if known is None or known[0] is not names:
        _SETS.clear()
        known = _SETS[id(names)] = (names, frozenset(names))
    return known[1]


def _speaks_for(resource: str, type_: str) -> float:
    """Return how well a resource's name fits a type, by the last part of it: `web_port` for OS::Neutron::Port."""
    last = words(type_.rpartition("::")[2])
    own = words(resource)
    if not own or not last:
        return 0.0
    shared = sum(w in own for w in last)
    return (
        1.6 * shared / len(last)
        + (0.5 if shared == len(last) and own[-len(last) :] == last else 0.0)
        + 0.3 * affinity(resource, type_.rpartition("::")[2])
    )


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
