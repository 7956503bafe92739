"""Form of constraints as Heat reads them, and the facts of each kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from string import ascii_lowercase, hexdigits
from typing import Any

import pytest
import yaml
from for_each import for_each

from hotlint.language import constraints, versions
from hotlint.language.constraints.constraint_list import check_entry, check_together

NEWEST = versions.NEWEST


def errors(entry: Any, parameter_type: str | None = None, version: str | None = NEWEST) -> list[tuple[str, str]]:
    return [(p.severity, p.kind) for p in check_entry(entry, parameter_type, version)]


@for_each(
    ("parameter_type", "entry"),
    [
        ("string", {"length": {"min": 1, "max": 3}}),
        ("string", {"length": {"max": "3"}, "description": "short"}),
        ("string", {"length": {"min": 1, "max": None}, "description": None}),
        ("json", {"length": {"min": 1}}),
        ("comma_delimited_list", {"length": {"min": 1}}),
        ("number", {"range": {"min": 1.5}}),
        ("number", {"range": {"max": "1e3"}}),
        ("number", {"modulo": {"step": 2, "offset": 1}}),
        ("number", {"modulo": {"step": -3.0, "offset": "-1"}}),
        ("number", {"allowed_values": [1, "2", 3.5]}),
        ("boolean", {"allowed_values": ["yes", True, 1]}),
        ("string", {"allowed_values": ["a", 1, 1.5]}),
        ("string", {"allowed_pattern": "(?i)[a-z]+"}),
        ("string", {"allowed_pattern": ""}),
        ("string", {"custom_constraint": "nova.flavor"}),
        ("string", {"custom_constraint": "ip_addr"}),
    ],
)
def test_entries_that_heat_accepts(parameter_type: str, entry: Any) -> None:
    assert errors(entry, parameter_type) == []


@for_each(
    ("parameter_type", "entry", "severity", "error", "path"),
    [
        ("string", "length", "error", "not-a-mapping", ()),
        ("string", {}, "error", "no-constraint", ()),
        ("string", {"description": "x"}, "error", "no-constraint", ()),
        ("string", {"nope": 1}, "error", "unknown-constraint-kind", ("nope",)),
        ("string", {"length": {"min": 1}, "nope": 1}, "error", "unknown-constraint-kind", ("nope",)),
        ("string", {"length": 3}, "error", "not-a-mapping", ("length",)),
        ("string", {"length": None}, "error", "not-a-mapping", ("length",)),
        ("string", {"length": {}}, "error", "no-limit", ("length",)),
        ("string", {"length": {"min": None}}, "error", "no-limit", ("length",)),
        ("string", {"length": {"min": 1, "low": 1}}, "error", "unknown-limit", ("length", "low")),
        ("string", {"length": {"min": "a"}}, "error", "limit-not-number", ("length", "min")),
        ("string", {"length": {"max": [1]}}, "error", "limit-not-number", ("length", "max")),
        ("string", {"length": {"max": 1.5}}, "error", "limit-not-integer", ("length", "max")),
        ("string", {"length": {"max": 2.0}}, "error", "limit-not-integer", ("length", "max")),
        ("string", {"length": {"min": 5, "max": 1}}, "warning", "contradictory-limits", ("length",)),
        ("string", {"length": {"max": -1}}, "warning", "contradictory-limits", ("length",)),
        ("string", {"length": {"min": True}}, "warning", "limit-not-number", ("length", "min")),
        ("number", {"length": {"min": 1}}, "error", "wrong-type-for-constraint", ("length",)),
        ("string", {"range": {"min": 1}}, "error", "wrong-type-for-constraint", ("range",)),
        ("number", {"range": {"min": 9, "max": 1}}, "warning", "contradictory-limits", ("range",)),
        ("number", {"modulo": {"step": 2}}, "error", "no-limit", ("modulo",)),
        ("number", {"modulo": {"step": 0, "offset": 0}}, "error", "impossible-modulo", ("modulo", "step")),
        ("number", {"modulo": {"step": 2, "offset": 2}}, "error", "impossible-modulo", ("modulo", "offset")),
        ("number", {"modulo": {"step": 3, "offset": -1}}, "error", "impossible-modulo", ("modulo", "offset")),
        ("number", {"modulo": {"step": 2.5, "offset": 1}}, "error", "limit-not-integer", ("modulo", "step")),
        ("number", {"modulo": {"step": float("inf"), "offset": 1}}, "error", "limit-not-integer", ("modulo", "step")),
        ("string", {"allowed_values": "a"}, "error", "not-a-list", ("allowed_values",)),
        ("string", {"allowed_values": []}, "warning", "no-allowed-value", ("allowed_values",)),
        ("string", {"allowed_values": ["a", True]}, "warning", "allowed-value-not-text", ("allowed_values", 1)),
        ("number", {"allowed_values": [1, "x"]}, "error", "allowed-value-wrong-type", ("allowed_values", 1)),
        ("boolean", {"allowed_values": ["maybe"]}, "error", "allowed-value-wrong-type", ("allowed_values", 0)),
        ("json", {"allowed_values": [{}]}, "error", "wrong-type-for-constraint", ("allowed_values",)),
        (
            "comma_delimited_list", {"allowed_values": [1]},
            "warning", "allowed-value-never-matches", ("allowed_values", 0),
        ),
        ("string", {"allowed_pattern": ["a"]}, "error", "pattern-not-text", ("allowed_pattern",)),
        ("string", {"allowed_pattern": "[a-"}, "error", "bad-regex", ("allowed_pattern",)),
        ("string", {"allowed_pattern": r"\p{L}"}, "error", "bad-regex", ("allowed_pattern",)),
        ("string", {"allowed_pattern": "(" * 5000}, "error", "bad-regex", ("allowed_pattern",)),
        ("string", {"allowed_pattern": "[[:alpha:]]+"}, "warning", "posix-class", ("allowed_pattern",)),
        ("number", {"allowed_pattern": "1+"}, "error", "wrong-type-for-constraint", ("allowed_pattern",)),
        ("string", {"custom_constraint": "ip_adr"}, "error", "unknown-custom-constraint", ("custom_constraint",)),
        ("string", {"custom_constraint": 3}, "error", "custom-constraint-not-text", ("custom_constraint",)),
        ("json", {"custom_constraint": "ip_addr"}, "error", "wrong-type-for-constraint", ("custom_constraint",)),
        (
            "string", {"length": {"max": 3}, "description": ["a"]},
            "warning", "description-not-text", ("description",),
        ),
    ],
)  # fmt: skip
def test_problems_of_an_entry(
    parameter_type: str, entry: Any, severity: str, error: str, path: tuple[str | int, ...]
) -> None:
    problems = check_entry(entry, parameter_type, NEWEST)
    assert [(p.severity, p.kind, p.path) for p in problems] == [(severity, error, path)]
    assert problems[0].message[-1] != "." and problems[0].message[0] in "'`" + ascii_lowercase + "H"


POSIX: dict[str, Callable[[str], bool]] = {
    "alnum": str.isalnum, "alpha": str.isalpha, "blank": lambda c: c in " \t", "digit": str.isdigit, "lower": str.islower,
    "space": str.isspace, "upper": str.isupper, "word": lambda c: c.isalnum() or c == "_", "xdigit": lambda c: c in hexdigits,
}  # fmt: skip


@pytest.mark.parametrize("name", POSIX)
def test_a_posix_class_has_a_form_in_python_that_matches_the_same(name: str) -> None:
    message = check_entry({"allowed_pattern": f"[[:{name}:]]+"}, "string", NEWEST)[0].message
    instead = re.search(r"; write '(.*)' instead$", message)
    assert instead is not None
    for char in map(chr, range(0x1C)):
        assert (re.fullmatch(f"[{instead[1]}]", char) is not None) == POSIX[name](char), char
    for char in map(chr, range(0x20, 0x7F)):
        assert (re.fullmatch(f"[{instead[1]}]", char) is not None) == POSIX[name](char), char


def test_suggestions() -> None:
    def suggestion(entry: Any) -> str | None:
        return check_entry(entry, "string", NEWEST)[0].suggestion

    assert suggestion({"lenght": {"min": 1}}) == "length"
    assert suggestion({"pattern": "a"}) == "allowed_pattern"
    assert suggestion({"length": {"minimum": 1}}) == "min"
    assert suggestion({"custom_constraint": "nova.flavour"}) == "nova.flavor"
    assert suggestion({"min": 1}) is None
    assert "length or range" in check_entry({"min": 1})[0].message


def test_modulo_needs_its_version() -> None:
    modulo = {"modulo": {"step": 2, "offset": 1}}
    assert errors(modulo, "number", "2016-10-14") == [("error", "constraint-not-in-version")]
    assert errors(modulo, "number", "2017-02-24") == errors(modulo, "number", None) == []


def test_heat_uses_one_kind_of_an_entry() -> None:
    both = {"length": {"max": 3}, "range": {"max": "x"}}
    assert errors(both, "string") == [
        ("error", "wrong-type-for-constraint"), ("error", "limit-not-number"), ("warning", "several-constraints"),
    ]  # fmt: skip
    assert errors({"length": {"max": "x"}, "range": {"max": 3}}, "number") == [("warning", "several-constraints")]
    # A version that has no modulo passes it over.
    old = {"modulo": {"step": 0}, "range": {"max": 3}}
    assert errors(old, "number", "2013-05-23") == [("warning", "several-constraints")]


def test_plugins_add_custom_constraints() -> None:
    entry = {"custom_constraint": "acme.rack"}
    assert errors(entry, "string") == [("error", "unknown-custom-constraint")]
    assert check_entry(entry, "string", NEWEST, {"acme.rack"}) == []


def test_contradictory_entries() -> None:
    def together(parameter_type: str, *entries: Any) -> list[tuple[int, str]]:
        found = check_together(entries, parameter_type, NEWEST)
        assert all(p.severity == "warning" for _, p in found)
        return [(i, p.kind) for i, p in found]

    assert together("number", {"range": {"min": 5}}, {"range": {"max": 3}}) == [(1, "contradictory-limits")]
    assert together("number", {"range": {"min": 5}}, {"range": {"max": 5}}) == []
    assert together("string", {"allowed_values": ["a", "abcd"]}, {"length": {"max": 3}}) == [
        (0, "allowed-value-refused")
    ]
    assert together("string", {"allowed_values": [1, 12]}, {"allowed_pattern": "[0-9]"}) == [
        (0, "allowed-value-refused")
    ]
    assert together("comma_delimited_list", {"allowed_values": ["abcd"]}, {"length": {"max": 3}}) == []
    assert together("string", {"allowed_values": "x"}, {"length": None}, "x") == []


def test_every_constraint_is_documented_with_a_clean_example() -> None:
    for name in constraints.NAMES:
        kind = constraints.get(name)
        assert kind.name == name
        assert kind.since == ("2017-02-24" if name == "modulo" else "2013-05-23")
        assert set(kind.ranks) <= set(kind.types) <= set(versions.PARAMETER_TYPES)
        assert kind.doc.endswith(".")
        (parameter,) = yaml.safe_load(kind.example).values()
        assert all(check_entry(entry, parameter["type"], NEWEST) == [] for entry in parameter["constraints"])
        assert name in parameter["constraints"][0]
    with pytest.raises(KeyError):
        constraints.get("model")
