"""What may be typed at a cursor, at any half-typed place, with the YAML broken or not.

    offers = complete(text, offset, around)

The place is told from the text around the cursor (`place`), its meaning from the path of keys that leads to it
(`where`), the names from the lines of the text (`names`); offers of keys and of values come from files of that name,
those inside of texts from `texts`, those of environment files from `environments`.
"""

from __future__ import annotations

from typing import Any

from hotlint.analysis.symbols import is_file
from hotlint.ide.completion import embedded_text, environments, keys, relevance, values
from hotlint.ide.completion.cursor_position import CursorPosition, cursor_position
from hotlint.ide.completion.declared_names import Declared, DeclaredNames
from hotlint.ide.completion.item import CompletionItem, CompletionList
from hotlint.ide.completion.request import CompletionEnvironment, CompletionRequest, NeighborNames
from hotlint.ide.completion.schema_location import SchemaLocator
from hotlint.resource_types.schema import Properties, ResourceType
from hotlint.syntax.source import Span

__all__ = ["CompletionEnvironment", "CompletionItem", "CompletionList", "DeclaredNames", "NeighborNames", "complete"]

_SPACE = " "


def complete(
    text: str, offset: int, around: CompletionEnvironment, names: DeclaredNames | None = None
) -> CompletionList:
    """Everything that fits at an offset, the best first. Never raises for what the text holds.

    `names` are those of the text, where they are known already.
    """
    place = cursor_position(text, offset)
    names = names or DeclaredNames(text)
    if _in_comment(text, offset):
        return CompletionList([], Span(offset, offset))
    asked = CompletionRequest(
        text,
        offset,
        place,
        names,
        around,
        SchemaLocator(names, around.catalog, _nested(place, names, around), around.mapped),
    )
    if environments.is_environment(names, text):
        found = list(environments.offers(asked))
    elif place.role == "text":
        found = list(embedded_text.offers(asked))
    else:
        found = _in_template(asked)
    best: dict[str, CompletionItem] = {}
    for item in found:
        if item.label not in best or item.score > best[item.label].score:
            best[item.label] = item
    taken = set(place.siblings) - {text[place.start : place.end]} if place.role == "key" else set()
    ordered = sorted((i for i in best.values() if i.label not in taken), key=lambda i: -i.score)
    if place.role == "key" and (place.has_colon or place.below):
        ordered = [_name_only(i, place) for i in ordered]
    incomplete = max(len(names.parameters), len(names.resources)) > relevance.MOST_NAMES
    return CompletionList(ordered, Span(place.start, place.end), _SPACE if place.glued else "", incomplete)


def _in_template(asked: CompletionRequest) -> list[CompletionItem]:
    place = asked.place
    where = asked.locator.locate(place.path)
    if place.role == "value":
        found = list(embedded_text.in_value(asked, where)) or list(values.offers(asked, where))
        if not found and where.kind == "constraint" and place.flow:
            found = list(keys.offers(asked, where))  # `constraints: [length: {max: 5}]`
        return found
    found = list(keys.offers(asked, where))
    if place.maybe_key:
        found += [i for i in values.offers(asked, where) if i.kind != "function"]
    return found


def _name_only(item: CompletionItem, place: CursorPosition) -> CompletionItem:
    """An offer of a key behind which everything is there already."""
    if item.kind in ("key", "property", "section", "function", "constraint"):
        return item._replace(insert=item.label if place.has_colon else f"{item.label}:", snippet=None)
    return item


def _nested(place: CursorPosition, names: DeclaredNames, around: CompletionEnvironment) -> dict[str, Properties]:
    """The properties of the nested template that the resource at the cursor is made of: its parameters."""
    if len(place.path) < 3 or place.path[0] != "resources":
        return {}
    declared = names.resources.get(str(place.path[1]))
    made = {}
    for type_ in (declared.type, declared.inner) if declared else ():
        found = around.nested(type_) if type_ and _may_be_template(type_, around) else None
        if type_ and found is not None:
            made[type_] = Properties({n: _facts(p) for n, p in found.parameters.items()})
    return made


def _may_be_template(type_: str, around: CompletionEnvironment) -> bool:
    return is_file(type_) or not isinstance(around.catalog.resource(type_), ResourceType)


def _facts(parameter: Declared) -> dict[str, Any]:
    types = {"json": "map", "comma_delimited_list": "list"}
    kind = parameter.type or "any"
    return {"type": types.get(kind, kind), "constraints": [{"custom": c} for c in parameter.customs]}


def _in_comment(text: str, offset: int) -> bool:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line.lstrip().startswith("#")
