"""Attributes of resources as get_attr yields them, from what Heat shows of a resource.

Heat shows what the service answers in place of the attributes of many types: with other names, and with numbers where get_attr
yields text (`_resolve_attribute` of the types, `format_stack_resource` in heat/engine/api.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from hotlint import heat_types
from hotlint.language.values import Value
from hotlint.plans.model import RecordedResource
from hotlint.resource_types.catalog import PACKAGED


def shown_attribute(found: RecordedResource, name: str) -> Value:
    """Return an attribute as get_attr yields it now; OMITTED where what Heat shows does not tell it."""
    return heat_types.of(found.type).shown(found.attributes, name)


def is_stored(found: RecordedResource, path: Sequence[Value]) -> bool:
    """Return whether Heat keeps an attribute as it has read it once; it reads others anew in every update."""
    type_ = PACKAGED.resource(found.type)
    attribute = type_.attributes.get(str(path[0])) if type_ is not None and path else None
    return attribute is None or attribute.facts.get("cache") is not False
