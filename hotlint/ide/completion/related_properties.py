"""How the properties that are offered go together with those that are there already."""

from __future__ import annotations

import re
from typing import NamedTuple

from hotlint.ide.completion.property_snippets import joined, property_snippet
from hotlint.ide.completion.request import CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.linter.packs import type_relations
from hotlint.resource_types.property_relations import NOTHING, Relation, Written, quoted
from hotlint.resource_types.schema import Properties


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
