"""Scores of names at a cursor: by the names around it, by the distance of the declaration, by use."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.ide.completion.declared_names import Declared
from hotlint.ide.completion.item import CompletionItem
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.ide.completion.similarity import affinity
from hotlint.language import functions

MOST_NAMES = 300
"""Names of one kind that are offered at once; of more, the editor asks again as more is typed."""
_STRUCTURE = {
    "properties",
    "params",
    "value",
    "template",
    "data",
    "parameters",
    "resources",
    "outputs",
    "conditions",
    "metadata",
}


def nearby(request: CompletionRequest, declared: dict[str, Declared]) -> list[tuple[str, Declared]]:
    """Return the names to choose from: all, or in a very long text the nearest that match what is typed."""
    if len(declared) <= MOST_NAMES:
        return list(declared.items())
    typed, at = request.position.prefix.casefold(), request.offset
    fitting = [(n, d) for n, d in declared.items() if typed in n.casefold()]
    return sorted(sorted(fitting, key=lambda item: abs(item[1].at - at))[:MOST_NAMES], key=lambda item: item[1].at)


def context_of(request: CompletionRequest) -> list[str]:
    """Return the names around the cursor that describe the value, the nearest first."""
    steps = [s for s in request.position.path if isinstance(s, str)]
    found = [s for s in reversed(steps[1:]) if s not in functions.NAMES and s not in _STRUCTURE]
    return [*found[:2], *(steps[1:2] if steps[1:2] and steps[1] not in found[:2] else [])]


def fit(name: str, context: list[str]) -> float:
    """Return how well a name fits the names around it; the nearest counts most."""
    return sum(weight * affinity(name, near) for weight, near in zip((3.0, 1.2, 0.8), context, strict=False))


def nearness(declared: Declared, at: int) -> float:
    """Return a number between 0 and 1: how near a cursor is to a declaration above it or, with less weight, below."""
    distance = at - declared.at
    return 1.0 / (1.0 + distance / 400) if distance >= 0 else 0.6 / (1.0 - distance / 400)


def customs_of(location: SchemaLocation) -> list[str]:
    """Return the custom constraints of the property at a location."""
    outer: SchemaLocation | None = location
    while outer is not None:
        if outer.schema is not None:
            return [str(c.args) for c in outer.schema.constraints if c.kind == "custom_constraint"]
        outer = outer.outer
    return []


def undeclared(
    request: CompletionRequest, kinds: tuple[str, ...], declared: dict[str, Declared], kind: str, own: str = ""
) -> Iterator[CompletionItem]:
    """Yield names that the text uses and does not declare."""
    seen = set()
    for use in kinds:
        for name in request.names.uses[use]:
            if (
                name not in declared
                and name not in seen
                and name != own
                and name != request.position.prefix
                and "::" not in name
            ):
                seen.add(name)
                yield CompletionItem(name, kind, -3.0 + 0.3 * fit(name, context_of(request)), "not declared yet")


def foreign(
    request: CompletionRequest, names: dict[str, int], declared: dict[str, Declared] | list[str], kind: str
) -> Iterator[CompletionItem]:
    """Yield names of the other templates in the folder, which a new text often uses again."""
    context = context_of(request)
    for name, count in names.items():
        if name not in declared:
            yield CompletionItem(
                name,
                kind,
                -6.0 + 0.5 * fit(name, context) + min(count, 20) * 0.05,
                "in other templates of this folder",
            )
