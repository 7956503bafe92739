"""The own rules of resource types: their examples, and that every property that they name exists."""

from __future__ import annotations

import pytest

from hotlint.heat_types.base import HeatType
from hotlint.linter.checking.testing import example_diagnostics, parse_marks, type_examples
from hotlint.linter.packs import registry
from hotlint.linter.packs.registry import load
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.property_relations import Relation
from hotlint.resource_types.schema import Properties

TYPE_RULES = registry.load().type_rules.names()

CODES = ("HOT507", "HOT517", "HOT518")


def rules_of(type_name: str) -> HeatType:
    found = load().type_rules.of(type_name)
    assert found is not None
    return found


@pytest.mark.parametrize("type_name", sorted(TYPE_RULES))
def test_bad_examples_are_reported_where_they_are_marked(type_name: str) -> None:
    rules = [rule for rule in load().rules if rule.code in CODES]
    own = rules_of(type_name)
    for example in type_examples(own, own.bad, is_bad=True):
        if type_name not in example.text:
            continue
        wanted = parse_marks(example.text).spans
        assert wanted
        found = [d for rule in rules for d in example_diagnostics(rule, example)]
        assert sorted({d.span for d in found if d.severity == "error"}) == wanted, [d.message for d in found]


@pytest.mark.parametrize("type_name", sorted(TYPE_RULES))
def test_good_examples_are_silent(type_name: str) -> None:
    rules = [rule for rule in load().rules if rule.code.startswith("HOT5")]
    own = rules_of(type_name)
    for example in type_examples(own, own.good):
        assert not parse_marks(example.text).spans
        found = [d for rule in rules for d in example_diagnostics(rule, example)]
        assert not [d.message for d in found if d.severity == "error"]


@pytest.mark.parametrize("type_name", sorted(TYPE_RULES))
def test_each_type_says_what_it_demands_and_shows_it(type_name: str) -> None:
    own = rules_of(type_name)
    has_code = type(own).validate is not HeatType.validate
    assert bool(own.demands) == has_code, "`demands` says in words what `validate` does"
    if own.relations or has_code:
        assert own.bad
        assert own.good
    for clause in (*own.demands, *own.asks):
        assert clause.count("'") % 2 == 0 and not clause.endswith(".") and "`" not in clause
    doc = type(own).__doc__ or ""
    assert ":" in doc.splitlines()[0].replace("::", ""), "the docstring says what Heat demands"


@pytest.mark.parametrize("type_name", sorted(TYPE_RULES))
def test_relations_name_properties_that_exist_in_some_release(type_name: str) -> None:
    releases = [None, "22.0.1", "18.0.1", "14.2.0", "11.0.3"]
    types = [found for r in releases if isinstance(found := Catalog(target=r).resource(type_name), ResourceType)]
    assert types
    for relation in rules_of(type_name).relations:
        assert any(_names(relation, found) for found in types), relation


def _names(relation: Relation, found: ResourceType) -> bool:
    """Return whether a resource type has all properties that a relation names."""
    level: Properties | None = found.properties
    for step in relation.within:
        schema = level[step] if level is not None and step in level else None
        level = (schema.properties or (schema.items.properties if schema.items else None)) if schema else None
    return level is not None and set(relation.names) <= set(level)
