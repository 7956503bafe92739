"""Validation of properties as Heat does it: conversion to the property's type, nested schemas, constraints.

Pure functions on plain values (`hotlint.language.values`); an unknown value is taken to be right. What Heat does
(heat/engine/properties.py): strings, numbers and booleans are accepted for one another where Python converts them; null
becomes the default, or else the type's empty value, which must satisfy the constraints; and when the value of a property
refers to a resource, only types are checked before that resource exists (other problems are marked `later`).
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from hotlint.common.records import NamedTuple
from hotlint.language.values import Value
from hotlint.resource_types.schema import Properties, ResourceType
from hotlint.resource_types.validation.checker import Checker
from hotlint.resource_types.validation.model import Level, PropertyProblem

__all__ = ["CheckedProperties", "PropertyProblem", "check_properties", "check_update_policy"]


class CheckedProperties(NamedTuple):
    """Values as Heat passes them to a resource, converted and with defaults filled in, and the problems found in them."""

    values: dict[str, Value]
    problems: list[PropertyProblem]


def check_properties(
    resource_type: ResourceType,
    values: Mapping[str, Value],
    *,
    referring: Container[object] = (),
    references: Mapping[str, str] | None = None,
) -> CheckedProperties:
    """Check the `properties` section of a resource and return the converted values with their problems.

    `referring` holds the names of properties whose values contain get_resource or get_attr at any depth. `references` has
    the `ResourceType.reference` of each resource of the template.
    """
    if resource_type.any_properties:
        return CheckedProperties(dict(values), [])
    checker = Checker(resource_type.name, references or {})
    schema = _retyped(resource_type, values, checker)
    top = Level(schema, values, (), ())
    if resource_type.translations:
        from hotlint.resource_types.validation.translation import Translation

        checker.rewrite_with(Translation(resource_type.translations, checker, top))
    checked = _checked(checker, top, referring)
    checker.rewrite_with(None)  # the two know each other
    return checked


def check_update_policy(
    resource_type: ResourceType,
    values: Mapping[str, Value],
    *,
    referring: Container[object] = (),
    references: Mapping[str, str] | None = None,
) -> CheckedProperties:
    """Check the `update_policy` section of a resource, with the arguments and the result of `check_properties`."""
    checker = Checker(f"update_policy of {resource_type.name}", references or {})
    return _checked(checker, Level(resource_type.update_policy, values, (), ()), referring)


def _checked(checker: Checker, top: Level, referring: Container[object]) -> CheckedProperties:
    values = checker.level(top)
    if not checker.problems:
        return CheckedProperties(values, [])
    problems = [*{(p.path, p.kind, p.message, p.severity): p for p in checker.problems}.values()]
    return CheckedProperties(values, [_later(p) if p.path and p.path[0] in referring else p for p in problems])


def _later(problem: PropertyProblem) -> PropertyProblem:
    """Mark a problem of a value that refers to resources: Heat checks types at once, all else when these exist."""
    nested = len(problem.path) > 1
    waits = problem.kind == "constraint" or (nested and problem.kind in ("unknown-property", "not-implemented"))
    return problem._replace(later=problem.later or waits)


def _retyped(resource_type: ResourceType, values: Mapping[str, Value], checker: Checker) -> Properties:
    """Return the properties of a type in which the type of one may follow the value of another (OS::Heat::Value)."""
    schema, rule = resource_type.properties, resource_type.retype
    if rule is None or rule["by"] not in values:
        return schema
    wanted = Checker(resource_type.name, checker.references).convert(schema[rule["by"]], values[rule["by"]], (), ())
    name = rule["types"].get(wanted) if isinstance(wanted, str) else None
    if name is None:
        return schema
    facts = {n: {"type": name, "required": True} if n == rule["property"] else p.facts for n, p in schema.items()}
    return Properties(facts, schema.open)
