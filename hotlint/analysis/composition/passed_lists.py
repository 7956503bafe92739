"""Lists on their way into a nested stack: Heat joins them with commas, and the nested template splits the string again.

So an item with a comma becomes several, null an empty one, and an item that is not a string cannot be passed.

Heat: heat.engine.resources.template_resource.TemplateResource.child_params
"""

from __future__ import annotations

from hotlint.analysis.composition.uses import INLINE, Use
from hotlint.language.values import Value, is_known
from hotlint.resource_types.catalog import ResourceType


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
