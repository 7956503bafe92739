"""The own rules of a resource type as a rule pack writes them: where they hold, what they name, and how they are loaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from for_each import for_each

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Resource
from hotlint.linter.rules.type_rules import NO_TYPE_RULES, TypeRules, TypeRulesTable
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.property_relations import AtMostOne, Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.syntax.source import Source

HEAD = "heat_template_version: 2018-08-31\n"


class Own(TypeRules):
    """Relations at three levels and in several releases, and a check."""

    types = ("Acme::One", "Acme::Two")
    span = ("11.0.0", "22.0.0")
    relations = (
        AtMostOne(("a", "b")),
        AtMostOne(("c", "d"), within=("list",)),
        AtMostOne(("e", "f"), within=("list", "inner")),
        AtMostOne(("g", "h"), span=("18.0.0", None)),
    )
    reads = (Reads(("x",)), Reads(("y",)))

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: Any
    ) -> Iterator[PropertyProblem]:
        yield PropertyProblem((), "whole", "conflict", f"{resource.name} in {release} of {context}")


VALUES: dict[str, Any] = {
    "a": 1, "b": 2, "g": 1, "h": 2, "list": [{"c": 1}, {"c": 1, "d": 2, "inner": {"e": 1, "f": 2}}, "text"],
}  # fmt: skip


def resource(kind: str | None = "Acme::One") -> Resource:
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", HEAD + "resources: {it: {type: a}}\n")})
    context = TemplateContext.open(project, "t.yaml", Environment(), Meter(Budget()))
    found = context.template.resources["it"]
    found.type = kind
    return found


def said(release: tuple[int, ...] | None, kind: str | None = "Acme::One") -> list[str]:
    context: Any = "this context"
    return [problem.message for problem in Own().problems(PropertyValues(VALUES), resource(kind), release, context)]


def test_relations_name_the_type_and_the_path_within_it() -> None:
    assert said((18, 0, 0)) == [
        "Acme::One takes only one of 'a' or 'b', not 'a' and 'b'",
        "Acme::One 'list[1]' takes only one of 'c' or 'd', not 'c' and 'd'",
        "Acme::One 'list[1].inner' takes only one of 'e' or 'f', not 'e' and 'f'",
        "Acme::One takes only one of 'g' or 'h', not 'g' and 'h'",
        "it in (18, 0, 0) of this context",
    ]


def test_a_resource_without_a_type_is_the_resource() -> None:
    assert said((18, 0, 0), None)[:2] == [
        "the resource takes only one of 'a' or 'b', not 'a' and 'b'",
        "the resource 'list[1]' takes only one of 'c' or 'd', not 'c' and 'd'",
    ]


@for_each(
    ("release", "count"), [((10,), 0), ((11, 0, 0), 4), ((17, 9), 4), ((22, 0, 0), 5), ((22, 0, 1), 0), (None, 0)]
)
def test_rules_hold_in_their_releases(release: tuple[int, ...] | None, count: int) -> None:
    own = Own()
    context: Any = None
    for _ in range(2):  # the second time, from what it remembers
        assert len([*own.problems(PropertyValues(VALUES), resource(), release, context)]) == count
    assert len(own.relations_in(release)) == max(count - 1, 0)
    problem = PropertyProblem(("y",), "value", "wrong-type", "m")
    assert own.refused_in_nested(problem, PropertyValues({}), release) is (count > 0)
    assert own.refused_in_nested(problem._replace(path=("z",)), PropertyValues({}), release) is False


def test_what_a_type_does_not_state() -> None:
    class Plain(TypeRules):
        types = ("Acme::Plain",)

    own, context = Plain(), Any
    assert [*own.problems(PropertyValues(VALUES), resource(), None, context)] == []  # type: ignore[arg-type]
    assert (own.span, own.relations, own.reads, own.demands, own.asks) == ((None, None), (), (), (), ())
    assert (own.shown_in, own.bad, own.good) == (None, (), ())


def test_rules_are_loaded_once_when_their_type_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Third(TypeRules):
        types = ("Acme::Three",)

    class Base(TypeRules):
        """A base without types of its own."""

    module = ModuleType("acme_type_rules")
    for name, value in {
        "Base": Base,
        "TypeRules": TypeRules,
        "Own": Own,
        "Third": Third,
        "word": 1,
        "int": int,
    }.items():
        setattr(module, name, value)
    monkeypatch.setitem(sys.modules, "acme_type_rules", module)
    modules = dict.fromkeys(("Acme::One", "Acme::Two", "Acme::Three"), "acme_type_rules")
    table = TypeRulesTable({**modules, "Acme::Lost": "acme_no_such_module"})
    found = {name: table.of(name) for name in modules}
    assert {name: type(rules) for name, rules in found.items()} == {
        "Acme::One": Own, "Acme::Two": Own, "Acme::Three": Third,
    }  # fmt: skip
    assert all(table.of(name) is rules for name, rules in found.items())
    assert table.of("Acme::Other") is None and NO_TYPE_RULES.of("Acme::One") is None
    with pytest.raises(ModuleNotFoundError, match="acme_no_such_module"):
        table.of("Acme::Lost")
