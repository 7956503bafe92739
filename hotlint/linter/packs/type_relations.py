"""The relations between the properties of a resource type, for documentation and completion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint import heat_types
from hotlint.heat_types.base import HeatType
from hotlint.linter.packs import registry
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.property_relations import NOTHING, Relation, Written, holds_in, quoted


def rules_of(type_name: str) -> HeatType | None:
    """Return the own rules of a resource type; None for a type without any, or when they cannot be imported."""
    try:
        return registry.load().type_rules.of(type_name)
    except Exception:  # a pack is foreign code, which may raise anything
        return None


def relations_of(type_name: str, catalog: Catalog) -> tuple[Relation, ...]:
    """Return the relations of a resource type that hold in the release that a catalog is for."""
    own = rules_of(type_name)
    return own.relations_in(catalog.release) if own is not None else ()


def requirements(type_name: str, catalog: Catalog, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the requirements of a resource type on its properties, and which of these it ignores: sentences without a period.

    With `path`, such as ("networks", "port"), yield only those about this property: what `value_specs` overrides is told only then.
    Names are in single quotes.
    """
    for relation in relations_of(type_name, catalog):
        if not path or (relation.within == path[:-1] and path[-1] in relation.names):
            where = f", in {quoted(relation.within, 'and')}," if relation.within and not path[1:] else ""
            yield f"Requires that{where} {relation.describe()}"
    own = rules_of(type_name)
    if own is not None and holds_in(own.span, catalog.release):
        demands = (d for d in own.demands if all(f"'{name}'" in d for name in path))
        yield from (f"Requires that {demand}" for demand in demands)
    for fact in heat_types.of(type_name).ignored:
        if (*fact.within, fact.name) == path or not (path or fact.is_key):
            yield f"'{fact.name}' {fact.describe()}"


def excluding(
    relations: Iterable[Relation], name: str, given: frozenset[str], written: Written = NOTHING
) -> tuple[str, ...] | None:
    """Return the given properties that exclude another one; None if it is not excluded. Empty: it is never allowed.

    If a property excludes it by its value, the result contains the value, as in "type: webhook".
    """
    for relation in relations:
        if name in relation.excluded(given):
            return tuple(sorted(given.intersection(relation.names)))
        if name in relation.excluded(given, written):
            deciding = (n for n in relation.names if n in written and n != name)
            return tuple(
                f"{n}: {written[n]}" for n in deciding if name not in relation.excluded(given, _without(written, n))
            )
    return None


def _without(written: Written, name: str) -> Written:
    return {n: text for n, text in written.items() if n != name}


def companions(
    relations: Iterable[Relation], name: str, given: frozenset[str], written: Written = NOTHING
) -> tuple[str, ...]:
    """Return the properties that are still missing after a property is added to the given ones, in order.

    It does not include choices between several properties.
    """
    found: list[str] = []
    for relation in relations:
        if name in relation.names and not relation.missing(given, written):
            needed = relation.missing(given | {name}, written)
            found += [n for n in relation.names if n in needed and n not in found]
    return tuple(found)
