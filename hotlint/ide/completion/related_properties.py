"""How the properties that are offered go together with those that are there already."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from hotlint.ide.completion.request import CompletionRequest, escaped
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.linter.packs import type_relations
from hotlint.resource_types.property_relations import NOTHING, Relation, Written, quoted
from hotlint.resource_types.schema import Properties, Property

_PLACE = re.compile(r"\$\{(\d+)")


class RelatedProperties(NamedTuple):
    """The relations between the properties of one mapping, and the names of those that it has.

    `written` holds their values, as far as they are text on the same line.
    """

    relations: tuple[Relation, ...] = ()
    given: frozenset[str] = frozenset()
    flow: bool = False
    written: Written = NOTHING

    @classmethod
    def at(cls, request: CompletionRequest, location: SchemaLocation, type_: str) -> RelatedProperties:
        """Return the relations at a location: none in a nested template, whose properties are its parameters."""
        if type_ in request.locator.nested or not type_:
            return cls()
        position = request.position
        found = type_relations.relations_of(request.environment.mapped(type_), request.environment.catalog)
        here = tuple(relation for relation in found if relation.within == location.trail)
        given = frozenset(position.siblings) - {request.text[position.start : position.end]}
        return cls(here, given, position.flow, {} if position.flow else _written(request))

    def is_excluded(self, name: str) -> bool:
        """Return whether a property is refused together with those that are there."""
        return self._excluding(name) is not None

    def is_needed(self, name: str) -> bool:
        """Return whether the properties that are there need a property, and nothing excludes it."""
        needed = any(name in relation.missing(self.given, self.written) for relation in self.relations)
        return needed and not self.is_excluded(name)

    def note(self, name: str) -> str:
        """Return what the detail of an offer says in addition: why it is excluded, what else it requires."""
        excluding = self._excluding(name)
        if excluding is not None:
            return f", not together with {quoted(excluding, 'and')}" if excluding else ", not supported"
        needed = type_relations.companions(self.relations, name, self.given, self.written)
        return f", requires {quoted(needed, 'and')}" if needed else ""

    def snippet(self, name: str, properties: Properties) -> str:
        """Return the snippet of a property, together with the others that it requires."""
        own = property_snippet(name, properties[name])
        needed = type_relations.companions(self.relations, name, self.given, self.written)
        parts = [own, *(property_snippet(other, properties[other]) for other in needed if other in properties)]
        if len(parts) == 1:
            return own
        if self.flow:
            return own if any("\n" in part for part in parts) else joined(parts, ", ")
        return joined(parts, "\n")

    def _excluding(self, name: str) -> tuple[str, ...] | None:
        return type_relations.excluding(self.relations, name, self.given, self.written)


_ENTRY = re.compile(r"([ -]*)([\w:.]+):[ ]+(['\"]?)([^'\"#{}\[\]&*|>]+?)\3[ ]*(?:#.*)?$")
"""An entry of a block mapping whose value is text on the same line: what is before it, its key, quotes, the value."""


def _written(request: CompletionRequest) -> dict[str, str]:
    """Return the values of the entries next to the one that is typed, by name: those that are text on the same line."""
    text, position = request.text, request.position
    column = position.start - (text.rfind("\n", 0, position.start) + 1)
    before, after = text[: position.start].split("\n")[:-1], text[position.start :].split("\n")[1:]
    found: dict[str, str] = {}
    for lines in (reversed(before), after):
        for line in lines:
            entry = _ENTRY.match(line)
            lead = len(line) - len(line.lstrip(" -"))
            if line.strip() and lead < column and not line.lstrip().startswith("#"):
                break
            if entry and len(entry[1]) == column:
                found[entry[2]] = entry[4]
            if entry and "-" in entry[1][:column] and lines is not after:
                break
    return found


def property_snippet(name: str, schema: Property, depth: int = 0) -> str:
    """Return a snippet for a property with a value of its type, required keys included."""
    key = escaped(name)
    if schema.type == "list":
        items = schema.items
        inner = _required(items) if items is not None and depth == 0 else ""
        return f"{key}:\n- {inner or '${1}'}"
    if schema.type == "map":
        return f"{key}:\n  {_required(schema) or '${1}'}"
    allowed = next((c.args for c in schema.constraints if c.kind == "allowed_values"), None)
    if (
        isinstance(allowed, list)
        and 0 < len(allowed) <= 20
        and all(isinstance(v, str) and v and not set(v) & set(",|$}\\") for v in allowed)
    ):
        return f"{key}: ${{1|{','.join(allowed)}|}}"
    if schema.type == "boolean":
        return f"{key}: ${{1|true,false|}}"
    return f"{key}: ${{1}}"


def _required(schema: Property) -> str:
    if schema.properties is None:
        return ""
    names = [n for n, p in schema.properties.items() if p.required]
    return "\n  ".join(f"{escaped(n)}: ${{{i}}}" for i, n in enumerate(names, 1))


def joined(snippets: Iterable[str], between: str) -> str:
    """Return several snippets as one, the places of each numbered on from those before."""
    text, last = "", 0
    for snippet in snippets:
        places = [int(n) for n in _PLACE.findall(snippet)]
        shifted = _PLACE.sub(lambda found, by=last: f"${{{int(found.group(1)) + by}", snippet)  # type: ignore[misc]
        text += (between if text else "") + shifted
        last += max(places, default=0)
    return text
