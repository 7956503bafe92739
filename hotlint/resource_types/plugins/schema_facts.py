"""Facts of the schemas of a class, in the form of `hotlint.resource_types.facts`.

Unknown parts are left out so that nothing is checked: a property without a type accepts any value, and `open` sections
may have more properties or attributes than are listed.
"""

from __future__ import annotations

from typing import Any, Final

from hotlint.language import constraints
from hotlint.resource_types.extraction.type_facts import named_instead
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.plugins.budget import DEPTH, ReaderBudget
from hotlint.resource_types.plugins.heat_api import from_legacy
from hotlint.resource_types.plugins.operators import plain
from hotlint.resource_types.plugins.schema_objects import (
    AttributeSchema,
    DeclaredConstraint,
    DeclaredSupport,
    PropertySchema,
)
from hotlint.resource_types.plugins.values import MISSING, Class, Map, Seq, Value, lookup

_PROPERTY_TYPES: Final = frozenset({"string", "integer", "number", "boolean", "map", "list", "any"})
_STATUSES: Final = frozenset({"SUPPORTED", "DEPRECATED", "HIDDEN", "UNSUPPORTED", "UNKNOWN"})


class FactsOf:
    """Writes the facts of schemas within a budget, since a schema may share its parts so often that it never ends."""

    __slots__ = ("_budget",)

    def __init__(self, budget: ReaderBudget) -> None:
        self._budget = budget

    def schemata(self, cls: Class) -> Facts:
        """Return the properties, attributes and update policy of a class, and the sections that are open."""
        facts: Facts = {}
        opened: list[str] = []
        updatable = self._updatable(cls)
        for key, name in (
            ("properties", "properties_schema"),
            ("attributes", "attributes_schema"),
            ("update_policy", "update_policy_schema"),
        ):
            schema = lookup(cls, name)
            if schema is MISSING:
                continue
            found = self.attributes(cls, schema) if key == "attributes" else self.properties(schema, updatable)
            facts.update({key: found} if found else {})
            if not isinstance(schema, Map) or schema.open:
                opened.append(key)
        return {**facts, **({"open": opened} if opened else {})}

    def _updatable(self, cls: Class) -> frozenset[str]:
        names = lookup(cls, "update_allowed_properties")
        return frozenset(item for item in getattr(names, "items", ()) if isinstance(item, str))

    def properties(self, schema: Value, updatable: frozenset[str] = frozenset(), depth: int = 0) -> Facts:
        """Return the facts of each property of a schema, by name."""
        if not isinstance(schema, Map):
            return {}
        siblings = frozenset(name for name in schema.entries if isinstance(name, str))
        return {
            name: self.property(item, name, siblings, depth, name in updatable)
            for name, item in schema.entries.items()
            if isinstance(name, str)
        }

    def property(
        self, schema: Value, name: str, siblings: frozenset[str], depth: int, updatable: bool = False
    ) -> Facts:
        """Return the facts of one property; none when it is unknown or nested too deeply."""
        self._budget.spend()
        if isinstance(schema, Map) and "Type" in schema.entries:
            schema = from_legacy(schema)
        if not isinstance(schema, PropertySchema) or depth > DEPTH // 8:
            return {}
        facts: Facts = {}
        kind = schema.type.lower() if isinstance(schema.type, str) else ""
        if kind in _PROPERTY_TYPES:
            facts["type"] = kind
        if schema.required is True:
            facts["required"] = True
        default = self._plain(schema.default)
        facts.update({} if default is None else {"default": default})
        constraints = self._constraints(schema.constraints, kind)
        facts.update({"constraints": constraints} if constraints else {})
        facts.update({"update": "in-place"} if schema.update_allowed is True or updatable else {})
        facts.update({"immutable": True} if schema.immutable is True else {})
        facts.update({"implemented": False} if schema.implemented is False else {})
        facts.update(self.support(schema.support_status, name, siblings))
        facts.update(self._nested(schema.schema, depth))
        return facts

    def _nested(self, schema: Value, depth: int) -> Facts:
        if isinstance(schema, PropertySchema) or (isinstance(schema, Map) and schema.entries.get("Type") is not None):
            return {"items": self.property(schema, "*", frozenset(), depth + 1)}
        if isinstance(schema, Map):
            opened = {"open": True} if schema.open else {}
            return {"properties": self.properties(schema, frozenset(), depth + 1), **opened}
        return {}

    def _constraints(self, constraints: Value, kind: str) -> list[Facts]:
        if not isinstance(constraints, Seq):
            return []
        return [
            {item.kind: item.value}
            for item in constraints.items
            if isinstance(item, DeclaredConstraint) and item.value is not None and _applies(item.kind, kind)
        ]

    def attributes(self, cls: Class, schema: Value) -> Facts:
        """Return the facts of the attributes of a class, without those that every resource has."""
        if not isinstance(schema, Map):
            return {}
        common = lookup(cls, "base_attributes_schema")
        shared = common.entries if isinstance(common, Map) else {}
        siblings = frozenset(name for name in schema.entries if isinstance(name, str))
        return {
            name: self._attribute(item, name, siblings)
            for name, item in schema.entries.items()
            if isinstance(name, str) and name not in shared
        }

    def _attribute(self, schema: Value, name: str, siblings: frozenset[str]) -> Facts:
        if not isinstance(schema, AttributeSchema):
            return {}
        kind = schema.type.lower() if isinstance(schema.type, str) else ""
        return {
            **({"type": kind} if kind in _PROPERTY_TYPES else {}),
            **({"cache": False} if schema.cache_mode == "cache_none" else {}),
            **self.support(schema.support_status, name, siblings),
        }

    def support(self, status: Value, own: str, siblings: frozenset[str] = frozenset()) -> Facts:
        """Return {"support": S}; nothing when it is plainly supported, or not known."""
        chain: list[DeclaredSupport] = []
        while isinstance(status, DeclaredSupport) and len(chain) < 10:
            chain.append(status)
            status = status.previous
        named = (
            item.instead or named_instead(item.message if isinstance(item.message, str) else "", own, siblings)
            for item in chain
        )
        replacement = next(filter(None, named), None)
        facts: Facts = {}
        for item in reversed(chain):
            known = isinstance(item.status, str) and item.status in _STATUSES
            facts = {
                **({"status": item.status} if known and item.status != "SUPPORTED" else {}),
                **({"since": item.version.strip()} if isinstance(item.version, str) else {}),
                **({"instead": replacement} if replacement and item is chain[0] else {}),
                **({"previous": facts} if item is not chain[-1] else {}),
            }
        return {"support": facts} if facts else {}

    def _plain(self, value: Value) -> Any:
        try:
            return plain(value, self._budget)
        except LookupError:
            return None


def _applies(constraint: str, property_type: str) -> bool:
    """Return whether Heat allows a constraint (its key in the facts) for properties of a type."""
    types = constraints.get(constraint).property_types if constraint in constraints.NAMES else None
    return types is None or property_type in types
