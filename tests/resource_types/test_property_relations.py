"""Relations between properties: what each demands, and that it is silent about what is not known."""

from __future__ import annotations

from itertools import product

from for_each import for_each

from hotlint.language.values import Either, Unknown, Value
from hotlint.linter.packs import registry
from hotlint.linter.packs.registry import load
from hotlint.resource_types.property_relations import (
    AnyOther,
    AtLeastOne,
    AtMostOne,
    ExactlyOne,
    NotSupported,
    OnlyWhen,
    Ordered,
    Relation,
    Requires,
    holds_in,
)
from hotlint.resource_types.property_values import PropertyValues

TYPE_RULES = registry.load().type_rules.names()

CLOUD = Unknown("it depends on the cloud")


def kinds(relation: Relation, values: dict[str, Value]) -> list[str]:
    """Return where problems are and of which kind, as in "conflict b"."""
    found = relation.check(PropertyValues(values), "OS::T")
    return [f"{problem.kind} {problem.path[-1] if problem.path else '-'}" for problem in found]


MISSING = "missing-related-property -"


@for_each(
    ("relation", "values", "wanted"),
    [
        (AtLeastOne(("a", "b")), {}, [MISSING]),
        (AtLeastOne(("a", "b")), {"a": ""}, []),
        (AtLeastOne(("a", "b"), meaning="true"), {"a": ""}, [MISSING]),
        (AtMostOne(("a", "b")), {"a": 1, "b": 2}, ["conflict b"]),
        (AtMostOne(("a", "b"), meaning="true"), {"a": 1, "b": 0}, []),
        (ExactlyOne(("a", "b")), {}, [MISSING]),
        (ExactlyOne(("a", "b")), {"a": 1, "b": 2}, ["conflict b"]),
        (AnyOther("a"), {"a": 1, "b": None}, [MISSING]),
        (AnyOther("a"), {"a": 1, "b": 0}, []),
        (NotSupported("a"), {"a": 1}, ["conflict a"]),
        (Requires("a", ("b",)), {"a": 1}, [MISSING]),
        (Requires("a", ("b",)), {"a": 1, "b": 2}, []),
        (Requires("a", ("b",), ("x",)), {"a": "y"}, []),
        (Requires("a", ("b",), ("x",)), {"a": "x"}, [MISSING]),
        (OnlyWhen(("b",), "a", ("x",)), {"a": "y", "b": 1}, ["conflict b"]),
        (OnlyWhen(("b",), "a", ("x",)), {"a": "x", "b": 1}, []),
        (OnlyWhen(("b",), "a", ("x",), negated=True), {"a": "x", "b": 1}, ["conflict b"]),
        (OnlyWhen(("b",), "a", ("x",)), {"b": 1}, ["conflict b"]),
        (Ordered("a", "b"), {"a": 2, "b": 1}, ["invalid-combination a"]),
        (Ordered("a", "b"), {"a": 1, "b": 1}, []),
        (Ordered("a", "b", endless=-1), {"a": 1, "b": -1}, []),
        (Ordered("a", "b", meaning="true"), {"a": 1, "b": 0}, []),
        (Ordered("a", "b"), {"a": True, "b": 0}, []),
    ],
)
def test_what_a_relation_demands(relation: Relation, values: dict[str, Value], wanted: list[str]) -> None:
    assert kinds(relation, values) == wanted


RELATIONS = sorted({r for name in TYPE_RULES for r in (load().type_rules.of(name) or object()).relations}, key=repr)  # type: ignore[attr-defined]
SOME: tuple[Value, ...] = (None, "", "a", 0, 2)


def _domain(relation: Relation) -> tuple[Value, ...]:
    """Return values that make a difference to a relation."""
    if isinstance(relation, Ordered):
        return (None, 0, 1, 2, -1)
    return (*SOME, *getattr(relation, "values", ())[:2])


@for_each("relation", RELATIONS, ids=repr)
def test_what_holds_with_an_unknown_value_holds_with_every_value(relation: Relation) -> None:
    """A problem that is reported while a value is unknown must be one whatever the value turns out to be."""
    names = relation.names[:3]
    domain = _domain(relation)
    for choice in product(domain, repeat=len(names)):
        values = dict(zip(names, choice, strict=True))
        for unknown in names:
            completed = [kinds(relation, {**values, unknown: value}) for value in domain]
            with_unknown = kinds(relation, {**values, unknown: CLOUD})
            assert not with_unknown or all(completed), (values, unknown)
            either = kinds(relation, {**values, unknown: Either("c", domain[0], domain[2])})
            assert not either or (completed[0] and completed[2]), (values, unknown)


@for_each("relation", RELATIONS, ids=repr)
def test_descriptions_are_clauses(relation: Relation) -> None:
    text = relation.describe()
    assert text[:1].islower() or text.startswith("'")
    assert text[-1] not in ".,"
    assert all(f"'{name}'" in text for name in relation.names)


@for_each(
    ("relation", "given", "excluded", "missing"),
    [
        (AtLeastOne(("a", "b")), "", "", "ab"),
        (AtLeastOne(("a", "b")), "b", "", ""),
        (AtMostOne(("a", "b")), "a", "b", ""),
        (ExactlyOne(("a", "b")), "", "", "ab"),
        (ExactlyOne(("a", "b")), "b", "a", ""),
        (NotSupported("a"), "", "a", ""),
        (Requires("a", ("b", "c")), "a", "", "bc"),
        (Requires("a", ("b", "c")), "ab", "", "c"),
        (Requires("a", ("b",), ("x",)), "a", "", ""),
        (OnlyWhen(("b",), "a", ("x",)), "a", "", ""),
        (Ordered("a", "b"), "a", "", ""),
        (AnyOther("a"), "a", "", ""),
    ],
)
def test_what_may_follow(relation: Relation, given: str, excluded: str, missing: str) -> None:
    assert relation.excluded(frozenset(given)) == frozenset(excluded)
    assert relation.missing(frozenset(given)) == frozenset(missing)


@for_each(
    ("relation", "written", "excluded", "missing"),
    [
        (Requires("a", ("b",), ("x",)), {"a": "x"}, "", "b"),
        (Requires("a", ("b",), ("x",)), {"a": "y"}, "", ""),
        (OnlyWhen(("b",), "a", ("x", True)), {"a": "y"}, "b", ""),
        (OnlyWhen(("b",), "a", ("x", True)), {"a": "true"}, "", ""),
        (OnlyWhen(("b",), "a", ("x",), negated=True), {"a": "x"}, "b", ""),
        (OnlyWhen(("b",), "a", ("x",), negated=True), {"a": "y"}, "", ""),
    ],
)
def test_what_may_follow_a_value(relation: Relation, written: dict[str, str], excluded: str, missing: str) -> None:
    assert relation.excluded(frozenset("a"), written) == frozenset(excluded)
    assert relation.missing(frozenset("a"), written) == frozenset(missing)


@for_each(
    ("span", "release", "holds"),
    [
        ((None, None), None, True),
        (("16.0.0", None), None, True),
        (("16.0.0", None), (15, 1, 0), False),
        (("16.0.0", None), (16, 0, 0), True),
        ((None, "21.99.0"), None, False),
        ((None, "21.99.0"), (21, 0, 1), True),
        ((None, "21.99.0"), (22, 0, 0), False),
    ],
)
def test_spans_of_releases(span: tuple[str | None, str | None], release: tuple[int, ...] | None, holds: bool) -> None:
    assert holds_in(span, release) is holds
