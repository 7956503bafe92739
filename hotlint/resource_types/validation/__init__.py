"""Values of properties, judged as Heat judges them: conversion to the property's type, nested schemata, constraints.

Pure functions on plain values (hotlint.language.values). What is unknown is taken to be right. Heat's behaviour, in short: text,
numbers and booleans pass for each other where Python converts them; null stands for the default, or else for the type's
empty value, which must satisfy the constraints; and of a property whose value refers to a resource, only the types are
checked before that resource exists (the other problems are marked `later`).
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from hotlint.language.values import Value
from hotlint.resource_types.schema import Properties, Property, ResourceType
from hotlint.resource_types.validation.checker import Checker
from hotlint.resource_types.validation.model import Level, Path, PropertyProblem

__all__ = [
    "CheckedProperties",
    "PropertyConversionError",
    "PropertyProblem",
    "check_properties",
    "check_section",
    "convert",
]


class CheckedProperties(NamedTuple):
    """Values as Heat hands them to a resource (types converted, defaults filled in), and what is wrong with them."""

    values: dict[str, Value]
    problems: list[PropertyProblem]


class PropertyConversionError(ValueError):
    """A value that Heat refuses for a property; `path` leads from the value to the culprit."""

    def __init__(self, message: str, path: Path) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


def check_properties(
    resource_type: ResourceType,
    values: Mapping[str, Value],
    *,
    referring: Container[object] = (),
    references: Mapping[str, str] | None = None,
) -> CheckedProperties:
    """The `properties` section of a resource.

    `referring` names the properties in whose values get_resource or get_attr occur, at any depth. `references` has for
    each resource of the template what Heat has for its id until it exists: ResourceType.reference.
    """
    if resource_type.any_properties:
        return CheckedProperties(dict(values), [])
    from hotlint.resource_types.validation.translation import Translation

    checker = Checker(references or {})
    schema = _retyped(resource_type, values, checker)
    top = Level(schema, values, (), ())
    if resource_type.translations:
        checker.translation = Translation(resource_type.translations, checker, top)
    return _checked(checker, top, referring)


def check_section(
    schema: Properties,
    values: Mapping[str, Value],
    *,
    referring: Container[object] = (),
    references: Mapping[str, str] | None = None,
) -> CheckedProperties:
    """Any map with a schema, such as the `update_policy` section of a resource; else as `check_properties`."""
    return _checked(Checker(references or {}), Level(schema, values, (), ()), referring)


def convert(schema: Property, value: Value) -> Value:
    """One value, converted to a property's type, with what it holds. Raises ConversionError where Heat refuses it."""
    checker = Checker({})
    found = checker.convert(schema, value, (), (schema.name,))
    for problem in checker.problems:
        if problem.severity == "error":
            raise PropertyConversionError(problem.message, problem.path)
    return found


def _checked(checker: Checker, top: Level, referring: Container[object]) -> CheckedProperties:
    values = checker.level(top)
    if not checker.problems:
        return CheckedProperties(values, [])
    problems = [*{(p.path, p.kind, p.message, p.severity): p for p in checker.problems}.values()]
    return CheckedProperties(values, [_later(p) if p.path and p.path[0] in referring else p for p in problems])


def _later(problem: PropertyProblem) -> PropertyProblem:
    """A problem of a value that refers to resources: types are checked at once, all else when these exist."""
    nested = len(problem.path) > 1
    waits = problem.kind == "constraint" or (nested and problem.kind in ("unknown-property", "not-implemented"))
    return problem._replace(later=problem.later or waits)


def _retyped(resource_type: ResourceType, values: Mapping[str, Value], checker: Checker) -> Properties:
    """The properties, where the type of one may follow the value of another."""
    schema, rule = resource_type.properties, resource_type.retype
    if rule is None or rule["by"] not in values:
        return schema
    wanted = Checker(checker.references).convert(schema[rule["by"]], values[rule["by"]], (), ())
    name = rule["types"].get(wanted) if isinstance(wanted, str) else None
    if name is None:
        return schema
    facts = {n: {"type": name, "required": True} if n == rule["property"] else p.facts for n, p in schema.items()}
    return Properties(facts, schema.open)
