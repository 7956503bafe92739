"""The inputs that a resource passes to the template that it uses: values, environment and facade."""

from __future__ import annotations

from hotlint.analysis.composition.uses import DEPTH_LIMIT, INLINE, Use
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.evaluator import Evaluation
from hotlint.analysis.template import Resource
from hotlint.language.values import EvaluationError, Unknown, Value, is_known
from hotlint.resource_types.catalog import ResourceType
from hotlint.stacks.references import PARENT, scoped

_FACADE_DEFAULTS: dict[str, Value] = {"metadata": {}, "update_policy": {}, "deletion_policy": "Delete"}


def facade(evaluation: Evaluation, resource: Resource, use: Use, what: str) -> Value:
    """Return what resource_facade yields in a nested template for "metadata", "update_policy" or "deletion_policy"."""
    if use.member:
        return use.metadata if what == "metadata" and use.metadata is not None else _FACADE_DEFAULTS[what]
    part = evaluation.template.part(resource, what)
    if part is None:
        return _FACADE_DEFAULTS[what]
    try:
        value = evaluation.value(part)
    except EvaluationError:
        return Unknown(f"the {what} of the resource that uses this template")
    return _FACADE_DEFAULTS[what] if value is None else value


def nested_path(use: Use) -> str | None:
    """Return the path of the template that is used; None where there is none that Heat would load and hotlint can read."""
    location = use.kind.location
    if location is None or use.depth >= DEPTH_LIMIT or not isinstance(use.kind.type, ResourceType):
        return None
    return location.path


def nested_environment(path: str, resource: Resource, use: Use, member: str | None) -> Environment:
    """Return the environment of the nested stack, with the values that a resource of the template at `path` passes to it."""
    origin = f"the resource '{resource.name}' of {path}"
    values = use.values(member) or {}
    values = {**values, **{name: joined(items) for name, items in list_parameters(use, values).items()}}
    given = {n: Given(scoped(v, PARENT), origin) for n, v in values.items() if v is not None}
    return use.environment.for_child(given, member or use.member or resource.name, use.kind.mapped)


def list_parameters(use: Use, values: dict[str, Value]) -> dict[str, list[Value]]:
    """Return the values among those passed by a use that are lists for a parameter of type comma_delimited_list."""
    kind = use.kind.type
    if not isinstance(kind, ResourceType) or use.kind.location is None or use.type_name == INLINE:
        return {}
    types = kind.properties
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, list) and name in types and types[name].type == "list"
    }


def invalid_item(items: list[Value]) -> int | None:
    """Return the index of the first item that Heat cannot join with the others; None where it can join all that is known."""
    maps = bool(items) and isinstance(items[0], dict)
    for index, item in enumerate(items):
        if is_known(item) and not isinstance(item, dict if maps else str | None):
            return index
    return None


def joined(items: list[Value]) -> Value:
    """Return a list as the nested stack gets it: the string, or the list itself where it is not wholly known or not valid."""
    if not is_known(items) or invalid_item(items) is not None:
        return items
    if items and isinstance(items[0], dict):
        pairs = [(n, key, value) for n, item in enumerate(items) for key, value in item.items()]
        return ",".join(f".member.{n}.{key}={value}" for n, key, value in pairs)
    return ",".join("" if item is None else item for item in items)
