"""Heat's classes and constants from the packaged facts, for plugins that derive from them.

`hotlint/data/classes.json` has the bases, constants and schemas of each class and module of heat/engine/resources; those
of a class that is a resource type are in the file of the type (`hotlint.resource_types.facts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hotlint.resource_types.facts import Facts, ReadFacts
from hotlint.resource_types.plugins.schema_objects import (
    AttributeSchema,
    DeclaredConstraint,
    DeclaredSupport,
    PropertySchema,
)
from hotlint.resource_types.plugins.values import UNKNOWN, Class, Map, Module, Seq, UnreadValue, Value

_SCHEMATA: Final = ("properties", "attributes", "update_policy")


class PackagedClasses:
    """Builds classes and modules from the packaged facts when they are needed, anew for each reading."""

    __slots__ = ("_classes", "_facts", "_modules", "_read")

    def __init__(self, read: ReadFacts, base: Class) -> None:
        self._read = read
        self._facts: dict[str, Facts] | None = None
        self._classes: dict[str, Class] = {f"{base.module}.{base.name}": base}
        self._modules: dict[str, Module] = {}

    @property
    def facts(self) -> dict[str, Facts]:
        """The facts of classes and modules by dotted name; empty when there are none."""
        if self._facts is None:
            self._facts = self._read("classes.json") or {}
        return self._facts

    def module(self, name: str) -> Module | None:
        """Return a module of Heat's resources with its constants and classes; None when there is no such module."""
        if name not in self._modules:
            names = {own.rpartition(".")[2]: self.cls(own) for own in self._classes_of(name)}
            names.update(_own_names(self.facts.get(name, {})))
            if not names and not self.is_package(name):
                return None
            self._modules[name] = Module(name, names=names, package=True)
        return self._modules[name]

    def is_package(self, name: str) -> bool:
        """Return whether modules of a package are known."""
        return any(known.startswith(f"{name}.") for known in self.facts)

    def _classes_of(self, module: str) -> Iterator[str]:
        return (own for own, facts in self.facts.items() if "bases" in facts and own.rpartition(".")[0] == module)

    def cls(self, path: str) -> Value:
        """Return a class by its dotted name; Unknown when the facts do not have it."""
        if path not in self._classes:
            facts = self.facts.get(path)
            if facts is None or "bases" not in facts:
                return UnreadValue(path)
            module, _, name = path.rpartition(".")
            bases = tuple(self.cls(base) for base in facts["bases"])
            cls = Class(name, module, bases, _own_names(facts), facts_of=facts.get("type", ""))
            for method, key in (("handle_snapshot_delete", "snapshot"), ("get_attribute", "any_attributes")):
                if facts.get(key):
                    cls.names[method] = UNKNOWN
            if cls.facts_of:
                cls.names.update(self._type_names(cls.facts_of))
            self._classes[path] = cls
        return self._classes[path]

    def type_facts(self, name: str) -> Facts:
        """Return the facts of a resource type; empty when there are none."""
        return self._read(f"types/{name.replace('::', '__')}.json") or {}

    def _type_names(self, name: str) -> dict[str, Value]:
        facts = self.type_facts(name)
        names: dict[str, Value] = {}
        for key in _SCHEMATA:
            make = attribute_of if key == "attributes" else property_of
            schema = facts.get(key, {})
            names[f"{key}_schema"] = Map({own: make(item) for own, item in schema.items()})
        names["support_status"] = support_of(facts.get("support"))
        return names


def _own_names(facts: Facts) -> dict[str, Value]:
    names: dict[str, Value] = {name: _constant(value) for name, value in facts.get("constants", {}).items()}
    for name, schema in facts.get("schemata", {}).items():
        if "property" in schema:
            names[name] = property_of(schema["property"])
        else:
            make = attribute_of if "attributes" in schema else property_of
            names[name] = Map({key: make(item) for items in schema.values() for key, item in items.items()})
    return names


def _constant(value: Any) -> Value:
    return Seq([_constant(item) for item in value], "tuple") if isinstance(value, list) else value


def property_of(facts: Facts) -> PropertySchema:
    """Return the schema object of a property from its facts."""
    nested: Value = None
    if "items" in facts:
        nested = property_of(facts["items"])
    elif "properties" in facts:
        inner = {name: property_of(item) for name, item in facts["properties"].items()}
        nested = Map(inner, facts.get("open", False))
    return PropertySchema(
        type=facts["type"].title() if "type" in facts else UNKNOWN,
        default=_default(facts.get("default")),
        schema=nested,
        required=facts.get("required", False),
        constraints=Seq([DeclaredConstraint(*pair) for item in facts.get("constraints", ()) for pair in item.items()]),
        implemented=facts.get("implemented", True),
        update_allowed=facts.get("update") == "in-place",
        immutable=facts.get("immutable", False),
        support_status=support_of(facts.get("support")),
    )


def attribute_of(facts: Facts) -> AttributeSchema:
    """Return the schema object of an attribute from its facts."""
    kind = facts["type"].title() if "type" in facts else None
    cache = "cache_local" if facts.get("cache", True) else "cache_none"
    return AttributeSchema(kind, cache, support_of(facts.get("support")))


def support_of(facts: Facts | None) -> DeclaredSupport:
    """Return a support status from its facts."""
    if not facts:
        return DeclaredSupport()
    previous = support_of(facts["previous"]) if "previous" in facts else None
    return DeclaredSupport(facts.get("status", "SUPPORTED"), None, facts.get("since"), previous, facts.get("instead"))


def _default(value: Any) -> Value:
    if isinstance(value, dict):
        return Map({name: _default(item) for name, item in value.items()})
    return Seq([_default(item) for item in value]) if isinstance(value, list) else value
