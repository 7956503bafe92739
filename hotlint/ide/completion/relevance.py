"""How well names fit the place of a cursor: by what is around it, by how near they are declared, by their use."""

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
    """The names to choose from: all of them, or in a very long text those that fit what is typed, the nearest first."""
    if len(declared) <= MOST_NAMES:
        return list(declared.items())
    typed, at = request.position.prefix.casefold(), request.offset
    fitting = [(n, d) for n, d in declared.items() if typed in n.casefold()]
    return sorted(sorted(fitting, key=lambda item: abs(item[1].at - at))[:MOST_NAMES], key=lambda item: item[1].at)


def context_of(request: CompletionRequest) -> list[str]:
    """Names around the cursor that tell what a value is for, the nearest first."""
    steps = [s for s in request.position.path if isinstance(s, str)]
    found = [s for s in reversed(steps[1:]) if s not in functions.NAMES and s not in _STRUCTURE]
    return [*found[:2], *(steps[1:2] if steps[1:2] and steps[1] not in found[:2] else [])]


def fit(name: str, context: list[str]) -> float:
    """How well a name fits what is around: the nearest name counts most."""
    return sum(weight * affinity(name, near) for weight, near in zip((3.0, 1.2, 0.8), context, strict=False))


def nearness(declared: Declared, at: int) -> float:
    """Between 0 and 1: how near above (or, less so, below) a cursor something is declared."""
    distance = at - declared.at
    return 1.0 / (1.0 + distance / 400) if distance >= 0 else 0.6 / (1.0 - distance / 400)


def customs_of(location: SchemaLocation) -> list[str]:
    outer: SchemaLocation | None = location
    while outer is not None:
        if outer.schema is not None:
            return [str(c.args) for c in outer.schema.constraints if c.kind == "custom_constraint"]
        outer = outer.outer
    return []


def undeclared(
    request: CompletionRequest, kinds: tuple[str, ...], declared: dict[str, Declared], kind: str, own: str = ""
) -> Iterator[CompletionItem]:
    """Names that the text uses and does not declare (yet)."""
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
    """Names of the templates beside this one: in a text that is typed from the top, what comes is often called so."""
    context = context_of(request)
    for name, count in names.items():
        if name not in declared:
            yield CompletionItem(
                name,
                kind,
                -6.0 + 0.5 * fit(name, context) + min(count, 20) * 0.05,
                "in other templates of this folder",
            )
