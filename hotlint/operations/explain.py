"""Explain what may be written in a template, and find the names of resource types and properties."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hotlint.common.suggestions import did_you_mean
from hotlint.linter.settings.catalog import catalog
from hotlint.operations.errors import OperationError
from hotlint.operations.scope import SettingsScope
from hotlint.output import reference
from hotlint.resource_types.catalog import Catalog


def types_of(folder: str, scope: SettingsScope) -> Catalog:
    """Return the resource types for the templates of a folder ("": the working folder). Raises OperationError."""
    return catalog(scope.settings_of(os.path.join(folder, "template.yaml")))


def explain(name: str, types: Catalog) -> str:
    """Return the page of a rule, a function, one of these types, its property, or a key, as text. Raises OperationError."""
    page = reference.page(name, types)
    if page is None:
        hint = did_you_mean(name, reference.names(types))
        raise OperationError(f"unknown rule, function, resource type or key '{name}'{hint}")
    return page


class FoundNames(NamedTuple):
    """Names of resource types and their properties, and how many more there are."""

    names: list[str]
    left_out: int


def find(query: str, types: Catalog, limit: int) -> FoundNames:
    """Return the resource types and properties whose name has each word of a query, without regard to case."""
    words = query.casefold().replace(":", " ").replace("_", " ").split()
    found = []
    for name in types.names() if words else ():
        resource = types.resource(name)
        for path in (name, *_properties(resource)):
            text = path.casefold()
            if all(word in text for word in words) and (path == name or not all(w in name.casefold() for w in words)):
                found.append(path)
    return FoundNames(found[:limit], max(0, len(found) - limit))


def _properties(resource: Any) -> Iterator[str]:
    properties: Mapping[str, Any] = getattr(resource, "properties", None) or {}
    return (f"{resource.name}.{name}" for name, prop in properties.items() if prop.support.status != "HIDDEN")
