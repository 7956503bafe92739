"""Relations between properties: what a type requires in a release, what excludes a property, and what goes with it."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.linter.packs import type_relations
from hotlint.linter.packs.type_relations import companions, excluding, relations_of, requirements
from hotlint.linter.rules.type_rules import TypeRules
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.property_relations import (
    AtLeastOne,
    AtMostOne,
    ExactlyOne,
    NotSupported,
    OnlyWhen,
    Relation,
    Requires,
)


class Made(TypeRules):
    """The rules of a made-up type, which Heat has checked from 10.0.0 to 20.0.0."""

    span = ("10.0.0", "20.0.0")
    relations = (
        AtMostOne(("a", "b"), span=(None, "15.0.0")),
        ExactlyOne(("c", "d"), within=("list",)),
        AtLeastOne(("e",), within=("list", "deep")),
        AtMostOne(("list", "a")),
    )
    demands = ("'a' is short", "'b' and 'c' are long")


class Newest(TypeRules):
    """The rules of a type that Heat still checks."""

    relations = (AtMostOne(("a", "b"), span=(None, "15.0.0")), AtMostOne(("x", "y")))
    demands = ("'x' is short",)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two types have rules."""
    known = {"A::Made": Made(), "A::Newest": Newest()}
    monkeypatch.setattr(type_relations, "rules_of", known.get)


@pytest.mark.usefixtures("made")
def test_relations_are_those_of_the_release() -> None:
    assert relations_of("A::Other", Catalog()) == ()
    assert relations_of("A::Newest", Catalog()) == Newest.relations[1:]
    assert relations_of("A::Newest", Catalog(target="15.0.0")) == Newest.relations
    assert relations_of("A::Made", Catalog()) == ()
    assert relations_of("A::Made", Catalog(target="9.0.0")) == ()
    assert relations_of("A::Made", Catalog(target="12.0.0")) == Made.relations
    assert relations_of("A::Made", Catalog(target="20.0.0")) == Made.relations[1:]


IN_LIST = "Requires that, in 'list', exactly one of 'c' or 'd' is given"
DEEP = "Requires that, in 'list' and 'deep', 'e' is given"
AROUND = "Requires that at most one of 'list' or 'a' is given"


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ((), [IN_LIST, DEEP, AROUND, "Requires that 'a' is short", "Requires that 'b' and 'c' are long"]),
        (("a",), [AROUND, "Requires that 'a' is short"]),
        (("b",), ["Requires that 'b' and 'c' are long"]),
        (("list",), [AROUND]),
        (("list", "c"), ["Requires that exactly one of 'c' or 'd' is given"]),
        (("list", "deep", "e"), ["Requires that 'e' is given"]),
        (("list", "e"), []),
        (("c",), ["Requires that 'b' and 'c' are long"]),
        (("b", "c"), ["Requires that 'b' and 'c' are long"]),
    ],
)
def test_the_requirements_of_a_type_and_of_its_properties(path: tuple[str, ...], wanted: list[str]) -> None:
    assert list(requirements("A::Made", Catalog(target="20.0.0"), path)) == wanted


@pytest.mark.usefixtures("made")
def test_the_requirements_hold_in_their_releases() -> None:
    assert list(requirements("A::Made", Catalog())) == []
    assert list(requirements("A::Made", Catalog(target="21.0.0"))) == []
    assert next(requirements("A::Made", Catalog(target="10.0.0"))) == "Requires that at most one of 'a' or 'b' is given"
    assert list(requirements("A::Newest", Catalog())) == [
        "Requires that at most one of 'x' or 'y' is given",
        "Requires that 'x' is short",
    ]
    assert list(requirements("A::Other", Catalog())) == []


ONE = AtMostOne(("a", "b", "c"))
ONLY = OnlyWhen(("url", "port"), "type", ("redirect",))
NOT = OnlyWhen(("code",), "type", ("redirect",), negated=True)


@for_each(
    ("relations", "name", "given", "written", "wanted"),
    [
        ([ONE], "a", "", {}, None),
        ([ONE], "a", "b", {}, ("b",)),
        ([ONE], "a", "x c b", {}, ("b", "c")),
        ([ONE], "x", "a", {}, None),
        ([NotSupported("a")], "a", "", {}, ()),
        ([NotSupported("a")], "a", "b", {}, ()),
        ([ONLY], "url", "type", {"type": "redirect"}, None),
        ([ONLY], "url", "type", {"type": "none"}, ("type: none",)),
        ([ONLY], "url", "type", {}, None),
        ([ONLY], "url", "type port", {"type": "none", "port": "5"}, ("type: none",)),
        ([NOT], "code", "type", {"type": "redirect", "other": "x"}, ("type: redirect",)),
        ([NOT], "code", "type", {"type": "none"}, None),
        ([ONLY, ONE], "a", "b type", {"type": "none"}, ("b",)),
        ([ONE, ONLY], "url", "b type", {"type": "none"}, ("type: none",)),
    ],
)
def test_what_excludes_a_property(
    relations: list[Relation], name: str, given: str, written: dict[str, str], wanted: tuple[str, ...] | None
) -> None:
    assert excluding(relations, name, frozenset(given.split()), written) == wanted
    if not written:
        assert excluding(relations, name, frozenset(given.split())) == wanted


NEEDS = Requires("ip", ("port", "net"))
SECONDARY = Requires("kind", ("masters",), ("secondary",))


@for_each(
    ("relations", "name", "given", "written", "wanted"),
    [
        ([NEEDS], "ip", "", {}, ("port", "net")),
        ([NEEDS], "ip", "port", {}, ("net",)),
        ([NEEDS], "ip", "net port", {}, ()),
        ([NEEDS], "port", "", {}, ()),
        ([NEEDS], "port", "ip", {}, ()),
        ([NEEDS], "other", "", {}, ()),
        ([NEEDS, Requires("ip", ("net", "zone"))], "ip", "", {}, ("port", "net", "zone")),
        ([ExactlyOne(("ip", "name")), NEEDS], "ip", "", {}, ("port", "net")),
        ([AtLeastOne(("x", "y"))], "x", "", {}, ()),
        ([SECONDARY], "kind", "", {"kind": "primary"}, ()),
        ([SECONDARY], "masters", "kind", {"kind": "secondary"}, ()),
        ([SECONDARY, NEEDS], "ip", "kind", {"kind": "secondary"}, ("port", "net")),
    ],
)
def test_what_goes_with_a_property(
    relations: list[Relation], name: str, given: str, written: dict[str, str], wanted: tuple[str, ...]
) -> None:
    assert companions(relations, name, frozenset(given.split()), written) == wanted
    if not written:
        assert companions(relations, name, frozenset(given.split())) == wanted
