"""Types of parameters: conversion of defaults and given values, and the constraints that they break, as in Heat."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from for_each import for_each

from hotlint.language import versions
from hotlint.language.constraints.constraint_list import check_entry
from hotlint.language.origins import ValueSource, source_of, sources_of
from hotlint.language.parameter_types import (
    PARAMETER_TYPES,
    ConversionError,
    check_default,
    check_given,
    convert,
)
from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown

CLOUD = Unknown("only the cloud knows", None, ValueSource("attribute", "server", ("name",)))


@for_each(
    ("parameter_type", "value", "converted"),
    [
        ("string", "x", "x"),
        ("string", 1.50, "1.5"),
        ("string", True, "True"),
        ("string", {"a": None}, "{'a': None}"),
        ("number", 3, 3),
        ("number", "3", 3),
        ("number", " 3 ", 3),
        ("number", "1_0", 10),
        ("number", "1e3", 1000.0),
        ("number", True, True),
        ("boolean", "Yes", True),
        ("boolean", " oFF ", False),
        ("boolean", 1, True),
        ("boolean", "f", False),
        ("comma_delimited_list", "", []),
        ("comma_delimited_list", "a, b", ["a", " b"]),
        ("comma_delimited_list", [1, True, None, "x"], ["1", "True", "None", "x"]),
        ("json", '{"a": [1]}', {"a": [1]}),
        ("json", "", ""),
        ("json", "null", None),
        ("json", 5, 5),
        ("json", {1: {True: 2}, None: 3, 1.5: 4}, {"1": {"true": 2}, "null": 3, "1.5": 4}),
    ],
)
def test_conversion(parameter_type: str, value: Any, converted: Any) -> None:
    result = convert(parameter_type, value)
    assert result == converted
    assert type(result) is type(converted)


@for_each(
    ("parameter_type", "value"),
    [
        ("number", "x"), ("number", ""), ("number", "0x10"), ("number", [1]), ("number", {}),
        ("boolean", "maybe"), ("boolean", 2), ("boolean", 1.0), ("boolean", []),
        ("comma_delimited_list", 5), ("comma_delimited_list", True), ("comma_delimited_list", {"a": 1}),
        ("json", "{a: 1}"), ("json", "x"), ("json", {(1, 2): 3}), ("json", "[" * 100_000), ("json", "9" * 5000),
        ("string", None), ("json", None), ("integer", 5), ("String", "x"),
    ],
)  # fmt: skip
def test_values_of_another_type(parameter_type: str, value: Any) -> None:
    with pytest.raises(ConversionError) as caught:
        convert(parameter_type, value, name="size")
    assert str(caught.value).startswith(("parameter 'size': ", "unknown parameter type"))


def test_unknown_parts_stay_unknown() -> None:
    text = PartialText(("a", CLOUD))
    assert convert("string", text) == text
    assert convert("string", CLOUD) == CLOUD._replace(type="string")
    made: tuple[tuple[str, Any, str], ...] = (
        ("string", {"a": CLOUD}, "string"), ("number", text, "number"), ("boolean", CLOUD, "boolean"),
        ("comma_delimited_list", CLOUD, "list"),
    )  # fmt: skip
    for kind, value, type_ in made:
        unknown = convert(kind, value)
        assert (unknown.reason, unknown.type, [*sources_of(unknown)]) == (CLOUD.reason, type_, [CLOUD.origin])
        assert source_of(unknown, "attribute") is None  # it is another value than the attribute, such as its text
    assert convert("json", CLOUD._replace(type="map")) == CLOUD._replace(type="map")
    assert convert("comma_delimited_list", [1, CLOUD, text, OMITTED]) == ["1", CLOUD, text]
    assert convert("comma_delimited_list", Partial([1, CLOUD], CLOUD)) == Partial(["1", CLOUD], CLOUD)
    assert convert("json", Partial({1: 2}, CLOUD)) == Partial({"1": 2}, CLOUD)
    assert convert("json", {1: [CLOUD]}) == {"1": [CLOUD]}
    with pytest.raises(ConversionError):
        convert("comma_delimited_list", Partial({1: 2}, CLOUD))


def test_both_values_of_an_either_are_converted() -> None:
    assert convert("number", Either("big", "3", 1)) == Either("big", 3, 1)
    half = convert("number", Either("big", "x", "1"))
    assert isinstance(half.if_true, Unknown) and half.if_false == 1
    with pytest.raises(ConversionError):
        convert("number", Either("big", "x", "y"))


@for_each(
    ("parameter_type", "default", "entry", "found"),
    [
        ("string", "m1", {"length": {"min": 3}}, [(0, True)]),
        ("string", 12, {"length": {"max": 3}}, [(0, True)]),
        ("string", "abc", {"length": {"min": 3}}, []),
        ("string", None, {"length": {"min": 3}}, []),
        ("number", "x", None, [(None, False)]),
        ("number", "12", {"range": {"max": 9}}, [(0, True)]),
        ("boolean", "maybe", None, [(None, False)]),
        ("comma_delimited_list", 5, None, [(None, True)]),
        ("comma_delimited_list", "a,b", {"allowed_values": ["a"]}, [(0, True)]),
        ("comma_delimited_list", [1], {"allowed_values": ["1"]}, []),
        # Empty text is one empty item when the template is looked at, and no item when it is used.
        ("comma_delimited_list", "", {"length": {"min": 1}}, [(0, False)]),
        ("comma_delimited_list", "", {"allowed_values": ["a"]}, [(0, True)]),
        # JSON as text is measured by its characters first, by its keys when it is used.
        ("json", "{}", {"length": {"min": 1}}, [(0, False)]),
        ("json", '{"a": 1}', {"length": {"max": 3}}, [(0, True)]),
        ("json", "{bad", None, [(None, False)]),
        ("string", "x", {"custom_constraint": "ip_addr"}, [(0, False)]),
        ("string", "x", {"length": "malformed"}, []),
        ("integer", "x", None, []),
    ],
)
def test_defaults_and_their_constraints(
    parameter_type: str, default: Any, entry: Any, found: list[tuple[int | None, bool]]
) -> None:
    problems = check_default(parameter_type, default, None if entry is None else [entry], versions.NEWEST)
    assert [(p.entry, p.always) for p in problems] == found


def test_given_values_and_their_constraints() -> None:
    entries = [{"length": {"max": 3}}, {"allowed_pattern": "[a-z]+"}, "malformed"]
    assert [p.entry for p in check_given("string", "ABCD", entries)] == [0, 1]
    assert check_given("string", "abc", entries) == check_given("string", None, entries) == []
    assert check_given("string", Either("big", "abcd", "a"), entries) == []
    assert check_given("string", "abcd", "malformed") == []
    (problem,) = check_given("number", "x", name="size")
    assert problem.message == "parameter 'size': 'x' is not a number"
    assert check_given("number", 4, [{"modulo": {"step": 2, "offset": 1}}], "2013-05-23") == []


def test_every_type_is_documented_with_a_clean_example() -> None:
    assert tuple(PARAMETER_TYPES) == versions.PARAMETER_TYPES
    for name, found in PARAMETER_TYPES.items():
        assert found.doc.endswith(".")
        (parameter,) = yaml.safe_load(found.example).values()
        assert parameter["type"] == name
        assert not check_default(name, parameter["default"]) and not any(
            map(check_entry, parameter.get("constraints", []))
        )
